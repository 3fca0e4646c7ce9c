/**
 * Signals for or against a correction in a sentence. The patterns expect lower case text with single spaces, with
 * quotations replaced by runs of `q`. No pattern nests quantifiers.
 */
const LEAD =
  '^(?:(?:no|nope|nah|yes|yeah|yep|ok|okay|and|but|so|also|well|hmm|sure|great|cool|right|wait|actually|again|please|remember|note|just|btw|hey|fyi|then|now|for the future|in the future|in general|generally|going forward|from now on|as a rule)[,:.!\\- ]{1,3}){0,4}'
const BRIEF_LEAD =
  '^(?:(?:no|yes|yeah|ok|okay|and|but|so|also|well|great|cool|right|actually|please|just|then|now|hey)[,:.!\\- ]{1,3}){0,3}'
const led = (rest: string): RegExp => new RegExp(`${LEAD}(?:${rest})`)
const NOT =
  "(?:do not|don't|dont|never(?! ?mind)|must not|mustn't|should not|shouldn't|shouldnt|should never|must never)"

export const SIGNALS: Readonly<Record<string, RegExp>> = {
  // Explicit rules.
  'ever at the start': led('(?:you |we )?(?:should |must |need to |can )?(?:never|always)\\b(?! ?mind)'),
  'ever ordered':
    /(?:^|[,;:(]|\b(?:and|but|to|please|should|must|you|we|that|yourself)) (?:never|always) (?!mind\b|been\b|had\b|was\b|were\b|has\b|worked\b)[a-z]{2,20}\b/,
  'ever at the end':
    /,? (?:always|ever|ever again|every time|each time|at all times|in all cases|wherever we can|wherever possible|going forward|from now on|in the future|in future)[.!]{0,3}$/,
  ever: /\b(?:never|always|ever|every time|at all times|in all cases)\b/,
  'from now on':
    /\b(?:from now on|from here on|going forward|for future reference|next time|for (?:all )?future(?: reference| use)?(?=[,.:;]|$)|henceforth|from this point)\b/,
  'as a rule':
    /\b(?:as a (?:general )?rule|rule of thumb|general rule|standing rule|project rule|house rule|our (?:convention|policy|standard|style)|conventions? (?:is|are|here)|in general|generally|by default|wherever (?:we|you|possible)|whenever|any ?time|everywhere|in all cases)\b/,
  'make it a rule':
    /\b(?:(?:make|add|create|write|update|record|document|put|save|note|remember|specify|state|mention)\b.{0,60}\b(?:rules?|memory|memories|claude\.md|agents\.md|preferences?|conventions?|guidelines?)|remember (?:that|this|to|:)|keep in mind|make a note|note that|(?:rule|preference|convention|reminder):)/,
  'a rule that says':
    /\brules?\b.{0,60}\b(?:that (?:specif|say|state|require|forbid)|to (?:specify|say|state|mention|require|forbid|record|make sure)|saying|requiring|forbidding)|\b(?:mention|specify|note|remember) that\b|\b(?:memory|claude\.md|agents\.md|preferences) that\b/,
  again:
    /\b(?:(?:do not|don't|dont|not|never|stop) .{0,120}\bagain\b|any ?more\b|no longer\b|how many times|once again|yet again|i keep|you keep|keep (?:doing|making|asking|adding|using)|same mistake|(?:second|third|fourth) time)/,
  'order not to': led(`(?:you |we )?${NOT} [a-z]`),
  'not to, later': new RegExp(`(?:[,;.:—-]|\\b(?:and|but|so|please|that|then|just)) ${NOT} [a-z]`),
  'order to stop': led('(?:stop|quit|avoid|refrain from|no more) (?:q|[a-z-]{2,20}ing\\b|with\\b|using)'),
  'order to use': led('(?:use|using|prefer|stick (?:to|with)|switch to|go with|try|keep|leave|follow)\\b'),
  'let us instead':
    /\b(?:let's|lets|let us|we should|we can|can we|i'd like|i would like|i want)\b.{0,80}\b(?:instead|rather)\b|\b(?:let's|lets) not\b/,
  'instead of': /\b(?:instead of|rather than|in place of|as opposed to|over using)\b/,
  instead: /\b(?:instead|rather)\b(?! of| than)/,
  'this, not that':
    /(?:,|—| -|\band\b|\bbut\b| \() ?not (?:the|a|an|in|on|from|to|by|with|via|as|just|only|at|my|your|our|q|how|what|through|[a-z]{3,20}(?:[.!?)]|$))/,
  'just do':
    /(?:^|[,;.:—-] |\b(?:and|so|then|please|let's|lets|can|could|we|you) )just (?:drop|remove|use|have|do|make|put|keep|leave|delete|call|return|change|show|add|go|run|fix|write|say|ask|follow|stick)\b/,
  'of poor quality':
    /\b(?:dry|duplicat(?:ed?|ion|ing)|repeat(?:ed|ing)? (?:the same|yourself|things)|over-?complicat\w{1,5}|too [a-z]{3,14}|verbose|redundant|noise|noisy|ugly|gnarly|hacky|sloppy|messy|confusing|misleading|no good|not good|backwards?|pointless|nonsense|unclear|hard to read|inconsistent|consistent with)\b/,
  'make sure': led(
    "(?:make sure|be sure|ensure|be careful|take care|remember|don't forget|do not forget)\\b",
  ),
  prefer:
    /\b(?:i|we)(?:'d| would|'ll)? (?:much |really |actually |strongly |rather )?(?:prefer|rather|favou?r)\b|\b(?:i|we) (?:don't|dont|do not) (?:like|want|need|care for|use|do)\b|\bmy preference\b|\bi (?:hate|dislike)\b|\bi like .{1,60} better\b/,
  'we want':
    /\bwe (?:only |always |never )?(?:use|want|follow|have to|must|need to|need|do not|don't|dont|prefer|keep|write|test|should)\b/,
  'i want':
    /\bi (?:really |only |just )?(?:want|need|expect|expected)\b|\bi(?:'d| would) (?:really )?(?:like|want)\b/,
  'has to be': /\b(?:must|has to|have to|needs? to|required to|supposed to)\b/,
  should: /\b(?:should|ought to)\b(?! i\b| we\b| it\b| this\b| they\b)/,
  'should not':
    /\b(?:should not|shouldn't|shouldnt|should never|must not|mustn't|must never|not supposed to|not allowed|not acceptable|is forbidden)\b/,
  'should be':
    /\b(?:it|this|that|these|those|they|there|you) (?:should|must|needs? to|has to|have to) (?:be|have|use|go|only|not)\b/,
  'of every':
    /\b(?:each|every|any|all) [a-z-]{2,20}(?: [a-z-]{2,20})? (?:should|must|needs?|has to|have to)\b/,
  'without asking':
    /\b(?:without (?:asking|my|permission|being asked)|ask (?:me )?(?:first|before)|before (?:you |doing |making |asking )|yourself\b|on your own|don't ask|dont ask|stop asking|tell me what to do|unless i|until i|only (?:when|if) i)/,
  please: /\bplease\b|\bpls\b/,
  // Objections to what the assistant did.
  'no at the start':
    /^(?:no|nope|nah|noo+|absolutely not|hell no|wait|stop|hold on|whoa|erm|um|uh|ugh)(?:[,.!: —-]|$)/,
  'not like that':
    /\b(?:not (?:how|what|like that|like this|the way|quite (?:right|what)|correct|right|true|where|necessary|acceptable|at all what)|isn't (?:right|correct|how|what|necessary)|isnt (?:right|correct|how|what)|(?:is|are|was|that's|thats|it's) wrong|wrong (?:file|place|way|approach|directory|dir|branch|part|one|repo|files|path)|no, wrong|incorrect|too (?:much|verbose|long|complicated|many|complex)|over(?:kill|engineered|-engineered|complicat))\b/,
  'i asked':
    /\bi (?:already |just |specifically |explicitly |clearly |never |didn't |didnt |did not )?(?:said|asked|told|meant|mentioned|wanted|requested|specified|ask)\b|\b(?:as|like) i (?:said|asked|told|mentioned)\b|\bthat's what i meant\b/,
  'why did you':
    /\bwhy (?:did|didn't|didnt|are|aren't|arent|were|do|don't|dont|would|have|haven't|is it that) (?:you|u)\b|\bwhy are we [a-z]{2,20}ing\b|\bwhy (?:the (?:hell|heck)|on earth) (?:did|are|do|would)\b/,
  'why not': /\bwhy (?:didn't|didnt|aren't|arent|don't|dont|haven't) (?:you|u)\b/,
  'you did':
    /\byou(?:'ve| have| just|'re still| are still| still| again| also| accidentally| mistakenly){0,2} (?:did|didn't|didnt|did not|edited|modified|changed|deleted|removed|added|updated|made|created|committed|pushed|put|used|broke|forgot|missed|ignored|skipped|moved|renamed|wrote|nuked|overwrote|duplicated|left|ran|got|reverted|failed|hardcoded|introduced|mixed)\b/,
  'you are doing':
    /\b(?:you're|you are|youre|you were|are you|you seem to be|you keep)(?: still| just| again| now| currently)? (?:not )?[a-z]{2,20}ing\b|\byou're (?:not )?(?:in|on|at) the\b/,
  'you should':
    /\byou (?:should|shouldn't|shouldnt|must|need to|have to|can't|cannot|can just|don't need|dont need|ought|were supposed|are supposed)\b/,
  undo: led(
    "(?:(?:let's|lets|please|you should|you can|can you|could you|i'd like to|i want to) )?(?:just )?(?:undo|revert|roll (?:it |that |this )?back|rollback|put (?:it|that|them|this) back|bring .{0,40}back|take (?:it|that|this) out|back out|restore|unstage|discard)\\b(?! (?:is|button|does|and redo))",
  ),
  'be careful':
    /\b(?:be (?:more )?careful|pay attention|think (?:more )?carefully|read (?:it |that )?(?:again|carefully)|follow (?:the|my) (?:instructions?|rules?))\b/,
  'no need':
    /\b(?:no need|not needed|not necessary|unnecessary|don't need|dont need|do not need|needless|pointless|irrelevant|overkill)\b/,
  'refers to rules': /@[\w./-]{1,80}\.(?:mdc|md)\b|\b(?:claude|agents)\.md\b/,
  // Hedged or partial agreement.
  'not quite right':
    /\b(?:doesn't|doesnt|does not|don't|didn't|isn't|not) (?:(?:seem|look|sound|feel|read) (?:quite |very |really )?(?:right|rigth|correct|good|great|like|ok|okay|nice|natural)|make (?:much |any |a lot of )?sense|belong|fit|quite)\b|\b(?:seems?|looks?|sounds?|feels?|is|that's|it's|bit|little) (?:a bit |a little |kind of |kinda |really |pretty |very )?(?:off|weird|odd|strange|awkward|clunky|wasteful|silly|heavy|excessive|fishy|suspicious|wrong)\b/,
  'yes, but':
    /^(?:yes|yeah|yep|sure|ok|okay|right|fine|good|great|nice|i like (?:it|that|this)|looks good|sounds good|makes sense|thanks|almost|close)\b.{0,80}?(?:,| -|\.|—)? ?\b(?:but|however|except|although|though|only (?:if|for|those|the|when))\b/,
  'rhetorical question':
    /^(?:but |and |so |also |hmm,? |wait,? )?(?:shouldn't|isn't|aren't|don't|can't|couldn't|wouldn't|didn't|doesn't|wasn't|won't|should not|shouldnt|isnt|cant|dont|didnt) (?:we|you|it|this|that|these|those|the|there|i|they)\b|\bdo we (?:really |actually |even |still )?(?:need|want|have to)\b|\b(?:shouldn't|isn't|don't|can't) (?:we|you|it|this|that)\b.{1,200}\?|, (?:no|right|isn't it|don't you think)\?$/,
  'why is it':
    /\bwhy (?:is|are|does|do|was|were|isn't|aren't|doesn't|don't|would|should|did|not|bother|even)\b(?! you\b| u\b)|\bhow come\b|\bwhat (?:happened to|is the point|'s the point|made you|is the reason)\b|\bis there (?:a|any) reason\b/,
  'i thought':
    /\b(?:i|we) (?:thought|assumed|agreed|decided|discussed|talked about|already (?:have|had|did|do|decided))\b|\b(?:already|was|were) (?:agreed|decided|told)\b/,
  // Evidence against a correction.
  question: /\?["')\s]{0,3}$/,
  'asked politely':
    /^(?:can|could|would|will|should|shall|may) (?:you|we|i|it)\b|^(?:is|are|do|does|did|has|have|was|were|isn't|doesn't|didn't|aren't) (?:there|it|we|this|that|the|you|i|they)\b|^(?:what|how|which|where|who|when)\b/,
  'casual no':
    /\bno (?:problem|worries|need|rush|idea|thanks|thank|longer|clue|issues?|matter|way|doubt|changes?|errors?|real|one|more questions|big deal|such)\b|\b(?:never ?mind|not sure|not bad|not yet|if not|or not|why not|whether or not|not only|not much|not really|not now|not super|not too sure)\b|\bno\?$/,
  'i do not know':
    /\bi (?:don't|dont|do not|didn't|did not|didnt|haven't|can't|cannot|couldn't|won't|wouldn't|am not|never) (?:know|think|see|seen|understand|mind|remember|recall|have|believe|get|find|follow|notice|noticed|quite|really know|feel|expect|necessarily|fully|actually know|get it|agree)\b|\b(?:i'm|im|i am) not\b/,
  'do not worry':
    /\b(?:don't|dont|do not) (?:worry|forget|hesitate|know|see|think|have|you think|believe|get me wrong|seem|even know|work|match|exist|show)\b/,
  'does not work':
    /\b(?:doesn't|doesnt|does not|didn't|isn't|isnt|aren't|wasn't|can't|couldn't|won't|not|never|no longer) (?:seem|work|appear|show|happen|pass|compile|build|run|load|start|render|actually|get|exist|find|fire|produc|return|match|been|actually)|\b(?:fails?|failed|failing|broken|error(?:s|ed)?|crash(?:es|ed)?|bug|still (?:not|fails?|see|seeing|getting|broken))\b/,
  'it never':
    /\b(?:it|which|that|they|and|code|function|method|test|tests|hook|command|cli|server|app|one|value|user|users|we've|i've|has|have|is|are|was|were|will|would|can|could|may|might|almost|as|probably|it's|that's|there's) (?:never|always|ever)\b/,
  'a task': new RegExp(
    `${BRIEF_LEAD}(?:(?:can you|could you|let's|lets|please|now|i want you to|i need you to|i'd like you to|go ahead and|next,?) ){0,2}(?:add|implement|build|fix|refactor|write|generate|create|update|change|rename|move|remove|delete|extract|replace|run|check|look|investigate|find|review|commit|push|merge|rebase|open|show|tell|explain|give|summarize|continue|start|install|set|test|debug|help|analyze|evaluate|read|list|make(?! sure))\\b`,
  ),
  'that never':
    /\b(?:(?:an?|the|one|some|any) [a-z-]{2,30} (?:that|which|who)|callers?|users?|clients?|so that (?:it|they|the [a-z]{2,20})|to ensure|ensures? that|checks? (?:that|whether|if)|verif(?:y|ies) that|asserts? that|guarantees? that)\b.{0,40}\b(?:never|always|don't|doesn't|not|must|should)\b/,
  'if it': /^(?:if|when|while|once|unless|in case|since|because|although|though)\b/,
  'a thought':
    /\b(?:maybe|perhaps|i think|i guess|i feel like|i wonder|might|could be|seems?|probably|not sure|what do you think|thoughts|what if|hmm)\b/,
  'an answer':
    /^(?:yes|yeah|yep|yup|sure|ok|okay|correct|right|exactly|agreed|sounds good|perfect|great|thanks|thank you|good|nice|awesome|cool|lgtm)\b/,
  'this once':
    /\b(?:for now|this time|yet|right now|at the moment|just this|for this (?:one|task|pr|change|commit|session)|in this (?:pr|case|commit|session|branch)|today|first,? then|temporarily|until we)\b/,
  'review speech':
    /\bconsider (?:using|adding|either|removing|moving|extracting|whether|replacing|passing|testing|creating)\b|\b(?:at |on )lines? \d|\blines? \d{1,5}(?:-\d| of\b)|\b(?:low|medium|high|minor) severity\b|\bnit:|\bthis (?:could|may|might) (?:allow|cause|lead|result|produce|hide|break)\b|\bis (?:called|defined|intended|implemented) (?:in|from|by|to|on)\b/,
  'points back':
    /\b(?:do|does|doing|record|follow|specify|need|mention|document|fix|change|want) (?:this|that|it)\b|\bthis (?:rule|process|part|one)\b|\bfor it\b/,
  politeness: /\b(?:thank|thanks|nice work|good job|well done|looks good|love it|great job)\b/,
  code: /[{};=]|\(\)|::|->|=>|\$\(/,
}
