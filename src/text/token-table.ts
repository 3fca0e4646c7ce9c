/**
 * The vocabulary of a byte-pair encoding as one block of bytes that is used as it lies in its file. A tokenizer that
 * fills maps with two hundred thousand strings when it starts takes longer than a hook may run; this one takes as long
 * as it takes to read the file.
 *
 * First an open hash table of 64-bit slots: 32 bits of one sum of the token's bytes, 14 of another, 18 of its rank.
 * Behind it the classes of all characters that are not ASCII, as the beginnings of their ranges.
 */
export interface TokenTable {
  readonly slots: Uint32Array
  readonly ranges: Uint32Array
}

/** What the encoding tells apart when it cuts a text into pieces. */
export const OTHER = 0
export const LOWER = 1
export const UPPER = 2
/** Letters without case go on whatever word they stand in. */
export const CASELESS = 3
export const DIGIT = 4
export const BREAK = 5
export const BLANK = 6
/** Accents and their like: letters without case in a word, signs among signs. */
export const MARK = 7

const SLOTS = 1 << 18
const RANK_BITS = 18
const CLASS_BITS = 3

/** The second sum of what `sumOf` was asked for last: two results without an object for each piece of a text. */
let check = 0

function sumOf(bytes: Uint8Array, start: number, end: number): number {
  let a = 0x811c9dc5
  let b = end - start
  for (let i = start; i < end; i += 1) {
    const byte = bytes[i] as number
    a = Math.imul(a ^ byte, 0x01000193)
    b = Math.imul(b + byte, 0x2c1b3c6d)
  }
  a ^= a >>> 15
  check = (b ^ (b >>> 16)) >>> RANK_BITS
  return a >>> 0 || 1
}

/** The rank of these bytes among the tokens, or -1 when they are none. */
export function rankOf({ slots }: TokenTable, bytes: Uint8Array, start: number, end: number): number {
  const sum = sumOf(bytes, start, end)
  for (let slot = sum & (SLOTS - 1); slots[2 * slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
    const held = slots[2 * slot + 1] as number
    if (slots[2 * slot] === sum && held >>> RANK_BITS === check) return held & ((1 << RANK_BITS) - 1)
  }
  return -1
}

export function classOf({ ranges }: TokenTable, codePoint: number): number {
  let low = 0
  let high = ranges.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((ranges[middle] as number) >>> CLASS_BITS <= codePoint) low = middle
    else high = middle
  }
  return (ranges[low] as number) & ((1 << CLASS_BITS) - 1)
}

export function tokenTable(block: Uint8Array): TokenTable {
  const words = new Uint32Array(block.buffer, block.byteOffset, block.byteLength >> 2)
  if (words.length <= 2 * SLOTS) throw new Error('this is no table of tokens')
  return { slots: words.subarray(0, 2 * SLOTS), ranges: words.subarray(2 * SLOTS) }
}

/** What `tokenTable` reads, of every token by its rank. Made when leftoff is built. */
export function tokenBlock(tokens: Iterable<readonly [rank: number, bytes: Uint8Array]>): Uint8Array {
  const ranges = characterRanges()
  const words = new Uint32Array(2 * SLOTS + ranges.length)
  for (const [rank, bytes] of tokens) {
    const sum = sumOf(bytes, 0, bytes.length)
    let slot = sum & (SLOTS - 1)
    for (; words[2 * slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
      const isAlike = words[2 * slot] === sum && (words[2 * slot + 1] as number) >>> RANK_BITS === check
      if (isAlike) throw new Error(`token ${rank} looks like another one`)
    }
    words[2 * slot] = sum
    words[2 * slot + 1] = (check << RANK_BITS) | rank
  }
  words.set(ranges, 2 * SLOTS)
  return new Uint8Array(words.buffer)
}

/** Made where a table is: those who only look up need none of them, and to build the patterns takes time. */
const classes = (): readonly (readonly [RegExp, number])[] => [
  [/[\r\n]/, BREAK],
  [/\s/, BLANK],
  [/[\p{Lm}\p{Lo}]/u, CASELESS],
  [/\p{M}/u, MARK],
  [/[\p{Lu}\p{Lt}]/u, UPPER],
  [/\p{Ll}/u, LOWER],
  [/\p{N}/u, DIGIT],
]

function characterRanges(): readonly number[] {
  const ranges: number[] = []
  let before = -1
  const patterns = classes()
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
    const character = String.fromCodePoint(codePoint)
    const found = patterns.find(([pattern]) => pattern.test(character))?.[1] ?? OTHER
    if (found !== before) ranges.push((codePoint << CLASS_BITS) | found)
    before = found
  }
  return ranges
}
