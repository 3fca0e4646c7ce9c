import { stemOf } from '../text/words.ts'
import {
  type ComparableRule,
  choiceIn,
  comparableRule,
  isCrossed,
  type Preference,
  wordSimilarity,
} from './similarity.ts'
import { haveOtherSubjects, subjectWords } from './subject.ts'
import { DUPLICATE_RULE, SAME_QUESTION, SAME_RULE } from './thresholds.ts'
import { canonicalStem, polarityOf } from './words.ts'

/** The part of a stored rule that the search for conflicts needs. */
interface Ruled {
  readonly rule: string
  /** When it was last stated. */
  readonly at?: number
}

/** How two rules conflict, and which of them should be kept. */
export interface Conflict {
  readonly kind: 'contradiction' | 'duplication' | 'supersession'
  readonly why: 'opposite' | 'other choice' | 'same words' | 'includes' | 'said later'
  /** The words that both rules contain. */
  readonly about: readonly string[]
  /** Undefined for a contradiction without dates: the user must decide. */
  readonly keep?: 'first' | 'second'
}

/** Undefined if the rules do not conflict. Symmetric except for `keep`. */
export function conflictOf(first: Ruled, second: Ruled): Conflict | undefined {
  const [one, other] = [comparableRule(first.rule), comparableRule(second.rule)]
  const about = one.about.filter((word) =>
    other.about.some((its) => canonicalStem(its) === canonicalStem(word)),
  )
  const against = opposition(one, other)
  if (against) return settled(first, second, { why: against, about })
  if (haveOtherSubjects(first.rule, second.rule)) return undefined
  return duplicated(one, other, about)
}

/**
 * Whether one rule demands exactly what the other forbids. Only then may one replace the other without asking the
 * user.
 */
export function arePlainOpposites(first: string, second: string): boolean {
  const [mine, its] = [new Set(subjectWords(first)), new Set(subjectWords(second))]
  if (mine.size === 0 || mine.size !== its.size || [...mine].some((word) => !its.has(word))) return false
  return opposition(comparableRule(first), comparableRule(second)) === 'opposite'
}

function opposition(one: ComparableRule, other: ComparableRule): 'opposite' | 'other choice' | undefined {
  const [mine, its] = [choiceIn(one.rule), choiceIn(other.rule)]
  if (haveOtherPlaces(one.rule, other.rule, [...mine.wanted, ...its.wanted, ...mine.refused, ...its.refused]))
    return undefined
  const crossed = isCrossed(mine, its)
  const isOpposite = polarityOf(one.rule) !== polarityOf(other.rule)
  const alike = wordSimilarity(subjectOf(one), subjectOf(other))
  // "Use X instead of Y" and "never use Y" agree, though one demands and the other forbids.
  const agrees = overlap(mine.wanted, its.wanted) > 0 || (overlap(mine.refused, its.refused) > 0 && !crossed)
  if (
    crossed &&
    !agrees &&
    (alike > 0 || overlap(mine.wanted, its.refused) + overlap(its.wanted, mine.refused) > 0)
  )
    return 'opposite'
  if (isOpposite && !agrees && alike >= SAME_RULE) return 'opposite'
  return !isOpposite && isOtherChoice(mine, its, one, other) ? 'other choice' : undefined
}

/**
 * Whether the rules are about different places or objects: "tabs in package one", "spaces in package two".
 */
function haveOtherPlaces(one: string, other: string, chosen: readonly string[]): boolean {
  const rest = (rule: string): string =>
    subjectWords(rule)
      .filter((word) => !chosen.includes(word))
      .join(' ')
  const [mine, its] = [rest(one), rest(other)]
  return mine !== '' && its !== '' && haveOtherSubjects(mine, its)
}

const overlap = (a: readonly string[], b: readonly string[]): number =>
  a.filter((word) => b.includes(word)).length

/** Competing tools and styles, one group per line; a project uses one of each group. */
const RIVALS = [
  'npm pnpm yarn bun',
  'jest vitest mocha ava',
  'tabs tab space',
  'single double',
  'merge rebas squash',
  'camelcas snake_case kebab-case pascalcas camel snake kebab',
  'pip uv poetry conda',
  'eslint biome',
  'prettier biome',
  'unittest pytest',
  'class function',
  'interface type',
  'axio fetch',
  'async callback',
  'short long',
  'british american',
  'named default',
  'rest graphql',
].map((line) => new Set(line.split(' ').map((word) => stemOf(word))))

function isOtherChoice(
  mine: Preference,
  its: Preference,
  one: ComparableRule,
  other: ComparableRule,
): boolean {
  if (
    mine.wanted.length === 0 ||
    its.wanted.length === 0 ||
    overlap(mine.wanted, its.wanted) === mine.wanted.length
  )
    return false
  const isRival = RIVALS.some(
    (rivals) =>
      mine.wanted.some((word) => rivals.has(word) && !its.wanted.includes(word)) &&
      its.wanted.some((word) => rivals.has(word) && !mine.wanted.includes(word)),
  )
  if (isRival) return true
  // What each rule says apart from the choice itself: the place or purpose.
  const rest = (matter: ComparableRule, { wanted }: Preference): readonly string[] =>
    matter.about.map(canonicalStem).filter((word) => !wanted.includes(word))
  return (
    overlap(mine.wanted, its.wanted) === 0 &&
    wordSimilarity(rest(one, mine), rest(other, its)) >= SAME_QUESTION
  )
}

/** The words that name a rule's subject, regardless of whether the rule demands or forbids it. */
const subjectOf = ({ about }: ComparableRule): readonly string[] => about.map(canonicalStem)

const LATER =
  /\b(?:from now on|no longer|any ?more|going forward|actually|instead|changed my mind|new rule|as of now)\b/i

function settled(first: Ruled, second: Ruled, found: Pick<Conflict, 'why' | 'about'>): Conflict {
  if (first.at === undefined || second.at === undefined || first.at === second.at)
    return { kind: 'contradiction', ...found }
  const keep = first.at > second.at ? 'first' : 'second'
  const later = keep === 'first' ? first : second
  // Only a rule that announces a change supersedes the earlier one.
  return LATER.test(later.rule)
    ? { kind: 'supersession', why: 'said later', about: found.about, keep }
    : { kind: 'contradiction', ...found, keep }
}

function duplicated(
  one: ComparableRule,
  other: ComparableRule,
  about: readonly string[],
): Conflict | undefined {
  if (about.length === 0 || polarityOf(one.rule) !== polarityOf(other.rule)) return undefined
  const [mine, its] = [new Set(one.about.map(canonicalStem)), new Set(other.about.map(canonicalStem))]
  const common = [...mine].filter((word) => its.has(word)).length
  // The longer rule includes the shorter one.
  if (mine.size !== its.size && common >= 2 && common === Math.min(mine.size, its.size))
    return { kind: 'duplication', why: 'includes', about, keep: mine.size > its.size ? 'first' : 'second' }
  if (wordSimilarity(one.about, other.about) < DUPLICATE_RULE) return undefined
  return {
    kind: 'duplication',
    why: 'same words',
    about,
    keep: one.rule.length <= other.rule.length ? 'first' : 'second',
  }
}
