import { onceForEach } from '../once.ts'
import { isStopWord } from './stop-words.ts'

/** Counts the tokens in text. */
export type CountTokens = (text: string) => number

/** Caches counts: fitting text into a budget counts the same strings repeatedly. */
export function countOnce(count: CountTokens): CountTokens {
  const counts = new Map<string, number>()
  return (text) => {
    const tokens = counts.get(text) ?? count(text)
    counts.set(text, tokens)
    return tokens
  }
}

/**
 * Whether the text has at most `budget` tokens. The tokenizer takes 200 ms to load, longer than a hook may
 * run, so it is used only if the bounds are inconclusive.
 */
export function fitsBudget(text: string, budget: number, count: CountTokens): boolean {
  if (tokenCeiling(text) <= budget) return true
  return leastTokens(text) <= budget && count(text) <= budget
}

interface TokenBudget {
  readonly budget: number
  readonly count: CountTokens
  readonly estimate?: CountTokens
}

/** Composes text with token estimates; if the result might not fit, composes it again with exact counts. */
export function composeWithin<T extends { readonly text: string }>(
  compose: (cost: CountTokens) => T | undefined,
  { budget, count, estimate = countOnce(estimateTokens) }: TokenBudget,
): T | undefined {
  const estimated = compose(estimate)
  if (!estimated || fitsBudget(estimated.text, budget, count)) return estimated
  return compose(countOnce(count))
}

/** A lower bound for the token count: no token spans two words. */
const leastTokens = (text: string): number => text.match(/\S+/g)?.length ?? 0

/**
 * An upper bound for the token count, without a tokenizer. For English and code, it is 10 to 50% above the exact
 * count, calibrated on briefs, messages and tool calls from real sessions. Text without English words, such as
 * other languages and random characters, gets a bound that holds for any text.
 */
export const tokenCeiling = onceForEach((text): number => {
  const { units, stopWords, words, letters, long, other } = measure(text)
  const share = units < ENOUGH_UNITS ? 0 : stopWords / units
  if (share < CODE_SHARE) return provenCeiling(text)
  const english = englishCost(words, long)
  const cost = other + (share < PROSE_SHARE ? Math.max(english, 0.3 * words + 0.36 * letters) : english)
  return Math.ceil(cost) + RARE_WORDS
})

/** Allowance for rare and foreign words in English text. */
const RARE_WORDS = 7

/**
 * No token is shorter than a byte. Any two lowercase letters form a token, except for rare pairs, so two
 * single-letter tokens are never adjacent, and three letters cost at most two tokens.
 */
function provenCeiling(text: string): number {
  let tokens = Buffer.byteLength(text)
  for (const [run] of text.matchAll(/[a-z]{4,}/g))
    if (!RARE_PAIR.test(run)) tokens -= Math.floor((run.length - 1) / 3)
  return tokens
}

/** The cost of a line, assuming English text. A single line has too few words to detect its language. */
export function estimateTokens(line: string): number {
  const { words, long, other } = measure(line)
  return Math.ceil(englishCost(words, long) + other)
}

const englishCost = (words: number, long: number): number => 0.99 * words + 0.1 * long

const ENOUGH_UNITS = 40
/** Share of stop words with three letters or more: high in prose, lower in code, nearly zero in random characters. */
const PROSE_SHARE = 0.07
const CODE_SHARE = 0.015

interface Measure {
  /** Words, numbers and characters beyond ASCII, and how many of them are English stop words. */
  readonly units: number
  readonly stopWords: number
  readonly words: number
  readonly letters: number
  /** Letters beyond the fifth in each word. */
  readonly long: number
  /** Cost of everything that does not look like a word. */
  readonly other: number
}

function measure(text: string): Measure {
  let [units, words, stopWords, letters, long, other] = [0, 0, 0, 0, 0, 0]
  for (const [run] of text.matchAll(RUN)) {
    const word = run.startsWith(' ') ? run.slice(1) : run
    if (isLikelyWord(word)) {
      words += 1
      letters += word.length
      long += Math.max(0, word.length - 5)
      if (word.length > 2 && isStopWord(word.toLowerCase())) stopWords += 1
    } else {
      other += costOf(run)
      if (isUnit(run)) units += run.length
    }
  }
  return { units: units + words, stopWords, words, letters, long, other }
}

/** Everything except punctuation and whitespace. */
const isUnit = (run: string): boolean => !/^[\s!-/:-@[-`{-~]+$/.test(run)

/** The encoding splits `camelCase` words; a space belongs to the word after it. */
const RUN = / ?[A-Z]?[a-z]+| ?[A-Z]+|[0-9]{1,3}|[ \t]+|\r?\n|[^\0-\x7f]+|./gs

const isLikelyWord = (run: string): boolean =>
  isSmall(run.charCodeAt(run.length - 1)) &&
  run.length <= LONGEST_WORD &&
  (run.length <= 3 || VOWEL.test(run)) &&
  !UNUSUAL.test(run)

const LONGEST_WORD = 14
const VOWEL = /[aeiouyAEIOUY]/
/** Letter pairs that do not form a token. */
const RARE_PAIR = /bq|g[kq]|j[vz]|k[qz]|[lntwy]q|q[fgjkvz]|rj|wz|x[gjkqvw]|z[jqv]/
const UNUSUAL = new RegExp(`[bcdfghj-np-tv-xz]{5}|[aeiou]{4}|(.)\\1\\1|${RARE_PAIR.source}`)

const isSmall = (code: number): boolean => code >= 0x61 && code <= 0x7a
const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

function costOf(run: string): number {
  const last = run.charCodeAt(run.length - 1)
  if (last > 0x7f) return costOfWide(run)
  if (isSmall(last)) return costOfLetters(run.trimStart())
  if (isCapital(last)) return costOfCapitals(run.trimStart().length)
  if (last === 0x20 || last === 0x09) return costOfBlanks(run)
  return isDigit(last) || last < 0x20 ? 1 : PUNCTUATION
}

/** Punctuation usually shares a token with the text next to it. */
const PUNCTUATION = 0.7

const costOfCapitals = (length: number): number => (length <= 8 ? (length + 1) / 2 : length)

/** If every letter pair is a token, single-letter tokens are never adjacent. See `provenCeiling`. */
const costOfLetters = (run: string): number =>
  RARE_PAIR.test(run) ? run.length : Math.ceil((2 * run.length + 1) / 3)

/** The encoding has tokens for long runs of one whitespace character, but few for mixed runs. */
function costOfBlanks(run: string): number {
  if (run.length === 1) return 1
  return run.includes(' ') && run.includes('\t') ? run.length : 1 + Math.ceil(run.length / 8)
}

/** One token per byte, but only one for each dash or quotation mark of English text. */
const costOfWide = (run: string): number =>
  Buffer.byteLength(run) - 2 * (run.match(/[\u2010-\u2030]/g)?.length ?? 0)
