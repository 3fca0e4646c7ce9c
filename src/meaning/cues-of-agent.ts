import type { Cues } from './cue.ts'

/** What the words of an agent speak for. Weights add up; half of one is enough. */
export const AGENT: Cues = [
  {
    kind: 'decision',
    speaks: [
      [
        0.5,
        /\b(?:going with|we'll (?:use|go with|keep|skip)|in favou?r of|agreed (?:to|on|that)|the (?:chosen|agreed) (?:approach|design)|no need (?:to|for)|scoped to|rule:|convention:)/i,
      ],
      [0.5, /\b(?:deliberate(?:ly)?|intentional(?:ly)?|on purpose|by design|conscious(?:ly)?)\b/i],
      [
        0.5,
        /\b(?:i|we)(?:'ve| have)? (?:decided|chose|opted|picked|settled|went with|stuck with|kept|skipped|declined)\b|\bi(?:'ll| will|'d) (?:lock|keep|leave)\b|\bi won't\b|\bdeciding factor\b|\bon board with\b|\bi(?:'ll| will) always\b|\bi wouldn't\b|\bwe only care\b|\bdecision\b.{0,3}:|\bonly correct\b/i,
      ],
      [
        0.5,
        /(?:^|[—–:-] )(?:kept|left|skipped|ignored|declined|deferred|not needed|not viable)\b|\b(?:stays?|left|leav(?:e|ing)|kept) (?:\S{1,40} ){0,3}?(?:as-is|alone|verbatim|unchanged|untouched|out)\b|\bis (?:skipped|excluded|ignored)\b/i,
      ],
      [
        0.35,
        /\b(?:rather than|instead of|as opposed to)\b|\bsafer to\b|\bprefer(?:red|s|ring)?\b|\bfavou?r(?:ed|ing)\b/i,
      ],
      [
        0.3,
        /\bby default\b|\bdefaults? to\b|\bstays?\b|\bremains?\b|\b(?:un|not )changed\b|\bbackwards?[- ]compatib\w{1,6}\b/i,
      ],
      [
        0.25,
        /\b(?:consistent with|mirrors?|matches|same (?:pattern|shape) as|per (?:the|your|claude\.md))\b|\bonly (?:when|if|fires|for)\b/i,
      ],
      [0.3, /, (?:and )?not (?:the|a|an|in|from|just)\b|\(not (?:\w{1,20} ){0,4}\w{1,20}\)/i],
      [
        0.5,
        /\b(?:out of scope|non-goals?|is decided|no (?:\w{1,12} )?changes? needed|not worth|non-negotiable|best we can do|deferred (?:to|until))\b/i,
      ],
      [0.5, /^(?:(?:also|so) )?(?:do not|never|always|must)\b/i],
      [0.25, /\b(?:must(?: not)?|never|always)\b/i],
      [
        0.2,
        /\b(?:because|since|so that|to avoid|otherwise|to keep|to prevent|for simplicity|for now|anyway|would (?:just |only )?(?:be|make|wrongly|collapse))\b|\b(?:which|this) (?:keeps|avoids|ensures|prevents|preserves|means)\b|, so \w{1,20} (?:\w{1,20} )?(?:can|can't|never|don't|doesn't|won't|stays?|still)\b/i,
      ],
      [
        0.4,
        /\b(?:we )?should (?:stay|remain|live|handle|standardi[sz]e)\b|\bshouldn't be\b|\b(?:is|are) (?:appropriate|enough|sufficient|reasonable|fine|mandatory|the right (?:call|place))\b/i,
      ],
    ],
    against: [
      [0.6, /\b(?:unstaged|untracked|of the commit)\b|^thank\b/i],
      [0.3, /^(?:this|it) (?:ensures|means|explains|emphasi[sz]es)\b/i],
      [
        0.3,
        /^(?:\S{1,60} (?:[—–-] )?)?(?:added|updated|removed|created|fixed|renamed|replaced|moved|changed|refactored)\b/i,
      ],
      [0.5, /\b(?:i'd|i would) (?:recommend|suggest|lean)|\brecommend|\bcould\b|\bmight\b|\bmay\b|\?$/i],
      [0.5, /^(?:let me|now (?:let|i|add|update|check)|i'll (?:now|start|first|check)|you're right)/i],
    ],
  },
  {
    kind: 'next',
    speaks: [
      [
        0.5,
        /\b(?:left to do|not done yet|yet to be|before (?:merging|merge|release|shipping)|make sure to|don't forget to|remember to|plan to)\b/i,
      ],
      [
        0.4,
        /^consider \w{3,14}ing\b|\bshould also\b|\bneeds? an? (?:entry|test|review|migration|rebuild|restart)\b/i,
      ],
      [0.6, /\bnext (?:steps?|up|is|validation|in (?:stack|line))\b.{3}|^next:/i],
      [
        0.6,
        /^(?:still )?remaining\b.{0,60}:|\bremaining (?!un)(?:\w{1,12}-?\w{0,12} )?(?:changes?|work|tasks?|items?|piece)\b/i,
      ],
      [
        0.5,
        /\bstill (?:needs?|to be|to do|has to|have to|pending|running)\b|\bneeds? (?:to (?:be (?:fixed|updated|added|removed|run|re\w{2,9}|done|tested)|map|update|add|run|decide)\b|\/|a follow)|\bha(?:s|ve)n't been (?:done|updated|run|tested)\b/i,
      ],
      [
        0.55,
        /\byou(?:'ll| will)(?: \w{1,10})? need\b|\byou(?:'ll| will| may| might| would)? (?:need to|want to|want a|have to)\b|\bwhen you're ready\b|\bi'll need to\b|\bi think we should\b|\bfix should be\b|\byou can (?:now )?(?:rerun|re-run|run|test|try|verify)\b/i,
      ],
      [
        0.55,
        /\bshould (?:be (?:fixed|updated|done|added|removed|tested|addressed)|get updated)\b|\bcan be (?:deleted|removed)\b/i,
      ],
      [
        0.5,
        /\bTODO:|[([]TODO[)\]]|\bas an? (?:\w{1,12} )?follow-?up\b|\b(?:great|good|small|natural) follow-?up\b|\bfuture (?:work|optimi[sz]ation|improvement)|\bwhen you get a chance\b|\bloose ends?\b|\bwe can address (?:\S{1,20} ){0,3}(?:later|when)\b/i,
      ],
      [
        0.5,
        /\bworth (?:a look|(?!noting|mentioning|knowing|reporting|deciding|keeping)\w{2,12}ing)\b|\bnatural next\b|^either \w{3,12}\b.{0,80}\bnow\b|^(?:my )?recommendation: |\bi'd do\b/i,
      ],
      [
        0.5,
        /^(?:rebuild|re-build|restart|rerun|re-run|retest|re-test|open a (?:new|fresh)|to test\b|ready for (?:the|you to))/i,
      ],
      [0.5, /^i'll (?:\S{1,40} ){1,30}(?:when|once|before|after)\b/i],
    ],
    against: [
      [1, /^new todo:/i],
      [
        0.6,
        /\?$|^(?:want|would|shall|should|let me|let's|now|if|say the word|that way)\b|\blet you know\b|\bi need to\b/i,
      ],
      [0.3, /:$/],
    ],
  },
  {
    kind: 'blocker',
    speaks: [
      [
        0.5,
        /\bblocked (?:on|by)\b|\bwaiting (?:on|for) (?:you|your)\b|\bdata loss\b|\bregression\b|\bdeadlock\b|\btimes? out\b|\bhangs\b|\bcrash(?:es|ing)\b/i,
      ],
      [
        0.45,
        /\b(?:not|never|isn't|aren't|wasn't) (?:handled|covered|wired|supported|cleared|validated|released|closed|zeroed|checked|enforced|persisted|propagated|registered|exposed)\b|\bno (?:minimum |formal |proper )?(?:validation|check|tests?|fallback|migration|guard|coverage|mechanism)\b|\black(?:s|ing)\b/i,
      ],
      [
        0.35,
        /\b(?:inconsistent|mismatch|incorrect(?:ly)?|unnecessar(?:y|ily)|swallow(?:s|ing)?|loses?|overwrites|discards)\b/i,
      ],
      [
        0.5,
        /\bstill (?:fail|broken|getting|seeing|contain|miss|show|read|open|leak|crash)\w*|\b\d{1,5} (?:of \d{1,5} )?(?:tests? )?(?:are )?fail(?:ing|ed|ures?)\b|\btests? (?:\w{1,12} )?fail(?:ing)?\b|\btests? (?:were|was) not run\b|\bnot (?:yet |actually )?(?:tested|verified|applied|implemented)\b|\bpre-existing\b.{0,60}\b(?:failure|issue|bug)\b|\bhas a bug\b|\bis the wrong\b|\buntested\b/i,
      ],
      [0.4, /\bfail(?:s|ing)?\b|\bbroken\b|\bbreaks\b|\bdies\b/i],
      [
        0.5,
        /^(?:the )?(?:real |main |core |key |second,? )?(?:\w{1,12} )?(?:problem|issue|bug|gap|culprit|risk)\b.{0,40}?(?::| is )|\bis a (?:real )?bug\b|\breal bug\b|\bbug found\b/i,
      ],
      [
        0.4,
        /\bsilently\b|\brace (?:window|condition)\b|\bleaks?\b|\bunverified\b|\bvulnerab\w{1,10}|\bmisses\b|\borphaned\b|\bone (?:\w{1,12} )?(?:residual|caveat|limitation)\b|\bi'll flag\b|\bpreventing\b|\bblocking\b|\bnever (?:run|fires?|called|checked|tested)\b/i,
      ],
      [
        0.55,
        /\bi (?:also )?(?:can't|cannot|couldn't|was unable to|don't have (?:access|permission)|have no access|don't see a\b)/i,
      ],
      [
        0.3,
        /\b(?:can't|cannot|unable to|doesn't|does not|isn't|aren't|nothing|no (?:way|existing|longer))\b/i,
      ],
      [0.25, /^but\b|\bhowever\b|\bonly (?:supports|shows|redraws|works)\b/i],
      [0.35, /\b(?:limitation|unsolved|flaky|wrong|stale|hardcoded|incomplete|missing|caveat)\b/i],
    ],
    against: [
      [
        0.5,
        /\b(?:fixed|resolved|no longer|now|was|were|had|previously|pass(?:es|ed)?|clean|verified|safe|reason)\b/i,
      ],
      [0.3, /^(?:if|when)\b|\b(?:would|could|might)\b|\?$|\bso that\b/i],
    ],
  },
  {
    kind: 'resolved',
    speaks: [
      [0.7, /^(?:(?:both|all|the) )?(?:\S{1,30} ){0,5}?(?:fixed|resolved)\b(?! by\b)|^fix:/i],
      [
        0.6,
        /\b(?:is|are|was|were|been|already) (?:now )?(?:fixed|resolved)\b(?! by\b)|\bworks now\b|\bfix is working\b/i,
      ],
    ],
    against: [
      [0.7, /\b(?:should be|to be|not|isn't|n't|what was) (?:fixed|resolved)\b|\bsummary\b|^here's\b|:$/i],
    ],
  },
  {
    kind: 'question',
    speaks: [
      [0.7, /\?["')]?$/],
      [
        0.6,
        /^(?:let me know (?:which|whether|if you(?:'d| want| prefer))|please (?:confirm|choose))\b|^should (?:we|i):$/i,
      ],
    ],
    against: [[0.4, /^(?:is that it|wait|["'“])|\bmake sense\?$/i]],
  },
  {
    kind: 'done',
    speaks: [
      [0.6, /^(?:done|completed|finished|implemented|committed|pushed|merged|released|deployed)\b.{12}/i],
      [
        0.5,
        /\b(?:is|are|has been|have been) (?:now )?(?:done|completed?|implemented|merged|pushed|committed|deployed|in place)\b/i,
      ],
    ],
    against: [[1, /\b(?:not|isn't|once|when|if|until|should be|to be|will be|needs? to)\b|\?$/i]],
  },
]
