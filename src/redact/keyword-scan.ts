/** Called at each keyword. Returns where the scan continues; a position at or before `at` skips nothing. */
export type OnKeyword = (keyword: number, at: number) => number

/**
 * Searches the first few short strings for one keyword after another, which is faster for a hook than
 * building the tables. Longer or later strings use the tables.
 */
export function createKeywordScan(keywords: readonly string[]): Scan {
  let tableScan: Scan | undefined
  let scans = 0
  return (text, onKeyword) => {
    scans += 1
    if (!tableScan && scans <= MAX_SIMPLE_SCANS && text.length <= MAX_SIMPLE_LENGTH && ASCII.test(text))
      return searchEachKeyword(keywords, text, onKeyword)
    tableScan ??= createTableScan(keywords)
    tableScan(text, onKeyword)
  }
}

type Scan = (text: string, onKeyword: OnKeyword) => void
const MAX_SIMPLE_LENGTH = 1024
const MAX_SIMPLE_SCANS = 24
const ASCII = /^[\0-\x7f]*$/

function searchEachKeyword(keywords: readonly string[], text: string, onKeyword: OnKeyword): void {
  const lower = text.toLowerCase()
  const hits: { readonly number: number; readonly at: number }[] = []
  for (let number = 0; number < keywords.length; number += 1) {
    const keyword = keywords[number] ?? ''
    for (let at = lower.indexOf(keyword); at >= 0; at = lower.indexOf(keyword, at + 1))
      hits.push({ number, at })
  }
  let next = 0
  for (const { number, at } of hits.sort((a, b) => a.at - b.at)) {
    if (at >= next) next = Math.max(next, onKeyword(number, at))
  }
}

/**
 * Finds keywords of three or more characters, in any case, in one pass. Each keyword is represented by its
 * rarest three consecutive characters (triple). The pass looks at every second pair of characters, which
 * include the first or second pair of every triple. Two small tables show which pairs and triples need a
 * comparison. Nothing more is built, because most processes run for only milliseconds.
 */
function createTableScan(keywords: readonly string[]): Scan {
  const table = buildTable(keywords)
  // Bytes are read twice as fast as a string. Characters beyond Latin-1 are truncated to one byte, which may
  // cause false candidates, but the comparison uses the text itself.
  const window = Buffer.alloc(WINDOW + 2 * OVERLAP)
  return (text, onKeyword) => {
    for (let from = 0, begin = 0; from < text.length; from += WINDOW) {
      const piece = text.length <= WINDOW ? text : text.slice(from, from + WINDOW + OVERLAP)
      const length = window.write(piece, 'latin1')
      window.fill(0, length, length + OVERLAP)
      const end = Math.min(WINDOW, text.length - from)
      begin = from + scanWindow(table, { text, window, from, begin: begin - from, end }, onKeyword)
    }
  }
}

const WINDOW = 64 * 1024
/** The overlap that lets a triple start at the last character of a window. */
const OVERLAP = 4

interface KeywordTable {
  readonly keywords: readonly string[]
  /** For each keyword, the offset of its triple. */
  readonly offsets: Uint8Array
  /** For each pair, bit 1 if it starts a triple and bit 2 if it ends one. */
  readonly pairs: Uint8Array
  /** For each triple, the index of its bucket. */
  readonly triples: Uint16Array
  readonly buckets: readonly (readonly number[])[]
}

const pairKey = (a: number, b: number): number => (((a | 32) & 63) << 6) | ((b | 32) & 63)
const tripleKey = (a: number, b: number, c: number): number => ((a & 31) << 10) | ((b & 31) << 5) | (c & 31)

function buildTable(keywords: readonly string[]): KeywordTable {
  const pairs = new Uint8Array(1 << 12)
  const triples = new Uint16Array(1 << 15)
  const offsets = new Uint8Array(keywords.length)
  const buckets: number[][] = [[]]
  for (let number = 0; number < keywords.length; number += 1) {
    const keyword = keywords[number] ?? ''
    const at = rarestTriple(keyword)
    const [a, b, c] = [keyword.charCodeAt(at), keyword.charCodeAt(at + 1), keyword.charCodeAt(at + 2)]
    offsets[number] = at
    pairs[pairKey(a, b)] = (pairs[pairKey(a, b)] ?? 0) | 1
    pairs[pairKey(b, c)] = (pairs[pairKey(b, c)] ?? 0) | 2
    const triple = tripleKey(a, b, c)
    if (triples[triple] === 0) triples[triple] = buckets.push([]) - 1
    buckets[triples[triple] ?? 0]?.push(number)
  }
  return { keywords, offsets, pairs, triples, buckets }
}

/** Characters in code and prose, most common first. All others are rarer. */
const COMMON = ' etaoinsrldchumpfgyb.wv:/k1-0x_'

const WEIGHTS = new Uint8Array(128).fill(1)
for (let rank = 0; rank < COMMON.length; rank += 1)
  WEIGHTS[COMMON.charCodeAt(rank)] = COMMON.length - rank + 1

/** Later triples are rarely better, and each costs startup time. */
const MAX_OFFSET = 5

function rarestTriple(keyword: string): number {
  const last = Math.min(keyword.length - 3, MAX_OFFSET)
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

interface ScanWindow {
  readonly text: string
  readonly window: Buffer
  readonly from: number
  /** The scan starts at `begin` and stops at `end`. */
  readonly begin: number
  readonly end: number
}

/** Returns where the next window must begin. */
function scanWindow(table: KeywordTable, piece: ScanWindow, onKeyword: OnKeyword): number {
  const { window, begin, end } = piece
  const { pairs } = table
  let next = Math.max(0, begin)
  for (let i = next | 1; i <= end; i += 2) {
    const flags = pairs[pairKey(window[i] ?? 0, window[i + 1] ?? 0)] ?? 0
    if (flags === 0) continue
    if ((flags & 2) !== 0 && i > next) next = Math.max(next, checkTriple(table, piece, i - 1, onKeyword))
    if ((flags & 1) !== 0 && i >= next && i < end)
      next = Math.max(next, checkTriple(table, piece, i, onKeyword))
    if (next > i + 2) i = (next | 1) - 2
  }
  return Math.max(next, end)
}

/** Compares keywords at a triple of the window and returns where to continue. */
function checkTriple(
  table: KeywordTable,
  { text, window, from }: ScanWindow,
  at: number,
  onKeyword: OnKeyword,
): number {
  const bucket = table.triples[tripleKey(window[at] ?? 0, window[at + 1] ?? 0, window[at + 2] ?? 0)] ?? 0
  return bucket === 0 ? at : reportMatches(table, bucket, { text, at: from + at, onKeyword }) - from
}

function reportMatches(
  { keywords, offsets, buckets }: KeywordTable,
  bucket: number,
  { text, at, onKeyword }: { readonly text: string; readonly at: number; readonly onKeyword: OnKeyword },
): number {
  let on = at
  for (const number of buckets[bucket] ?? []) {
    const start = at - (offsets[number] ?? 0)
    if (start >= 0 && startsWithKeyword(text, start, keywords[number] ?? ''))
      on = Math.max(on, onKeyword(number, start))
  }
  return on
}

function startsWithKeyword(text: string, at: number, keyword: string): boolean {
  for (let i = 0; i < keyword.length; i += 1) {
    if (lowerCase(text.charCodeAt(at + i)) !== keyword.charCodeAt(i)) return false
  }
  return true
}

/** ASCII letters only: `toLowerCase` may change the length of a string. */
const lowerCase = (code: number): number => (code >= 0x41 && code <= 0x5a ? code | 0x20 : code)
