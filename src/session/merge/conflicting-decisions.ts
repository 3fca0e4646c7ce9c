import { conflictOf } from '../../memory/conflict.ts'
import { comparableRule, isSameRule, wordSimilarity } from '../../memory/similarity.ts'
import { SAME_QUESTION } from '../../memory/thresholds.ts'
import { canonicalStem, ruleWords } from '../../memory/words.ts'

/**
 * Whether two decisions answer the same question differently. Prefers precision: a false conflict stops a merge, while
 * a missed one leaves both decisions visible.
 */
export function isConflicting(one: string, other: string): boolean {
  const found = conflictOf({ rule: one }, { rule: other })
  if (found && found.kind !== 'duplication') return true
  return differsInNumber(one, other) || differsInMeans(one, other)
}

export const isReworded = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase() ||
  isSameRule(comparableRule(one), comparableRule(other))

const NUMBER = /\d{1,12}(?:[.,]\d{1,6})?/g
/** Numbers that name a thing, not a quantity. */
const NUMBERED =
  /(?:#|\b(?:issue|pr|bug|ticket|step|phase|part|version|release|milestone|chapter|line|event|v)s? ?#?)\d/i

/** "Time out after 30 s", "time out after 60 s". */
function differsInNumber(one: string, other: string): boolean {
  if (NUMBERED.test(one) || NUMBERED.test(other)) return false
  const [mine, its] = [numbersIn(one), numbersIn(other)]
  if (mine.length === 0 || its.length === 0 || mine.join() === its.join()) return false
  return wordSimilarity(wordsBeside(one), wordsBeside(other)) >= SAME_QUESTION
}

const numbersIn = (text: string): readonly string[] => [...text.matchAll(NUMBER)].map(([found]) => found)
const wordsBeside = (text: string): readonly string[] => ruleWords(text.replaceAll(NUMBER, ' '))

/** "X with Y": X is the question, Y the choice. */
const MEANS = /^(.{3,160}?) (?:with|using|via|through|as|by) (.{1,160})$/i
/** "Store X in Y": a thing is stored in one place. */
const KEPT =
  /^(.{0,60}?\b(?:store|keep|save|put|cache|persist|hold|place|write|move|host|deploy|run|implement|live|kept|stored|saved|cached|persisted|hosted|implemented|written|lives?)\b.{0,160}?) (?:in|on|to|under|at) (.{1,160})$/i

function differsInMeans(one: string, other: string): boolean {
  return [MEANS, KEPT].some((pattern) => {
    const [mine, its] = [partsOf(one, pattern), partsOf(other, pattern)]
    if (!mine || !its || wordSimilarity(mine.matter, its.matter) < SAME_QUESTION) return false
    return mine.choice.length > 0 && its.choice.length > 0 && wordSimilarity(mine.choice, its.choice) === 0
  })
}

function partsOf(text: string, pattern: RegExp) {
  const [, matter = '', rest = ''] = pattern.exec(text.trim().replace(/[.!]{1,3}$/, '')) ?? []
  const choice = rest.split(/ (?:for|when|while|if|unless|because|so|until)\b|[,;(]/, 1)[0] ?? ''
  return matter === '' ? undefined : { matter: wordsOf(matter), choice: wordsOf(choice) }
}

const wordsOf = (text: string): readonly string[] => ruleWords(text).map(canonicalStem)
