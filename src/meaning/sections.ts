/** What stands beneath a heading, or beneath a line that introduces a list. */
export type Section = 'next' | 'proposal' | 'decision' | 'blocker' | 'question' | 'report' | 'option'

/** The first that fits counts. */
const SECTIONS: readonly (readonly [Section, RegExp])[] = [
  [
    'option',
    /^(?:option|choice|alternative) \w{1,3}\b|\b(?:options?|alternatives|(?:two|three) (?:approaches|directions|ways))\b.{0,30}$/i,
  ],
  ['question', /\b(?:open questions?|questions? for you|clarif\w{1,10} questions?)\b/i],
  [
    'decision',
    /\b(?:decisions?|decided|design choices?|key choices|out of scope|non-?goals?|constraints?|why not|judge?ment calls?|not changed|unchanged|^conventions?|ground rules|trade-?offs?|deferred|^skipped|left alone|going forward)\b/i,
  ],
  ['blocker', /\b(?:state problems|could break|drawbacks|concerns|nits|errors? summary)$/i],
  [
    'report',
    /\b(?:what (?:was|i|we|has been)? ?(?:done|did|changed|landed|built|fixed|happen(?:s|ed)|exists|you now have)|changes? made|files? (?:changed|touched|modified)|fixes|fixed|addressed|completed?|done|implemented|verification|verified|test results?|tests|positive|strengths|^summary|summary of|background|context|existing|current state|behaviou?r|flow|usage|the fix)\b/i,
  ],
  [
    'proposal',
    /\b(?:propos(?:ed|al)|(?:fix|implementation|refined|revised|updated) plan|^plan|exact changes|recommended (?:fix|changes?|approach)|required (?:\w{1,20} )?changes|what i'd (?:actually )?do|what needs (?:to change|fixing|to be done)|how to fix \w{1,12}|^fix$|^what changes$|should look like|^scope$|(?:revised|proposed) order|suggested (?:fix|changes?)|could help|this involves)\b/i,
  ],
  [
    'next',
    /\b(?:next(?: steps?| up)?\b|to-?dos?\b|remaining (?:work|tasks?|items?|steps?)|what (?:remains|is left|to do)|what'?s (?:left|next)|left for you|(?:noted )?for later|left to do|still to do|follow-?ups?|action items|outstanding|housekeeping|before (?:proceeding|merge|i)|(?:proceed|going) to|pending (?:work|tasks?|items?))|^remaining$/i,
  ],
  [
    'blocker',
    /(?:\b(?:blocked|blockers?|(?:known|remaining|open|main|critical|other|valid|two|three|four|\d) (?:\w{1,12} )?(?:issues?|problems?|bugs?)|issues? found|critical\b.{0,80}|(?:high|medium|low)[- ]priority|(?:known )?limitations|gaps|caveats?|worth fixing|findings|needs fixing|fail(?:ing|ed) tests?\b.{0,40}|failures|problems? (?:\w{1,12} ){0,4}(?:surfaced|found|remain))|^(?:issues?|problems?|bugs?|risks?|impact)|^(?:high|medium|low)\b.{0,16})$/i,
  ],
]

/** In a longer one only its end tells what follows. */
const LONGEST = 80
const SHORT = 60
const LAST_CLAUSE = /[.;—] [^.;—]{0,60}$/

/** A lead is asked for its last sentence: what stands before it introduces nothing. */
export function sectionOf(title: string | undefined): Section | undefined {
  if (title === undefined) return undefined
  const last = title
    .slice(title.length > LONGEST ? Math.max(title.search(LAST_CLAUSE) + 1, title.length - SHORT) : 0)
    .replaceAll(/[*_`:]/g, '')
  return SECTIONS.find(([, pattern]) => pattern.test(last.trim()))?.[0]
}
