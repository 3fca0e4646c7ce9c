import { once } from '../once.ts'

/** Of a text in ASCII, which most are: the patterns below take a millisecond and a half to make. */
const PLAIN = { word: /\w+/g, hump: /(?<=[a-z])(?=[A-Z])|_+/ }
const ANY = once(() => ({
  word: /[\p{L}\p{N}_]+/gu,
  /** Names made of several: `parseDate`, `parse_date`. */
  hump: /(?<=\p{Ll})(?=\p{Lu})|_+/u,
}))
/** Written without blanks between words: of these every two letters are one. */
const UNSPACED = once(
  () => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u,
)
const isPlain = (text: string): boolean => /^[\n\t\x20-\x7e]*$/.test(text)
const isUnspaced = (word: string): boolean => !isPlain(word) && UNSPACED().test(word)
const LEAST = 3

/** Words that are in every text and so say nothing of this one. */
const COMMON: ReadonlySet<string> = new Set(
  `about add after again all also and any are back because been before being but can change code could create did does
  done each every file files fix for from get give goal had has have here how into its just let like line make may
  more most much must need needs new not now off one only other our out over please same see should some still such
  sure take task than that the their them then there these they this those too try use used using very want was way
  well were what when where which while who why will with work would you your`.split(/\s+/),
)

/** The words of a text that say what it is about, each once, in small letters. */
export function wordsIn(text: string): readonly string[] {
  const { word, hump } = isPlain(text) ? PLAIN : ANY()
  const parts = (text.match(word) ?? [])
    .flatMap((found) => (isUnspaced(found) ? pairsOf(found) : found.split(hump)))
    .map((found) => found.toLowerCase())
  return [...new Set(parts.filter((word) => isTelling(word)))]
}

function pairsOf(word: string): readonly string[] {
  const letters = Array.from(word)
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

const isTelling = (word: string): boolean =>
  isUnspaced(word) || (word.length >= LEAST && !COMMON.has(word) && !/^\d+$/.test(word))

const STEM = 4

/** `test` and `tests`, `parse` and `parser` are the same word here. */
const isSame = (a: string, b: string): boolean =>
  a === b || (a.length >= STEM && b.startsWith(a)) || (b.length >= STEM && a.startsWith(b))

/** The ones among `words` that a text has. */
export function foundIn(words: readonly string[], text: string): readonly string[] {
  const there = wordsIn(text)
  const exact = new Set(there)
  return words.filter((word) => exact.has(word) || there.some((one) => isSame(word, one)))
}
