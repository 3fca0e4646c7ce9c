/** Told where a keyword begins; answers where to go on, or any smaller number for the next character. */
export type OnKeyword = (keyword: number, at: number) => number

/**
 * The first short texts are searched for every keyword in turn, sooner than the tables for one pass over them could be
 * built. Whoever has more to look through than a hook gets the tables.
 */
export function keywordScan(keywords: readonly string[]): Scan {
  let pass: Scan | undefined
  let looked = 0
  return (text, found) => {
    looked += 1
    if (!pass && looked <= FEW && text.length <= SHORT && ASCII.test(text))
      return eachIn(keywords, text, found)
    pass ??= onePass(keywords)
    pass(text, found)
  }
}

type Scan = (text: string, found: OnKeyword) => void
const SHORT = 1024
const FEW = 24
const ASCII = /^[\0-\x7f]*$/

function eachIn(keywords: readonly string[], text: string, found: OnKeyword): void {
  const lower = text.toLowerCase()
  const hits: { readonly number: number; readonly at: number }[] = []
  for (let number = 0; number < keywords.length; number += 1) {
    const keyword = keywords[number] ?? ''
    for (let at = lower.indexOf(keyword); at >= 0; at = lower.indexOf(keyword, at + 1))
      hits.push({ number, at })
  }
  let next = 0
  for (const { number, at } of hits.sort((a, b) => a.at - b.at)) {
    if (at >= next) next = Math.max(next, found(number, at))
  }
}

/**
 * Finds keywords of three characters and more, whatever their case, in one pass. Every keyword is looked for by three
 * neighbours in it that are rare in texts. The pass looks at every second pair of characters: wherever the three stand,
 * their first or their second pair is looked at. Two small tables say which pairs and which threes are worth a
 * comparison. Nothing else is built, because most processes live for milliseconds.
 */
function onePass(keywords: readonly string[]): Scan {
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
/** Three characters that begin on the last place of a window are seen whole. */
const OVERLAP = 4

interface Table {
  readonly keywords: readonly string[]
  /** By keyword: where its three neighbours stand in it. */
  readonly offsets: Uint8Array
  /** By pair: 1 if it is the first of such three, 2 if it is the second. */
  readonly pairs: Uint8Array
  /** By three characters: which bucket. */
  readonly threes: Uint16Array
  readonly buckets: readonly (readonly number[])[]
}

const pairOf = (a: number, b: number): number => (((a | 32) & 63) << 6) | ((b | 32) & 63)
const threeOf = (a: number, b: number, c: number): number => ((a & 31) << 10) | ((b & 31) << 5) | (c & 31)

function tableOf(keywords: readonly string[]): Table {
  const pairs = new Uint8Array(1 << 12)
  const threes = new Uint16Array(1 << 15)
  const offsets = new Uint8Array(keywords.length)
  const buckets: number[][] = [[]]
  for (let number = 0; number < keywords.length; number += 1) {
    const keyword = keywords[number] ?? ''
    const at = rarestIn(keyword)
    const [a, b, c] = [keyword.charCodeAt(at), keyword.charCodeAt(at + 1), keyword.charCodeAt(at + 2)]
    offsets[number] = at
    pairs[pairOf(a, b)] = (pairs[pairOf(a, b)] ?? 0) | 1
    pairs[pairOf(b, c)] = (pairs[pairOf(b, c)] ?? 0) | 2
    const three = threeOf(a, b, c)
    if (threes[three] === 0) threes[three] = buckets.push([]) - 1
    buckets[threes[three] ?? 0]?.push(number)
  }
  return { keywords, offsets, pairs, threes, buckets }
}

/** From the most common to the rarest in code and in prose; what is not here is rarer still. */
const COMMON = ' etaoinsrldchumpfgyb.wv:/k1-0x_'

const WEIGHTS = new Uint8Array(128).fill(1)
for (let rank = 0; rank < COMMON.length; rank += 1)
  WEIGHTS[COMMON.charCodeAt(rank)] = COMMON.length - rank + 1

/** Beyond its first characters a keyword becomes no rarer, and each costs time at every start. */
const FARTHEST = 5

function rarestIn(keyword: string): number {
  const last = Math.min(keyword.length - 3, FARTHEST)
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let at = 0; at <= last; at += 1) {
    const middle = WEIGHTS[keyword.charCodeAt(at + 1)] ?? 1
    const sides = (WEIGHTS[keyword.charCodeAt(at)] ?? 1) + (WEIGHTS[keyword.charCodeAt(at + 2)] ?? 1)
    if (middle * sides >= least) continue
    least = middle * sides
    best = at
  }
  return best
}

interface Piece {
  readonly text: string
  readonly window: Buffer
  readonly from: number
  /** Looked at from here on, and before `end`. */
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

/** Whether the three characters at a place of the window belong to a keyword; the answer is where to go on in it. */
function lookedAt(table: Table, { text, window, from }: Piece, at: number, found: OnKeyword): number {
  const bucket = table.threes[threeOf(window[at] ?? 0, window[at + 1] ?? 0, window[at + 2] ?? 0)] ?? 0
  return bucket === 0 ? at : told(table, bucket, { text, at: from + at, found }) - from
}

function told(
  { keywords, offsets, buckets }: Table,
  bucket: number,
  { text, at, found }: { readonly text: string; readonly at: number; readonly found: OnKeyword },
): number {
  let on = at
  for (const number of buckets[bucket] ?? []) {
    const start = at - (offsets[number] ?? 0)
    if (start >= 0 && beginsWith(text, start, keywords[number] ?? '')) on = Math.max(on, found(number, start))
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
