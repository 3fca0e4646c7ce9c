import { choiceIn, isCrossed } from './choice.ts'
import { meant } from './meant.ts'
import { SAME_RULE } from './thresholds.ts'
import { polarityOf, tellingWords } from './words.ts'

/** A rule as it is compared with others. */
export interface Matter {
  readonly rule: string
  readonly about: readonly string[]
}

export const matterOf = (rule: string): Matter => ({ rule, about: tellingWords(rule) })

/** Weighs every word alike. */
const even = (): number => 1

/** The cosine of two sets of words, in which a word counts as much as it weighs; words that mean the same are one. */
export function likeness(
  one: readonly string[],
  other: readonly string[],
  weightOf: (word: string) => number = even,
): number {
  const mine = new Set(one.map(meant))
  const others = new Set(other.map(meant))
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
 * The same words; or two telling ones in common at least, because one alone says little, and both say to do it, or both
 * to leave it, and neither wants what the other refuses.
 */
export function isSameMatter(one: Matter, other: Matter): boolean {
  if (bare(one.rule) === bare(other.rule)) return true
  const others = new Set(other.about.map(meant))
  const common = one.about.filter((word) => others.has(meant(word))).length
  const isAlike =
    common >= 2 &&
    likeness(one.about, other.about) >= SAME_RULE &&
    polarityOf(one.rule) === polarityOf(other.rule)
  return isAlike && !isCrossed(choiceIn(one.rule), choiceIn(other.rule))
}
const bare = (rule: string): string => rule.toLowerCase().replace(/[\s.!]{1,9}$/, '')
