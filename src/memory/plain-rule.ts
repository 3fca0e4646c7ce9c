/**
 * Recognizes, by its form alone, a sentence that says how to work in general: `no default exports`, `we use pnpm
 * here`, `stop adding comments`. The weights decide how likely it is that a sentence is a correction. This check
 * makes sure that even a very short plain rule is reviewed. It never raises the confidence enough for an approval
 * without a review.
 */
interface PlainContext {
  /** Whether the sentence replies to one of the assistant's answers or actions. */
  readonly isReply: boolean
  /** Whether the sentence replies to a question or an offer. */
  readonly isAfterOffer: boolean
}

export function isPlainRule(plain: string, occasion: PlainContext): boolean {
  if (plain.length > LONGEST || isQuestion(plain) || SPECIFIC.test(plain)) return false
  const { rest, isInsisting, isObjecting, isReminding } = withoutLead(plain)
  if (THIS_ONCE.test(rest) || REPORTED.test(rest)) return false
  const clause = (rest.split(CLAUSE, 1)[0] ?? rest).replace(/^it(?:'s| is) /, '')
  if (POINTS.test(clause) && (!EVERY.test(rest) || /\b(?:it|them|this|those|these)[.!]*$/.test(clause)))
    return false
  const form: PlainForm = {
    ...occasion,
    // An objection always replies to an action or a message.
    isReply: occasion.isReply || isObjecting || isInsisting,
    rest,
    clause,
    isInsisting,
    isReminding,
    isObjecting: isObjecting && !occasion.isAfterOffer,
  }
  if (!form.isReply && OF_THE_PRODUCT.test(rest)) return false
  return FORMS.some((fits) => fits(form))
}

const LONGEST = 200

/** Whether it is about the program, not about the work on it: "results should always be sorted". */
export const isAboutProduct = (plain: string): boolean =>
  SUBJECT_AND_MODAL.test(plain) &&
  !/\b(?:going forward|from now on|in future|in the future|next time|rules?)\b|\w\.(?:md|mdc)\b/.test(
    plain,
  ) &&
  !re(`^(?:[a-z]+,? ){0,4}?${DEV} `).test(plain)
const SUBJECT_AND_MODAL =
  /^(?:[a-z]+ so, |so |and |but |also )?(?!you\b|we\b|i\b|please\b)(?:[a-z-]+ ){1,4}(?:should|must|needs? to|has to|have to|can) (?:always|never|only|not|be)\b|\b(?:always|never) (?:show|display|render|see)\b/

/** A question is never a rule, even without a question mark. */
export const isQuestion = (plain: string): boolean => MARKED.test(plain) || ASKING.test(plain)

/** Whether a sentence reports an event with words like "never" and "always". */
export const isReport = (plain: string): boolean => REPORTED.test(plain)
const MARKED = /\?["')\s!]{0,4}$/
const ASKING =
  /^(?:(?:and|but|so|then|hey|ok|okay|hmm|well|also),? ){0,2}(?:why|how|what|which|where|who|when (?:do|does|did|is|are|should|will|can)|should|shall|shouldn't|do (?:we|you|i|they)|don't (?:you|we)|does|did|didn't|is|isn't|are|aren't|was|were|can|could|would|will|have (?:you|we)|has|may i|any (?:idea|reason))\b(?! as\b)/

interface PlainForm extends PlainContext {
  /** The sentence without "no,", "please", "I told you" and the like. */
  readonly rest: string
  /** Its first clause. */
  readonly clause: string
  /** Whether the user mentions having said it before. */
  readonly isInsisting: boolean
  readonly isObjecting: boolean
  /** Whether the user reminds the agent of a rule. */
  readonly isReminding: boolean
}

const CLAUSE = /[,;:.!]\s|\s\(|\s(?:[-—]|but|because|unless|until)\s/

const OBJECTING = /^(?:no|nope|nah|wrong|stop it|argh|ugh)(?:[,.!:;]|\s[-—]|(?= (?:we|never|always|use)\b))/
const INSISTING =
  /^(?:(?:i(?:'ve| have)? (?:already |just |clearly |specifically )?(?:told|said|asked|keep telling|keep saying)(?: (?:to )?you)?|told you|as i said|like i said|how (?:many|often) times)(?: (?:already|before|this before|that before|again|once|twice|many times)){0,2}|(?:once |yet )?again)(?: that|:|,)?(?= )/
const LEAD =
  /^(?:yes|yeah|ok|okay|and|but|so|also|well|hmm|right|wait|actually|please|just|btw|hey|fyi|then|now|note|remember|rule|reminder|for the record|for (?:all )?future(?: reference)?|in (?:the )?future|in general|generally|going forward|from now on|as a rule|keep in mind|don't forget|mind)(?:[,:;.!]| [-—]| that)*(?= )/
const REMINDING =
  /^(?:(?:note|keep in mind|don't forget|mind) that(?! (?:you|i)\b)|remember(?: that|:)|keep in mind|for (?:all )?future reference|for the record|going forward|from now on|as a rule)/

function withoutLead(plain: string): Omit<PlainForm, 'clause' | keyof PlainContext> {
  let [rest, isInsisting, isObjecting, isReminding] = [plain, false, false, false]
  for (let round = 0; round < 5; round += 1) {
    const objection = OBJECTING.exec(rest)?.[0]
    const insistence = INSISTING.exec(rest)?.[0]
    const cut = objection ?? insistence ?? LEAD.exec(rest)?.[0]
    if (cut === undefined) break
    isObjecting ||= objection !== undefined
    isInsisting ||= insistence !== undefined
    isReminding ||= REMINDING.test(cut)
    rest = rest.slice(cut.length).trimStart()
  }
  return { rest, isInsisting, isObjecting, isReminding }
}

/** The sentence names one particular place, so it is about this change only. */
const SPECIFIC = /\blines? \d|\b(?:step|item|option|point|task) \d|::|->|=>|\(\)|[{}]|^[a-z]\b[.)]?,? not\b/
const THIS_ONCE =
  /\b(?:for now|this time|just this|this once|yet|right now|now[.!]?$|at the moment|for this (?:one|task|pr|change|commit|session)|in this (?:pr|case|commit|branch)|today|tomorrow|temporarily|first,? then|only change)\b/
/** The sentence reports what happened, not what the user wants. */
const REPORTED =
  /^(?:(?:we|i|you|it|they|the [a-z]{2,20}) )?(?:never|always|only|just) (?:been|had|seen|thought|got|gets?|was|were|is|are|worked|works|finished|used to|happen|took|takes|fails?|failed|crash|knew|heard|tried|did|found|looked|wanted|managed|liked)\b|^(?:don't|dont|do not|never) (?:worry|hesitate|mind|know|think|see|understand|believe|get me wrong)\b|\bi (?:never|always) (?!want)[a-z]|\b(?:it|this|that|there|he|she|they)(?:'s)? (?:always|never|still|keeps?)\b|\bi wish\b|\b(?:if|because|since|as) (?:we|you|they|i) never\b|^the (?:point|idea|problem|reason|goal|plan) (?:is|was)\b|\bnothing to\b/
/** The sentence refers to earlier parts of the conversation. */
const POINTS =
  /\b(?:it|this(?! (?:project|repo|repository|codebase|package|team|company|module))|these|those|them|that[.!]?$|(?:do|doing|change|use|like|need|want|keep|make) that|the (?:other|second|first|third|last|next|left|right|same|new|old|current|previous|top|bottom|attached)|one[.!]?$)\b/
const EVERY =
  /\b(?:every|each|always|never|ever|everywhere|all (?:the )?[a-z]{3,20}s|any|whenever|wherever|by default|from now on|everything|anything|banned|forbidden)\b/
/** The sentence describes the behavior of the program. */
const OF_THE_PRODUCT =
  /\b(?:users?|customers?|admins?|editors?|visitors?|buttons?|page|pages|modal|dialogs?|sidebar|header|footer|banner|screen|sessions?|passwords?|emails?|tokens?|login|row|rows|form|invoice|timer|worker|cron|job|endpoint [a-z]|window|popup|menu|email addresses|the (?:list|table|api|app|server|client|parser|function|method|config|loader|cache))\b/

/** Common subjects of conventions. */
const DEV =
  '(?:code|comments?|docs?|documentation|readme|changelogs?|tests?|specs?|commits?|commit messages?|messages?|branch(?:es)?|branch names?|prs?|pull requests?|imports?|exports?|functions?|methods?|class(?:es)?|components?|types?|type hints|variables?|names?|files?|filenames|folders?|migrations?|endpoints|secrets?|credentials|dependenc(?:y|ies)|packages?|librar(?:y|ies)|dates?|scripts?|errors?|error messages?|exceptions?|logs?|logging|semicolons?|quotes|tabs|spaces|indentation|snapshots?|mocks?|stubs?|styles?|colou?rs|versions?|version bumps?|queries|sql|lock files?|answers?|repl(?:y|ies)|responses|summar(?:y|ies)|explanations?|emojis?|logic|controllers|services|interfaces|enums?|globals?|singletons?|constants?|money|ids|configs?|settings|apis?|schemas?|todos?|hooks|props|modules?|identifiers|deploys?|releases?|changes|features|fixes|refactorings?)'
const re = (source: string): RegExp => new RegExp(source)
const OF_WORK = re(`\\b${DEV}\\b`)

/** The object of the sentence is one particular item, not a kind of item. */
const ONE_THING = re(
  `^(?:do not|don't|dont|stop|avoid|never|please)? ?[a-z]{2,20}(?:ing)? (?:(?:a|an) (?!.* (?:when|without|unless|if|before|for every|per)\\b)(?:[a-z-]+ ){0,2}[a-z-]+[.,!]?(?:$| just)|(?:the|my|your) (?!(?:[a-z-]+ )?(?:${DEV.slice(3, -1)}|code|codebase|database|generated|vendor|user's|history|linter|build|production|main|master|whole|full|system|root)\\b|[a-z-]+ ?[a-z-]*s\\b))`,
)
const VERBS =
  '(?:use|prefer|keep|stick to|stick with|write|follow|name|put|leave|run|test|ask|answer|reply|respond|indent|format|return|throw|log|document|delete|store|pass|wrap|quote|sort|group|pin|commit|stage|make|show|explain|fix|favou?r|go with|only (?:ever )?(?:use|run|commit|push|write|edit|touch|test))'
const TASK =
  /^(?:add|implement|build|refactor|create|update|change|rename|move|remove|replace|convert|migrate|check|look|find|review|push|merge|open|tell|give|continue|start|install|set|debug|help|read|list|generate|translate|summarize|skip|go|make|try|launch|respond to|investigate|commit|push|let|have|get|do|see|take|reuse)\b/
const CASUAL =
  /^no (?:problems?|worries|need|rush|idea|thanks|thank|longer|clue|issues?|matter|way|doubt|changes?|errors?|real|one|big deal|such|luck|effect|output|results?|response|difference|comment|questions?|it|that|the|this|i|you|we|they|he|she|not|sorry|please|wait|ok|okay|go|do|don't|leave|just|but|still|keep|what|can|let|let's|lets|your|my|there|is|was|are|sense|reason|man|concerns?|no|code changes?|mip|dice|joy|objections?|preference|news|plans?|sign|trace|[a-z-]+ (?:[a-z-]+ )?(?:found|yet|left|available|exists?|needed|required|visible|shows?|appears?))\b/

/** One function per form. `rest` is the sentence without its lead, and `clause` is the first clause of `rest`. */
const FORMS: readonly ((form: PlainForm) => boolean)[] = [
  // Never force push. Always run the linter.
  ({ rest, clause }) =>
    /^(?:you |we |nobody )?(?:should |must |have to |need to )?(?:never|always)(?: ever)? (?!mind\b)[a-z]/.test(
      rest,
    ) && !ONE_THING.test(clause),
  // Don't add comments to the code.
  ({ rest, clause, isAfterOffer }) =>
    /^(?:do not|don't|dont|never ever)(?: (?:ever|you dare))? (?!worry|forget|want|need|care|have|like|really|even|see|know|think|get|do (?:anything|something))[a-z]/.test(
      rest,
    ) &&
    (!ONE_THING.test(clause) || EVERY.test(clause)) &&
    !(isAfterOffer && clause.split(' ').length < 5),
  // Stop using any. Avoid apply in pandas.
  ({ rest, clause }) =>
    /^(?:stop|quit|refrain from|no more|less|fewer|enough with|avoid) (?:[a-z-]{2,20}ing\b(?: [a-z'-]| q|[.!]?$)|using\b)/.test(
      rest,
    ) &&
    !/^[a-z ]{3,14}ing[.!]?$/.test(rest) &&
    !ONE_THING.test(clause),
  ({ rest, isReply }) =>
    /^(?:avoid|no more) (?!the\b|a\b|an\b|q$)[a-z]{3}/.test(rest) && (isReply || EVERY.test(rest)),
  // No default exports.
  ({ rest, clause, isReply, isAfterOffer }) =>
    /^(?:absolutely )?no [a-z@]/.test(rest) &&
    !CASUAL.test(rest) &&
    (isReply || OF_WORK.test(rest)) &&
    !isAfterOffer &&
    !/\b(?:we|i|you|they|\d+)\b/.test(clause) &&
    (OF_WORK.test(clause) || clause.split(' ').length <= 5) &&
    rest.split(' ').length <= 14,
  // No, use async/await. I told you to use tabs!
  ({ rest, isObjecting, isInsisting, isReply }) =>
    isReply &&
    (isObjecting || isInsisting) &&
    re(
      `^(?:to |not to |only |it's |it is )?(?:${VERBS}|use|using|always|never|we(?:'re| are)? (?:use|using|only|always|prefer)|without|no) ?(?!the\\b|a\\b|an\\b|q?$)[a-z@]`,
    ).test(rest) &&
    !/^(?:leave|keep|put|show|fix|delete|run|test|explain)\b/.test(rest),
  ({ rest, isInsisting, isReply }) => isReply && isInsisting && /^(?:to|not to) [a-z]{3}/.test(rest),
  ({ rest, isInsisting, isReply }) =>
    isReply &&
    isInsisting &&
    /^(?:you (?:ran|used|added|wrote|put|committed|pushed|made|changed|created|edited|deleted|forgot)|[a-z]+,? not) [a-z]/.test(
      rest,
    ),
  // We use pnpm here. We don't squash, we rebase.
  ({ rest, isReply }) =>
    (/^we(?:'re| are)? (?:not )?(?:do not|don't|dont|never|only|always|must|prefer|follow|use|using|stick to|write|test|target|keep)\b(?! have| has| see| know| care| want| need| even)/.test(
      rest,
    ) ||
      /^we(?:'ve| have) (?:got )?[a-z]+ (?:for (?:that|this|it)|in this repo|here)/.test(rest)) &&
    !/(?:,|\band|\bso|\bbut) (?:i|can|could|please|look|let|what|how|you|it)\b/.test(rest) &&
    (isReply ||
      /\b(?:here|in this (?:project|repo|codebase)|instead|not|never|always|only|don't)\b/.test(rest)),
  // pnpm, not yarn. Use rem instead of px everywhere.
  ({ rest, isReply, isAfterOffer }) =>
    isReply &&
    !isAfterOffer &&
    !TASK.test(rest) &&
    /^(?:use |it's |it is |prefer |with |always )?(?!(?:the|a|an|my|your|make|i|i'm|we|we're|you|you're|they|that's|he|she|there|also|again|still|apparently|probably|maybe)\b)[^\s,]{2,24}(?:(?: [^\s,]{2,20}){0,3}, not| not|(?: [^\s,]{2,20}){0,3},? (?:instead of|rather than|over|never)) (?!(?:the|a|an|my|your|yet|now|sure|working|bad|really|necessary|needed|that|quite|only|just|what|how|like|good|right|correct)\b)[^\s,]{2,24}(?: [^\s,]{2,24}){0,4}$/.test(
      rest.replace(/[.!]+$/, ''),
    ),
  // Use const by default. Keep functions short.
  ({ rest, clause, isReply, isAfterOffer }) =>
    isReply &&
    !isAfterOffer &&
    re(`^${VERBS} `).test(rest) &&
    (!/^[a-z]+(?: to| with)? (?:the|a|an|my|your|our|q)\b/.test(rest) || EVERYTHING.test(rest)) &&
    !/^(?:write (?:some|a|an|the)|commit|push|run|fix|show|explain|test|delete|make|document|log|put|leave|return|ask|sort|group|name|pass|store|wrap|format) (?!only |no |minimal |small |dead |descriptive |errors |new |ui )/.test(
      rest,
    ) &&
    !/\.[a-z]{2,4}\b|\d+ ?px|\bfor the [a-z]+[.!]?$/.test(clause.replace(/\bfor the tests?\b/, '')),
  // Use the venv for everything.
  ({ rest, isReply, isAfterOffer }) =>
    isReply &&
    !isAfterOffer &&
    re(`^(?:${VERBS}|remove|update|run) `).test(rest) &&
    !/^(?:make|show|explain|fix|write (?:some|a|an|the)|put|commit|log|document|store)\b/.test(rest) &&
    !(
      /^(?:remove|update|run|delete|test)\b/.test(rest) &&
      !/\b(?:always|every time|each time|by default)\b/.test(rest)
    ) &&
    EVERYTHING.test(rest),
  // Delete dead code, do not comment it out.
  ({ rest, clause, isReply, isAfterOffer }) =>
    isReply &&
    !isAfterOffer &&
    !/^(?:the|it|this|that|a|an|yes|good|great|nice)\b/.test(rest) &&
    /^[a-z' -]{4,60}, (?:do not|don't|dont|never|and not|not) (?:by hand|[a-z]{3,20}\b)/.test(rest) &&
    !ONE_THING.test(rest) &&
    !TASK.test(rest) &&
    !/\b(?:the|a|an|my|your|you|some|i)\b/.test(clause),
  // Tests go next to the source file. Every function needs type hints.
  ({ rest, isReply }) =>
    re(
      `^(?:(?:all|every|each|any|new|our|public|the generated) ){0,2}(?:[a-z-]{2,20} ){0,2}?${DEV} (?:(?:always|never|only|also|still) )?(?:should|must|needs?|ha(?:s|ve) to|go(?:es)?|starts?|begins?|belongs?|ends?|stays?|lives?|gets?|follows?|uses?|(?:is|are) (?:never|not|always|only|lower|upper|written|generated|done|kept|named|in)|never|always)\\b`,
    ).test(rest) &&
    !/^(?:the|this|that|my|your|some|most|both|these) (?!generated)/.test(rest) &&
    !/\b(?:fix|please look|failing|broken)\b/.test(rest) &&
    (isReply || /^(?:all|every|each|any)\b/.test(rest)),
  // Wildcard imports are a no-go.
  ({ rest, isReply }) =>
    isReply &&
    /\b(?:is|are) (?:forbidden|banned|not allowed|not acceptable|off[- ]limits|read[- ]only|a no-?go|prohibited|unacceptable|taboo|not an option)\b/.test(
      rest,
    ),
  // I prefer few good tests over many.
  ({ rest, clause, isReply, isAfterOffer }) =>
    isReply &&
    !isAfterOffer &&
    /^i (?:really |strongly |much |just |honestly )?(?:prefer|hate|dislike|can't stand|(?:do not|don't|dont|never) (?:like|want|need|ever want)|want (?:no|only|every|all)) (?!to\b|the (?!word)|that\b|you to\b|any changes)/.test(
      clause,
    ) &&
    (!/ (?:a|an) /.test(clause) || EVERY.test(rest)) &&
    (!/ (?:want|need)\b/.test(clause) || OF_WORK.test(rest)),
  // You must ask before deleting anything. Nobody merges without a review.
  ({ rest, clause, isReply }) =>
    /^(?:you|nobody|no one|noone)(?:'re| are)? (?:must|should|have to|need to|can't|cannot|can not|shouldn't|should not|may not|must not|mustn't|not allowed to|(?:do not|don't|dont|never|always|only)|merges|pushes|commits)\b(?! (?:see|know|find|have|get|be (?:able|in|[a-z]+ing)|understand|seem|think|need|support|worry|mean|mention|say|want|like|give)\b)/.test(
      rest,
    ) &&
    !ONE_THING.test(
      clause.replace(
        /^(?:you|nobody|no one|noone)\S* (?:must|should|have to|need to|can't|cannot|can not|shouldn't|should not|may not|must not|not allowed to|only|do not|don't|dont) /,
        'do not ',
      ),
    ) &&
    (isReply || /\b(?:before|without|unless|ever|any|all|every)\b/.test(rest)) &&
    (!/^you(?:'re| are)? (?:must|should|have to|need to) (?!not\b|never\b)/.test(rest) ||
      /\b(?:before|without|unless|ever|any|all|every|always|never|not|only)\b/.test(rest)),
  // Single quotes please. Tailwind only.
  ({ rest, isReply, isAfterOffer }) =>
    isReply &&
    !isAfterOffer &&
    /^(?!(?:yes|no|ok|okay|the|that|this|these|go|do|more|another|some|all|both|option|now|next|one (?:more|moment|sec)|thank|thanks|run|test|tests|commit|push|fix|show|try|check|explain|help|again|undo|revert|redo|only|yours?|my|stop|wait)\b)(?!(?:[a-z-]+ ){0,5}(?:a|an|the|our|my|your|to|in|of|and|issue|is|are|was|for|if|when|when|not)\b)[a-z-]+(?: [a-z-]+){1,4}(?:,)? (?:please|only|everywhere|only please|pls)(?=[,!]|[.](?: |$)|$)/.test(
      rest,
    ) &&
    !TASK.test(rest),
  ({ rest, isReply }) => isReply && /^[a-z-]+ only, (?:no|not|never) /.test(rest),
  // Answer in short sentences. Less explaining.
  ({ rest }) =>
    /^(?:answer|reply|respond|speak|talk)(?: (?:me|to me))? (?:only |always )?(?:in|with) [a-z]/.test(rest) &&
    !/\bin (?:this|the) (?:issue|thread|pr)\b/.test(rest),
  ({ rest, isReply }) =>
    isReply && /^(?:less|fewer|shorter) (?!than\b|the\b)[a-z]+(?:[,.!]| please|$)/.test(rest),
  // Whenever you touch the schema, update the diagram too.
  ({ rest }) =>
    /^(?:when|whenever|every time|each time|any ?time) (?:you|we) (?!(?:are|'re|have|get to|reach|see this|finish(?:ed)?|done)\b)(?:[a-z'-]+ ){1,8}?[a-z'-]+,? (?:use|always|never|run|update|write|ask|make|check|add|do not|don't|tell|start|keep|also)\b/.test(
      rest,
    ),
  // Remember that our API returns snake_case.
  ({ rest, isReminding }) => isReminding && rest.split(' ').length >= 4,
]

const EVERYTHING =
  /\b(?:everything|everywhere|always|by default|every time|each time|for all [a-z]+|in all [a-z]+|wherever|whenever|instead of [a-z|]+|rather than [a-z.]+|over [a-z]+)\b/
