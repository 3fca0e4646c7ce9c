import {
  BLANK,
  BREAK,
  CASELESS,
  classOf,
  DIGIT,
  LOWER,
  MARK,
  OTHER,
  rankOf,
  type TokenTable,
  UPPER,
} from './token-table.ts'

/** How many tokens a text costs. */
export type CountTokens = (text: string) => number

/** Counts as the encoding o200k does. Special tokens in a text are text like any other. */
export function tokenCounter(table: TokenTable): CountTokens {
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => classOf(table, code))
  return (text) => {
    const cutter = new Cutter(Buffer.from(text), table, ascii)
    let total = 0
    for (let start = 0; start < cutter.length; ) {
      const end = cutter.endOfPiece(start)
      total += cutter.costOf(start, end)
      start = end
    }
    return total
  }
}

/** Longer pieces are counted by their bytes, never too little: to merge them takes time in the square of their length. */
const MOST_MERGED = 400

/**
 * Cuts a text into the pieces that are encoded on their own. By hand: the pattern that describes them takes V8 longer
 * to compile than to count a thousand tokens.
 */
class Cutter {
  readonly length: number
  readonly #bytes: Uint8Array
  readonly #table: TokenTable
  readonly #ascii: Uint8Array

  constructor(bytes: Uint8Array, table: TokenTable, ascii: Uint8Array) {
    this.#bytes = bytes
    this.#table = table
    this.#ascii = ascii
    this.length = bytes.length
  }

  costOf(start: number, end: number): number {
    if (end - start === 1) return 1
    if (end - start > MOST_MERGED) return end - start
    return rankOf(this.#table, this.#bytes, start, end) >= 0
      ? 1
      : merged(this.#table, this.#bytes, start, end)
  }

  endOfPiece(start: number): number {
    const first = this.#classAt(start)
    const second = this.#after(start)
    const isLed = (first === OTHER || first === BLANK) && isLetter(this.#classAt(second))
    if (isLed || isLetter(first)) return this.#endOfWord(isLed ? second : start)
    if (first === DIGIT) return this.#endOfNumber(start)
    const signs = this.#bytes[start] === SPACE && this.#classAt(second) === OTHER ? second : start
    return this.#classAt(signs) === OTHER ? this.#endOfSigns(signs) : this.#endOfBlanks(start)
  }

  /** Capitals and then small letters. Letters without case are either, so where no small ones follow they end it. */
  #endOfWord(start: number): number {
    let capitals = start
    let caseless = start
    for (let found = this.#classAt(start); found === UPPER || isCaseless(found); ) {
      capitals = this.#after(capitals)
      if (found !== UPPER) caseless = capitals
      found = this.#classAt(capitals)
    }
    const small = this.#skip(capitals, (found) => found === LOWER || isCaseless(found))
    const end = small === capitals && caseless > start ? caseless : small
    return end + this.#shortForm(end)
  }

  /** The length of `'s`, `'ll` and their like. */
  #shortForm(at: number): number {
    if (this.#bytes[at] !== APOSTROPHE) return 0
    const [a, b] = [this.#lowerCase(at + 1), this.#lowerCase(at + 2)]
    if ('sdmt'.includes(a || '-')) return 2
    return a + b === 'll' || a + b === 've' || a + b === 're' ? 3 : 0
  }

  #lowerCase(at: number): string {
    const byte = this.#bytes[at]
    return byte === undefined || byte > 127 ? '' : String.fromCharCode(byte).toLowerCase()
  }

  #endOfNumber(start: number): number {
    let at = start
    for (let digits = 0; digits < 3 && this.#classAt(at) === DIGIT; digits += 1) at = this.#after(at)
    return at
  }

  #endOfSigns(start: number): number {
    let at = this.#skip(start, (found) => found === OTHER || found === MARK)
    while (this.#classAt(at) === BREAK || this.#bytes[at] === SLASH) at += 1
    return at
  }

  /** To the last line break; where there is none, all but the blank that belongs to what follows. */
  #endOfBlanks(start: number): number {
    let lastBreak = start
    let last = start
    let at = start
    for (; at < this.length; at = this.#after(at)) {
      const found = this.#classAt(at)
      if (found !== BREAK && found !== BLANK) break
      if (found === BREAK) lastBreak = at + 1
      last = at
    }
    if (lastBreak > start) return lastBreak
    return at === this.length || last === start ? at : last
  }

  #skip(start: number, is: (found: number) => boolean): number {
    let at = start
    while (at < this.length && is(this.#classAt(at))) at = this.#after(at)
    return at
  }

  #classAt(at: number): number {
    const byte = this.#bytes[at]
    if (byte === undefined) return -1
    return byte < 128 ? (this.#ascii[byte] as number) : classOf(this.#table, this.#codePointAt(at))
  }

  #after(at: number): number {
    const byte = this.#bytes[at] ?? 0
    return at + (byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4)
  }

  #codePointAt(at: number): number {
    const size = this.#after(at) - at
    let value = (this.#bytes[at] as number) & (0x7f >> size)
    for (let i = 1; i < size; i += 1) value = (value << 6) | ((this.#bytes[at + i] as number) & 0x3f)
    return value
  }
}

const isCaseless = (found: number): boolean => found === CASELESS || found === MARK
const isLetter = (found: number): boolean => found === LOWER || found === UPPER || isCaseless(found)

const SPACE = 0x20
const APOSTROPHE = 0x27
const SLASH = 0x2f

/** Joins the two neighbours that were learnt first until no two make a token. Answers how many are left. */
function merged(table: TokenTable, bytes: Uint8Array, from: number, to: number): number {
  const starts = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const rankAt = (index: number): number => {
    const [start, end] = [starts[index], starts[index + 2]]
    const rank = start === undefined || end === undefined ? -1 : rankOf(table, bytes, start, end)
    return rank < 0 ? Number.POSITIVE_INFINITY : rank
  }
  const ranks = starts.map((_, index) => rankAt(index))
  for (;;) {
    const best = ranks.indexOf(Math.min(...ranks))
    if (ranks[best] === Number.POSITIVE_INFINITY) return starts.length - 1
    starts.splice(best + 1, 1)
    ranks.splice(best + 1, 1)
    ranks[best] = rankAt(best)
    if (best > 0) ranks[best - 1] = rankAt(best - 1)
  }
}
