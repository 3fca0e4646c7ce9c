import { withoutMarkdown } from '../text/prose.ts'
import { type Unit, unitsIn } from '../text/sentences.ts'
import { truncateAtWord } from '../text/truncate.ts'
import { type Beginning, beginning, beginsWith, letterPattern } from '../text/words.ts'

/** An item that a session's last answer leaves open, in the answer's words. */
interface OpenEnd {
  readonly kind: 'next' | 'blocker' | 'question'
  readonly text: string
  /** Start of the item's sentence in the answer. */
  readonly at: number
}

/**
 * Open work that an answer states: lists under a heading such as "Next steps", open checkboxes, sentences such as
 * "What remains is ...", and the question at its end. A wider search is not worth it: readers found fewer than
 * a quarter of its results useful (docs/lab/briefs.md).
 */
export function openEndsIn(answer: string): readonly OpenEnd[] {
  const units = unitsIn(answer)
  const found = units.flatMap((unit, index) => {
    const fromEnd = units.length - index
    const isFirst = units[index - 1]?.heading !== unit.heading
    return listed(unit, { isFirst, fromEnd }) ?? stated(unit, fromEnd)
  })
  const asked = questionAtEnd(units)
  return [...withoutRepeats(found).slice(0, MAX_LISTED), ...(asked ? [asked] : [])]
}

const MAX_LISTED = 12
const MAX_TEXT = 240

const openEnd = (kind: OpenEnd['kind'], text: string, at: number): readonly OpenEnd[] => {
  const plain = truncateAtWord(withoutMarkdown(text).replace(/[\s.;:,]{1,4}$/, ''), MAX_TEXT)
  return wordsIn(plain) < 2 || NOTHING.test(plain) ? [] : [{ kind, text: plain, at }]
}

const wordsIn = (text: string): number =>
  text.split(/\s+/).filter((word) => letterFor(text).test(word)).length
const letterFor = letterPattern(/[a-z]/i, () => /\p{L}/u)
/** A list may state that it is empty. */
const NOTHING = /^(?:none|nothing|no (?:known|open|remaining|further|outstanding)|n\/a|all done)\b/i

interface UnitPlace {
  /** Whether the unit is the first sentence under its heading. */
  readonly isFirst: boolean
  readonly fromEnd: number
}

/**
 * An item or the first sentence under a heading for open work, or an open checkbox. Undefined for other
 * sentences.
 */
function listed(unit: Unit, place: UnitPlace): readonly OpenEnd[] | undefined {
  if (unit.box === 'done' || unit.depth > 0) return unit.isItem ? [] : undefined
  if (/:[*_]{0,3}$/.test(unit.text.trimEnd())) return [] // the unit introduces others
  const kind = kindUnder(unit) ?? (unit.isItem && isOpenBox(unit, place) ? 'next' : undefined)
  const isListed = unit.isItem || (kind === 'next' && !unit.lead && place.isFirst)
  return isListed && kind ? openEnd(kind, unit.text, unit.at) : undefined
}

function kindUnder({ lead, heading }: Unit): OpenEnd['kind'] | undefined {
  const title = withoutMarkdown(lead ?? heading ?? '').replace(/[\s:.]{1,4}$/, '')
  if (title === '') return undefined
  if (NEXT_TITLE.test(title)) return 'next'
  return ISSUES_TITLE.test(title) ? 'blocker' : undefined
}

const isOpenBox = ({ box }: Unit, { fromEnd }: UnitPlace): boolean => box === 'open' && fromEnd <= LAST_BOXES
/** Only checkboxes near the end of an answer count. Those further up are usually quoted from files. */
const LAST_BOXES = 15
const NEXT_TITLE =
  /^(?:\W{0,4})(?:(?:the |recommended |suggested |immediate |possible )?next (?:steps?|actions?|up)|what(?:'s| is)? (?:next|left|remains|remaining|still open|to do next)|(?:still |work |items? )?(?:remaining|outstanding|pending|left)(?: (?:work|items?|steps?|tasks?|todos?|issues?))?|still (?:open|to do|missing|needed|left)|to-?dos?|left to do|not (?:yet )?(?:done|implemented|started|covered)(?: yet)?|(?:possible |suggested )?follow-?ups?(?: (?:work|items?|tasks?))?|open (?:items|points|tasks|work|ends)|action items?|to finish|before (?:merging|release|you merge)|what (?:needs fixing|(?:needs|is left|remains) to be done|to do|to fix)(?: next| now)?|proposed (?:fix |next )?(?:plan|steps?|fixes)|revised order)$/i
const ISSUES_TITLE =
  /^(?:\W{0,4})(?:known (?:issues?|problems?|limitations?|gaps?|bugs?)|blocked(?: (?:by|on))?|blockers?|blocking(?: issues?)?|open (?:issues|problems)|unresolved(?: issues?)?|still (?:failing|broken))$/i

/** Remaining work that one of the last sentences states. */
function stated(unit: Unit, fromEnd: number): readonly OpenEnd[] {
  if (fromEnd > LAST_SENTENCES || unit.text.trimEnd().endsWith('?')) return []
  const text = withoutMarkdown(unit.text)
  const said = LEFT.map(({ words, pattern }) => (beginsWith(text, words) ? pattern.exec(text) : null)).find(
    (match) => match !== null,
  )
  if (said) return openEnd('next', text.slice(said[0].length), unit.at)
  return beginsWith(text, CONDITIONS) && AFTERWARDS.test(text) ? openEnd('next', text, unit.at) : []
}

const LAST_SENTENCES = 6
/** Opening words that are not part of the step. */
const LEFT: readonly Beginning[] = [
  beginning('the next', /^(?:the )?next (?:step|up|action)s?(?: is| are|:| —| -)+ (?:to )?(?=\w)/i),
  beginning(
    "what what's all that that's the",
    /^(?:what(?:'s| is)? (?:left|remaining|remains)|(?:all )?that(?:'s| is) left|the (?:only )?(?:remaining|last|open|outstanding) (?:step|item|piece|work|task|thing|part|change)s?)(?: now)?(?: is|:| are)+ (?:to )?(?=\w)/i,
  ),
  beginning(
    'still left remaining todo to',
    /^(?:still (?:to do|open|missing|left)|left to do|remaining|todo|to do)(?: is| are)?: (?:to )?(?=\w)/i,
  ),
  beginning("you you'll", /^you(?:'ll| will)? still (?:need|have) to (?=\w)/i),
  beginning('remaining', /^remaining (?:in|from|on) [^:]{3,80}: (?=\w)/i),
]
const CONDITIONS: ReadonlySet<string> = new Set(['after', 'once', 'when'])
/** "After merging #186, push a new tag": a condition and an action. */
const AFTERWARDS =
  /^(?:after|once|when) [^,.]{3,80}, (?:(?:please|you(?:'ll| will)? (?:need to|have to|should|must|can)|we (?:need to|should)) )?(?:push|run|re-?run|deploy|merge|tag|release|commit|open|create|update|delete|remove|restart|rebuild|publish|bump|set|add|apply|check|verify|test)\b/i

/** The question that ends the answer, unless it is only polite. */
function questionAtEnd(units: readonly Unit[]): OpenEnd | undefined {
  const last = units.at(-1)
  if (!last?.text.trimEnd().endsWith('?')) return undefined
  const text = withoutMarkdown(last.text).replace(/^(?:so|and|ok|okay|now|then)[, ]+/i, '')
  if (POLITE.test(text) || wordsIn(text) < LEAST_QUESTION) return undefined
  return { kind: 'question', text: truncateAtWord(text, MAX_TEXT), at: last.at }
}

const LEAST_QUESTION = 3
/** Polite closing questions without a subject. */
const POLITE =
  /^(?:anything else|what(?:'s| is)? next|what (?:would|do) you (?:like|want)(?: me)? to (?:do|work on|tackle|look at)(?: next)?|(?:do you )?need anything|is there anything|does (?:that|this) (?:make sense|help|work|look)|make sense|sound good|how does (?:that|this) (?:sound|look)|any (?:other )?(?:questions|thoughts)|want (?:me )?to (?:dig|dive|go deeper)|ready\b)/i

function withoutRepeats(ends: readonly OpenEnd[]): readonly OpenEnd[] {
  const seen = new Set<string>()
  return ends.filter(({ text }) => {
    const key = text.toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
}
