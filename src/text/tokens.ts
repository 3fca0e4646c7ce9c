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
 * Whether the text costs at most `budget` tokens. The tokenizer takes 200 ms to load, longer than a hook may run, so it
 * is used only if the bounds are inconclusive.
 */
export function fitsBudget(text: string, budget: number, count: CountTokens): boolean {
  if (tokenCeiling(text) <= budget) return true
  return leastTokens(text) <= budget && count(text) <= budget
}

/** Composes text by estimates; if that might not fit, again by exact counts. */
export function composeWithin<T extends { readonly text: string }>(
  compose: (cost: CountTokens) => T | undefined,
  { budget, count }: { readonly budget: number; readonly count: CountTokens },
): T | undefined {
  const estimated = compose(countOnce(estimateTokens))
  if (!estimated || fitsBudget(estimated.text, budget, count)) return estimated
  return compose(countOnce(count))
}

/** No token spans two words. */
const leastTokens = (text: string): number => text.match(/\S+/g)?.length ?? 0

/**
 * Upper bound on the tokens in the text, without a tokenizer: 10 to 30 % above the exact count for English and
 * code, more for other languages. Calibrated on briefs, messages and tool calls from real sessions; characters that
 * follow no pattern, such as ids, are counted at their maximum cost.
 */
export function tokenCeiling(text: string): number {
  const { words, english, foreign, other, stopWords } = measure(text)
  const isEnglish = words >= ENOUGH_WORDS && stopWords / words >= ENGLISH_SHARE
  return Math.ceil(other + (isEnglish ? english : Math.max(english, foreign)))
}

/** The cost of a line within English text. A single line has too few words to detect its language. */
export function estimateTokens(line: string): number {
  const { english, other } = measure(line)
  return Math.ceil(english + other)
}

const ENOUGH_WORDS = 40
/** Lists of files and commands have few stop words; text in other languages has under 0.08. */
const ENGLISH_SHARE = 0.1

interface Measure {
  /** How many runs of letters look like words, and how many of those are English stop words. */
  readonly words: number
  readonly stopWords: number
  /** Their cost in English, and in a language that the encoding covers less well. */
  readonly english: number
  readonly foreign: number
  /** The cost of everything else. */
  readonly other: number
}

function measure(text: string): Measure {
  let [words, stopWords, letters, long, other] = [0, 0, 0, 0, 0]
  for (const [run] of text.matchAll(RUN)) {
    const word = run.startsWith(' ') ? run.slice(1) : run
    if (isLikelyWord(word)) {
      words += 1
      letters += word.length
      long += Math.max(0, word.length - 5)
      if (isStopWord(word.toLowerCase())) stopWords += 1
    } else other += costOf(run)
  }
  return {
    words,
    stopWords,
    english: 0.99 * words + 0.1 * long,
    foreign: 0.3 * words + 0.36 * letters,
    other,
  }
}

/** The encoding splits `camelCase` words; a space belongs to the word after it. */
const RUN = / ?[A-Z]?[a-z]+| ?[A-Z]+|[0-9]{1,3}|[ \t]+|\r?\n|[^\0-\x7f]+|./gs

const isLikelyWord = (run: string): boolean =>
  isSmall(run.charCodeAt(run.length - 1)) &&
  run.length <= LONGEST_WORD &&
  (run.length <= 3 || VOWEL.test(run)) &&
  !UNUSUAL.test(run)

const LONGEST_WORD = 14
const VOWEL = /[aeiouyAEIOUY]/
/** Letter pairs that are not a token. */
const RARE_PAIR = /bq|g[kq]|j[vz]|k[qz]|[lntwy]q|q[fgjkvz]|rj|wz|x[gjkqvw]|z[jqv]/
const UNUSUAL = new RegExp(`[bcdfghj-np-tv-xz]{5}|[aeiou]{4}|(.)\\1\\1|${RARE_PAIR.source}`)

const isSmall = (code: number): boolean => code >= 0x61 && code <= 0x7a
const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

function costOf(run: string): number {
  const last = run.charCodeAt(run.length - 1)
  if (last > 0x7f) return Array.from(run).reduce((sum, character) => sum + costOfWide(character), 0)
  if (isSmall(last)) return costOfLetters(run.trimStart())
  if (isCapital(last)) return costOfCapitals(run.trimStart().length)
  if (last === 0x20 || last === 0x09) return costOfBlanks(run)
  return isDigit(last) || last < 0x20 ? 1 : PUNCTUATION
}

/** Usually shares a token with its neighbour. */
const PUNCTUATION = 0.7

const costOfCapitals = (length: number): number => (length <= 8 ? (length + 1) / 2 : length)

/** If every letter pair is a token, no two single letters stay adjacent: three letters cost at most two tokens. */
const costOfLetters = (run: string): number =>
  RARE_PAIR.test(run) ? run.length : Math.ceil((2 * run.length + 1) / 3)

/** The encoding has tokens for long runs of one whitespace character, but few for mixed runs. */
function costOfBlanks(run: string): number {
  if (run.length === 1) return 1
  return run.includes(' ') && run.includes('\t') ? run.length : 1 + Math.ceil(run.length / 8)
}

function costOfWide(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x800) return 0.6
  if (code >= 0x2010 && code <= 0x2030) return 1
  return code < 0x10000 ? 1.3 : 4
}
