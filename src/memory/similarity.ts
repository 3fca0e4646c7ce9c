import { haveOtherSubjects } from './subject.ts'
import { SAME_RULE } from './thresholds.ts'
import { canonicalStem, polarityOf, ruleWords } from './words.ts'

/** A rule with the words that are compared. */
export interface ComparableRule {
  readonly rule: string
  readonly about: readonly string[]
}

export const comparableRule = (rule: string): ComparableRule => ({ rule, about: ruleWords(rule) })

const even = (): number => 1

/** Weighted cosine of two sets of words; synonyms count as one word. */
export function wordSimilarity(
  one: readonly string[],
  other: readonly string[],
  weightOf: (word: string) => number = even,
): number {
  const mine = new Set(one.map(canonicalStem))
  const others = new Set(other.map(canonicalStem))
  const common = [...mine].filter((word) => others.has(word))
  const size = Math.sqrt(squares(mine, weightOf) * squares(others, weightOf))
  return size === 0 ? 0 : squares(common, weightOf) / size
}

const squares = (words: Iterable<string>, weightOf: (word: string) => number): number => {
  let sum = 0
  for (const word of words) sum += weightOf(word) ** 2
  return sum
}

/**
 * Whether two rules say the same thing. Either their words are the same, or they share at least two
 * significant words (a single word proves little), both demand or both forbid, their subjects are the same,
 * and neither demands what the other forbids.
 */
export function isSameRule(one: ComparableRule, other: ComparableRule): boolean {
  if (bare(one.rule) === bare(other.rule)) return true
  if (isSameChoice(one, other) || isSameDemand(one, other)) return true
  const others = new Set(other.about.map(canonicalStem))
  const common = one.about.filter((word) => others.has(canonicalStem(word))).length
  const isAlike =
    common >= 2 &&
    wordSimilarity(one.about, other.about) >= SAME_RULE &&
    polarityOf(one.rule) === polarityOf(other.rule)
  return (
    isAlike &&
    !isCrossed(choiceIn(one.rule), choiceIn(other.rule)) &&
    !haveOtherSubjects(one.rule, other.rule)
  )
}
/**
 * `Use pnpm, not npm` and `don't use npm, use pnpm`: both demand and forbid the same things, and name nothing
 * else.
 */
export function isSameChoice(one: ComparableRule, other: ComparableRule): boolean {
  const [mine, its] = [choiceIn(one.rule), choiceIn(other.rule)]
  return (
    mine.refused.length > 0 &&
    haveSameWords(mine.wanted, its.wanted) &&
    haveSameWords(mine.refused, its.refused) &&
    haveSameWords(one.about.map(canonicalStem), other.about.map(canonicalStem))
  )
}
/** `Use tabs` and `use tabs, not spaces`: both demand the same thing, and at most one says what it replaces. */
export function isSameDemand(one: ComparableRule, other: ComparableRule): boolean {
  const [mine, its] = [choiceIn(one.rule), choiceIn(other.rule)]
  if (mine.refused.length > 0 && its.refused.length > 0) return false
  if (haveOtherSubjects(one.rule, other.rule)) return false
  const demanded = ({ about }: ComparableRule, { refused }: Preference): readonly string[] => [
    ...new Set(about.map(canonicalStem).filter((word) => !refused.includes(word))),
  ]
  return haveSameWords(mine.wanted, its.wanted) && haveSameWords(demanded(one, mine), demanded(other, its))
}

const haveSameWords = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 0 && one.length === other.length && one.every((word) => other.includes(word))

const bare = (rule: string): string => rule.toLowerCase().replace(/[\s.!]{1,9}$/, '')

/** The demands and prohibitions of a rule. */
export interface Preference {
  readonly wanted: readonly string[]
  readonly refused: readonly string[]
}

const OVER =
  /^(.{0,160}?)(?:,? (?:instead of|rather than|over|in place of|and not|but not|not|never)) (?:use |using |the |a |an )?(.{1,160})$/i
const USE =
  /\b(?:use|using|prefer|choose|pick|write|adopt|indent with|stick (?:to|with)|switch to|go with)\b (?:the |a |an )?(.{1,120})/i

export function choiceIn(rule: string): Preference {
  const text = rule.replace(/[.!]{1,3}$/, '')
  const halves = halvesOf(text)
  if (halves) return halves
  const parted = OVER.exec(text)
  if (parted && polarityOf(text) === 'do')
    return {
      wanted: objectOf(USE.exec(parted[1] ?? '')?.[1] ?? parted[1] ?? ''),
      refused: objectOf(parted[2] ?? ''),
    }
  const object = objectOf(USE.exec(text)?.[1] ?? '')
  return polarityOf(text) === 'leave' ? { wanted: [], refused: object } : { wanted: object, refused: [] }
}

/** The object of a clause, without the words that state place and purpose. */
const objectOf = (text: string): readonly string[] =>
  ruleWords(
    text.split(
      / (?:for|in|on|when|while|as|with|to|if|unless|because|from|by|everywhere|at)\b|[,;(]/,
      1,
    )[0] ?? '',
  ).map(canonicalStem)

/** `Use npm, never pnpm`: of two short clauses, one demands and the other forbids. */
function halvesOf(text: string): Preference | undefined {
  const halves = clausesOf(text).map((clause) => ({
    isRefused: isForbidding(clause),
    things: objectOf(USE.exec(clause)?.[1] ?? clause),
    isNamed: USE.test(clause),
  }))
  const [one, other] = halves
  if (halves.length !== 2 || !one || !other || one.isRefused === other.isRefused) return undefined
  const isShort = halves.every(({ things, isNamed }) => things.length > 0 && (isNamed || things.length === 1))
  if (!isShort || !halves.some(({ isNamed }) => isNamed)) return undefined
  const [refused, wanted] = one.isRefused ? [one, other] : [other, one]
  return { wanted: wanted.things, refused: refused.things }
}

/** Whether one rule demands what the other forbids. */
export const isCrossed = (one: Preference, other: Preference): boolean =>
  one.wanted.some((word) => other.refused.includes(word)) ||
  other.wanted.some((word) => one.refused.includes(word))

/** Splits `pnpm, never npm` and `pnpm instead of npm` into clauses; each keeps its negation. */
export const clausesOf = (rule: string): readonly string[] =>
  rule
    .slice(0, FAR)
    .replaceAll(/\b(?:instead of|rather than|in place of|as opposed to)\b/gi, '; never')
    .split(
      /[,;:.!]\s|[.!;]$|\s(?:but|—|--?)\s|(?<!\b(?:do|does|did|must|should|may|can|will|would|is|are))\s(?=(?:never|not)\s)/i,
    )
    .map((clause) => clause.trim())
    .filter(Boolean)
const FAR = 2000
export const isForbidding = (clause: string): boolean =>
  /^not\s/i.test(clause) || polarityOf(clause) === 'leave'
