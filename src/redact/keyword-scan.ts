/** Told where a keyword begins; answers where to go on, or any smaller number for the next character. */
export type OnKeyword = (keyword: number, at: number) => number

/**
 * Finds keywords of three characters and more, whatever their case, in one pass. It looks at every second pair of
 * characters: at whatever place a keyword begins, its first or its second pair is looked at. Two small tables say which
 * pairs and which three characters are worth a comparison. Nothing is built but these tables, and they are small,
 * because most processes live for milliseconds.
 */
export function keywordScan(keywords: readonly string[]): (text: string, found: OnKeyword) => void {
  const table = tableOf(keywords)
  // A copy in bytes is read twice as fast as the string. Characters beyond Latin-1 are cut to a byte: that may raise a
  // false alarm, and the comparison is made with the text itself.
  const window = Buffer.alloc(WINDOW + 2 * OVERLAP)
  return (text, found) => {
    for (let from = 0, begin = 0; from < text.length; from += WINDOW) {
      const piece = text.length <= WINDOW ? text : text.slice(from, from + WINDOW + OVERLAP)
      const length = window.write(piece, 'latin1')
      window.fill(0, length, length + OVERLAP)
      const end = Math.min(WINDOW, text.length - from)
      begin = from + scanned(table, { text, window, from, begin: begin - from, end }, found)
    }
  }
}

const WINDOW = 64 * 1024
/** A keyword that begins on the last place of a window is recognised by its first three characters. */
const OVERLAP = 4

interface Table {
  readonly keywords: readonly string[]
  /** By pair: 1 if a keyword begins so, 2 if one goes on so after its first character. */
  readonly pairs: Uint8Array
  /** By the first three characters: which bucket. */
  readonly starts: Uint16Array
  readonly buckets: readonly (readonly number[])[]
}

const pairOf = (a: number, b: number): number => (((a | 32) & 63) << 6) | ((b | 32) & 63)
const startOf = (a: number, b: number, c: number): number => ((a & 31) << 10) | ((b & 31) << 5) | (c & 31)

function tableOf(keywords: readonly string[]): Table {
  const pairs = new Uint8Array(1 << 12)
  const starts = new Uint16Array(1 << 15)
  const buckets: number[][] = [[]]
  for (let number = 0; number < keywords.length; number += 1) {
    const keyword = keywords[number] ?? ''
    const [a, b, c] = [keyword.charCodeAt(0), keyword.charCodeAt(1), keyword.charCodeAt(2)]
    pairs[pairOf(a, b)] = (pairs[pairOf(a, b)] ?? 0) | 1
    pairs[pairOf(b, c)] = (pairs[pairOf(b, c)] ?? 0) | 2
    const start = startOf(a, b, c)
    if (starts[start] === 0) starts[start] = buckets.push([]) - 1
    buckets[starts[start] ?? 0]?.push(number)
  }
  return { keywords, pairs, starts, buckets }
}

interface Piece {
  readonly text: string
  readonly window: Buffer
  readonly from: number
  /** Keywords are looked for that begin from here on, and before `end`. */
  readonly begin: number
  readonly end: number
}

/** Where the next window has to begin. */
function scanned(table: Table, piece: Piece, found: OnKeyword): number {
  const { window, begin, end } = piece
  const { pairs } = table
  let next = Math.max(0, begin)
  for (let i = next | 1; i <= end; i += 2) {
    const flags = pairs[pairOf(window[i] ?? 0, window[i + 1] ?? 0)] ?? 0
    if (flags === 0) continue
    if ((flags & 2) !== 0 && i > next) next = Math.max(next, lookedAt(table, piece, i - 1, found))
    if ((flags & 1) !== 0 && i >= next && i < end) next = Math.max(next, lookedAt(table, piece, i, found))
    if (next > i + 2) i = (next | 1) - 2
  }
  return Math.max(next, end)
}

/** Whether a keyword begins at a place of the window; the answer is where to go on in it. */
function lookedAt(table: Table, { text, window, from }: Piece, at: number, found: OnKeyword): number {
  const bucket = table.starts[startOf(window[at] ?? 0, window[at + 1] ?? 0, window[at + 2] ?? 0)] ?? 0
  return bucket === 0 ? at : told(table, bucket, { text, at: from + at, found }) - from
}

function told(
  { keywords, buckets }: Table,
  bucket: number,
  { text, at, found }: { readonly text: string; readonly at: number; readonly found: OnKeyword },
): number {
  let on = at
  for (const number of buckets[bucket] ?? []) {
    if (beginsWith(text, at, keywords[number] ?? '')) on = Math.max(on, found(number, at))
  }
  return on
}

function beginsWith(text: string, at: number, keyword: string): boolean {
  for (let i = 0; i < keyword.length; i += 1) {
    if (folded(text.charCodeAt(at + i)) !== keyword.charCodeAt(i)) return false
  }
  return true
}

/** Only the letters of ASCII: the length of a text must not change. */
const folded = (code: number): number => (code >= 0x41 && code <= 0x5a ? code | 0x20 : code)
