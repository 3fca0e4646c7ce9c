import { once } from '../once.ts'
import { isTopicStopWord } from './stop-words.ts'

/** The names that the text mentions: files, code spans, issues, names in camel case. */
export function entitiesIn(text: string): readonly string[] {
  const found = new Set<string>()
  for (const [name] of text.slice(0, MOST_READ).matchAll(NAME)) {
    found.add(name.replaceAll('`', '').trim())
    if (found.size >= MOST_KEYWORDS) break
  }
  return [...found]
}

const MOST_READ = 16_384
const MOST_KEYWORDS = 24
const NAME =
  /`[^`\n]{2,80}`|(?<![\w/])(?:[\w.-]{1,60}\/){1,12}[\w.-]{1,60}\.\w{1,8}\b|\b[\w-]{1,60}\.(?:ts|tsx|js|mjs|cjs|go|rs|py|rb|java|kt|c|h|cpp|cs|php|swift|sql|sh|md|json|ya?ml|toml|css|html|vue)\b|(?<!\w)#\d{1,6}\b|\b[A-Z]{2,8}-\d{1,6}\b|\b[a-z]{1,30}[A-Z]\w{1,40}\b|\b[A-Z][a-z]{1,30}[A-Z]\w{1,40}\b/g

/** The stems of the topic words. */
export function topicWords(text: string): ReadonlySet<string> {
  const begin = text.slice(0, MOST_TOPIC).toLowerCase()
  const words = begin.match(topicWordFor(begin)) ?? []
  return new Set(words.filter((word) => !isTopicStopWord(word)).map(stemOf))
}

const topicWordFor = letterPattern(/[a-z0-9]{3,40}/g, () => /[\p{L}\p{N}]{3,40}/gu)
/** Only this much text is read, because the topic is usually stated at the beginning. */
const MOST_TOPIC = 4000

/** The share of `words` that also occur in `others`. */
export function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (words.size === 0) return 0
  return [...words].filter((word) => others.has(word)).length / words.size
}

/** The topic words, without duplicates, in lower case; names are split into their parts. */
export function wordsIn(text: string): readonly string[] {
  const { word, hump } = isPlain(text) ? PLAIN : ANY()
  const parts = (text.match(word) ?? [])
    .flatMap((found) => (isUnspaced(found) ? pairsOf(found) : found.split(hump)))
    .map((found) => found.toLowerCase())
  return [...new Set(parts.filter((part) => isTelling(part)))]
}

/** The given words that occur in the text, including inflected forms: `test` and `tests`, `parse` and `parser`. */
export function foundIn(words: readonly string[], text: string): readonly string[] {
  const there = wordsIn(text)
  const exact = new Set(there)
  return words.filter((word) => exact.has(word) || there.some((one) => isSameWord(word, one)))
}

const isSameWord = (a: string, b: string): boolean =>
  a === b || (a.length >= SHORTEST_STEM && b.startsWith(a)) || (b.length >= SHORTEST_STEM && a.startsWith(b))
const SHORTEST_STEM = 4

/** Whether the text is ASCII, like most text. The other patterns take 1.5 ms to build. */
const isPlain = (text: string): boolean => /^[\n\t\x20-\x7e]*$/.test(text)
const PLAIN = { word: /\w+/g, hump: /(?<=[a-z])(?=[A-Z])|_+/ }
const ANY = once(() => ({ word: /[\p{L}\p{N}_]+/gu, hump: /(?<=\p{Ll})(?=\p{Lu})|_+/u }))

/** Scripts without spaces between words. In these, every pair of letters counts as a word. */
const UNSPACED = once(
  () => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u,
)
const isUnspaced = (word: string): boolean => !isPlain(word) && UNSPACED().test(word)

function pairsOf(word: string): readonly string[] {
  const letters = Array.from(word)
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

const isTelling = (word: string): boolean =>
  isUnspaced(word) || (word.length >= SHORTEST_WORD && !isTopicStopWord(word) && !/^\d+$/.test(word))
const SHORTEST_WORD = 3

/**
 * Uses the ASCII pattern if possible: a hook would wait two milliseconds for the Unicode pattern to be built.
 */
export function letterPattern(ascii: RegExp, unicode: () => RegExp): (text: string) => RegExp {
  const built = once(unicode)
  return (text) => (ASCII_LETTERS.test(text) ? ascii : built())
}

/**
 * Text without letters or digits other than ASCII. Typographic dashes, quotes, ellipses and arrows are
 * allowed, because they are common.
 */
const ASCII_LETTERS = /^[\0-\x7f\u2010-\u2027\u2190-\u21ff]*$/

/** Removes English plural and tense endings: `tests`, `tested` and `testing` become `test`. */
export function stemOf(word: string): string {
  if (/[^a-z]/.test(word)) return word.replace(/'s$/, '')
  const found = ENDINGS.find((one) => word.length > one.least && word.endsWith(one.ending))
  return found ? single(word.slice(0, -found.ending.length) + found.instead) : word
}

const ENDINGS = [
  { ending: 'ing', least: 5, instead: '' },
  { ending: 'ies', least: 4, instead: 'y' },
  { ending: 'ed', least: 4, instead: '' },
  { ending: 'ss', least: 2, instead: 'ss' },
  { ending: 'es', least: 4, instead: '' },
  { ending: 's', least: 3, instead: '' },
  { ending: 'e', least: 4, instead: '' },
] as const

/** `running` becomes `run`. */
const single = (stem: string): string =>
  stem.length > 3 && /([bdglmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem

/**
 * The lower-case first words. Rules check them before they use a long pattern, because compiling the pattern
 * takes longer than reading the few sentences that a hook reads.
 */
export const firstWords = (text: string, most: number): readonly string[] =>
  text
    .slice(0, MOST_BEGINNING)
    .toLowerCase()
    .split(/[^\w']+/, most)
const MOST_BEGINNING = 200

/** Whether the text begins with one of these words, in lower case. */
export const beginsWith = (text: string, words: ReadonlySet<string>): boolean =>
  words.has(firstWords(text, 1)[0] ?? '')

/** A pattern for the beginning of a text, and the words that such a text may begin with. */
export interface Beginning {
  readonly words: ReadonlySet<string>
  readonly pattern: RegExp
}

export const beginning = (words: string, pattern: RegExp): Beginning => ({
  words: new Set(words.split(' ')),
  pattern,
})

/** Removes each of the beginnings in turn. */
export const withoutBeginnings = (text: string, beginnings: readonly Beginning[]): string =>
  beginnings.reduce(
    (left, { words, pattern }) => (beginsWith(left, words) ? left.replace(pattern, '') : left),
    text,
  )
