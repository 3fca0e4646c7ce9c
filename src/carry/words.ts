const WORD = /[\p{L}\p{N}_]+/gu
/** Written without blanks between words: of these every two letters are one. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
/** Names made of several: `parseDate`, `parse_date`. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|_+/u
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
  const parts = (text.match(WORD) ?? []).flatMap(partsOf).map((word) => word.toLowerCase())
  return [...new Set(parts.filter((word) => isTelling(word)))]
}

const partsOf = (word: string): readonly string[] => (UNSPACED.test(word) ? pairsOf(word) : word.split(HUMP))

function pairsOf(word: string): readonly string[] {
  const letters = Array.from(word)
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

const isTelling = (word: string): boolean =>
  UNSPACED.test(word) || (word.length >= LEAST && !COMMON.has(word) && !/^\d+$/.test(word))

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
