/** A copy of part of a text without the characters that split its words, with a map back to positions in the text. */
export interface UnbrokenText {
  readonly text: string
  readonly positionOf: (offset: number) => number
}

/** Keywords with which the scan finds most splits. */
export const BREAK_KEYWORDS: readonly string[] = [
  ...Array.from('0123456789mk', (character) => `\u001b[${character}`),
  ...['&quot;', '&#34;', '&#39;', '&#x27;', '&apos;'],
  '\\u00',
  '\\x1b[',
  '\\033[',
  ...Array.from('234567', (digit) => `\\x${digit}`),
  // Characters that encodeURIComponent encodes.
  ...'20 22 23 24 25 26 2b 2c 2f 3a 3b 3c 3d 3e 3f 40 5b 5c 5d 5e 60 7b 7c 7d'
    .split(' ')
    .map((code) => `%${code}`),
  ...['"', "'", '`'].flatMap((quote) =>
    ['+', '.', '&'].flatMap((sign) => [
      `${quote}${sign}${quote}`,
      `${quote} ${sign} `,
      `${quote} ${sign}\n`,
      `${quote} ${sign}\\`,
    ]),
  ),
]
/** These need a separate search, because the keyword scan cannot find single characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: UTF-16 read as bytes has a NUL beside each character
const INVISIBLE = /[\u0000\u00ad\u200b-\u200f\u2060\ufeff]/g

/**
 * Characters that tools and writers insert into words: terminal colors, invisible characters, escaped ASCII
 * characters, and the boundary between two joined string literals.
 */
const BREAK =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colors start with one
  /\u001b\[[\d;]{0,20}[A-Za-z]|\\(?:u001b|x1b|033|e)\[[\d;]{0,20}[mK]|\\u0000|[\u0000\u00ad\u200b-\u200f\u2060\ufeff]|&(?:quot|apos|#34|#39|#x27);|(?:\\u00|\\x|%)([2-7][0-9A-Fa-f])|(?<=\w)\\{0,3}["'`] ?(?:\+|\.{1,2}|&)(?: |\r?\n|\\{1,4}n){0,2}[ \t]{0,16}\\{0,3}["'`](?=\w)/y

/** The number of characters before and after a split that are examined again. */
const BEFORE = 200
const AFTER = 600

/** Includes the backslashes before a quote, because quotes are escaped inside JSON. */
function startOfQuote(text: string, found: number): number {
  let at = found
  while (found - at < 3 && QUOTES.includes(text.charAt(found)) && text.charAt(at - 1) === '\\') at -= 1
  return at
}
const QUOTES = '"\'`'
/** The hexadecimal code that replaces every quote entity, including single quotes. */
const QUOTE = '22'

/**
 * The ranges of the text in which words are split by inserted characters; usually none. `keywords`: the
 * splits that the keyword scan found.
 */
export function unbreak(text: string, keywords: readonly number[]): readonly UnbrokenText[] {
  const invisible = [...text.matchAll(INVISIBLE)].map(({ index }) => index)
  const parts: PartBuilder[] = []
  for (const found of [...keywords, ...invisible].sort((a, b) => a - b)) {
    const at = startOfQuote(text, found)
    const last = parts.at(-1)
    BREAK.lastIndex = at
    const [whole, code] = at < (last?.end ?? 0) ? [] : (BREAK.exec(text) ?? [])
    if (whole === undefined) continue
    if (!last || at > last.end + AFTER)
      parts.push(new PartBuilder(text, Math.max(last?.end ?? 0, at - BEFORE)))
    parts.at(-1)?.skip(at, whole.length, whole.startsWith('&') ? QUOTE : code)
  }
  return parts.map((part) => part.finish())
}

class PartBuilder {
  readonly #text: string
  readonly #start: number
  /** For each split, the length of the copy after it and the difference from the position in the text. */
  readonly #ends: number[] = []
  readonly #shifts: number[] = []
  #copy = ''
  end: number

  constructor(text: string, start: number) {
    this.#text = text
    this.#start = start
    this.end = start
  }

  /** Leaves out the inserted characters at an index, or replaces them with the character that they encode. */
  skip(index: number, length: number, code: string | undefined): void {
    const character = code ? String.fromCharCode(Number.parseInt(code, 16)) : ''
    this.#copy += this.#text.slice(this.end, index) + character
    this.end = index + length
    this.#ends.push(this.#copy.length)
    this.#shifts.push(this.end - this.#copy.length)
  }

  finish(): UnbrokenText {
    const rest = this.#text.slice(this.end, this.end + AFTER)
    return { text: this.#copy + rest, positionOf: (offset) => offset + this.#shiftAt(offset) }
  }

  #shiftAt(offset: number): number {
    let low = 0
    let high = this.#ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#ends[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low === 0 ? this.#start : (this.#shifts[low - 1] ?? 0)
  }
}
