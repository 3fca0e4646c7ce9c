import { once } from '../once.ts'
import { stemOf } from './stem.ts'
import { isTopicStopWord } from './stop-words.ts'

/** The words that identify the topic, without duplicates, in order. */
export function keywordsOf(text: string): readonly string[] {
  const found = new Set<string>()
  for (const [word] of text.slice(0, MOST_READ).toLowerCase().matchAll(KEYWORD)) {
    if (!isTopicStopWord(word)) found.add(word)
    if (found.size >= MOST_KEYWORDS) break
  }
  return [...found]
}

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
const KEYWORD = /[\p{L}_][\p{L}\p{N}_-]{2,40}/gu
const NAME =
  /`[^`\n]{2,80}`|(?<![\w/])(?:[\w.-]{1,60}\/){1,12}[\w.-]{1,60}\.\w{1,8}\b|\b[\w-]{1,60}\.(?:ts|tsx|js|mjs|cjs|go|rs|py|rb|java|kt|c|h|cpp|cs|php|swift|sql|sh|md|json|ya?ml|toml|css|html|vue)\b|(?<!\w)#\d{1,6}\b|\b[A-Z]{2,8}-\d{1,6}\b|\b[a-z]{1,30}[A-Z]\w{1,40}\b|\b[A-Z][a-z]{1,30}[A-Z]\w{1,40}\b/g

/** The stems of the topic words. */
export function topicWords(text: string): ReadonlySet<string> {
  const words =
    text
      .slice(0, MOST_TOPIC)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,40}/gu) ?? []
  return new Set(words.filter((word) => !isTopicStopWord(word)).map(stemOf))
}

/** The topic is usually stated at the beginning. */
const MOST_TOPIC = 4000

/** The share of `words` that is in `others`. */
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

/** Those of `words` that occur in the text, including inflected forms: `test` and `tests`, `parse` and `parser`. */
export function foundIn(words: readonly string[], text: string): readonly string[] {
  const there = wordsIn(text)
  const exact = new Set(there)
  return words.filter((word) => exact.has(word) || there.some((one) => isSameWord(word, one)))
}

const isSameWord = (a: string, b: string): boolean =>
  a === b || (a.length >= SHORTEST_STEM && b.startsWith(a)) || (b.length >= SHORTEST_STEM && a.startsWith(b))
const SHORTEST_STEM = 4

/** Most text is ASCII; the other patterns take 1.5 ms to build. */
const isPlain = (text: string): boolean => /^[\n\t\x20-\x7e]*$/.test(text)
const PLAIN = { word: /\w+/g, hump: /(?<=[a-z])(?=[A-Z])|_+/ }
const ANY = once(() => ({ word: /[\p{L}\p{N}_]+/gu, hump: /(?<=\p{Ll})(?=\p{Lu})|_+/u }))

/** Scripts without spaces between words: every pair of letters counts as a word. */
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
