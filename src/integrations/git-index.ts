import type { BlobHash } from './blob.ts'

/** What git's index says of one file. */
export interface IndexEntry {
  readonly blob: string
  readonly bytes: number
  readonly mode: number
  readonly writtenSeconds: number
  readonly writtenNanoseconds: number
  /** Somebody told git not to look at it, or it is in conflict or only announced. */
  readonly isSpecial: boolean
}

export interface IndexReading {
  readonly entries: ReadonlyMap<string, IndexEntry>
  /** Folders of which everything in the index is known to be a stored tree, by their paths; the root is ''. */
  readonly trees: ReadonlySet<string>
}

/** What we do not read, and then nothing is known. */
export type Unread = 'no index' | 'split' | 'sparse' | 'of a newer git' | 'damaged'

/**
 * The entries of some paths, in one pass over the bytes of an index of version 2, 3 or 4 (git's
 * Documentation/gitformat-index). Paths are relative to the checkout, with slashes.
 */
export function readIndex(
  bytes: Buffer,
  wanted: readonly string[],
  algorithm: BlobHash = 'sha1',
): IndexReading | Unread {
  try {
    return read(bytes, wanted, algorithm)
  } catch {
    return 'damaged' // a length that leads beyond its end
  }
}

const HEADER = 12
const STAT = 40
const FLAG = { special: 0xb000, isExtended: 0x4000, name: 0xfff } as const
const EXTENDED_SPECIAL = 0x6000

function read(bytes: Buffer, wanted: readonly string[], algorithm: BlobHash): IndexReading | Unread {
  if (bytes.toString('latin1', 0, 4) !== 'DIRC') return 'damaged'
  const version = bytes.readUInt32BE(4)
  if (version < 2 || version > 4) return 'of a newer git'
  const hashBytes = algorithm === 'sha1' ? 20 : 32
  const ask = { bytes, count: bytes.readUInt32BE(8), fixed: STAT + hashBytes + 2, hashBytes }
  const { entries, end } = version === 4 ? compressed(ask, wanted) : padded(ask, wanted)
  const extensions = extensionsIn(bytes, end, bytes.length - hashBytes)
  if (extensions.has('link')) return 'split'
  if (extensions.has('sdir')) return 'sparse'
  return { entries, trees: treesIn(extensions.get('TREE'), hashBytes) }
}

interface Ask {
  readonly bytes: Buffer
  readonly count: number
  /** Up to the name, without the second flags that some entries have. */
  readonly fixed: number
  readonly hashBytes: number
}
interface Passed {
  readonly entries: ReadonlyMap<string, IndexEntry>
  readonly end: number
}

/** Versions 2 and 3: every name is whole, and from entry to entry leads its length. */
function padded({ bytes, count, fixed, hashBytes }: Ask, wanted: readonly string[]): Passed {
  const entries = new Map<string, IndexEntry>()
  const bySample = samplesOf(wanted)
  let at = HEADER
  for (let n = 0; n < count; n += 1) {
    const flags = bytes.readUInt16BE(at + fixed - 2)
    const name = at + fixed + (flags & FLAG.isExtended ? 2 : 0)
    const length = (flags & FLAG.name) < FLAG.name ? flags & FLAG.name : lengthAt(bytes, name)
    const alike = bySample.get(sampleOf(bytes, name, length))
    const found = alike && nameIn(alike, bytes, name, length)
    if (found) entries.set(found, entryAt(bytes, at, { fixed, hashBytes }))
    at += (name - at + length + 8) & ~7
  }
  return { entries, end: at }
}

/** Version 4: of every name what differs from the one before it. */
function compressed({ bytes, count, fixed, hashBytes }: Ask, wanted: readonly string[]): Passed {
  const entries = new Map<string, IndexEntry>()
  const bySample = samplesOf(wanted)
  const name = Buffer.alloc(64 * 1024)
  let length = 0
  let at = HEADER
  for (let n = 0; n < count; n += 1) {
    const flags = bytes.readUInt16BE(at + fixed - 2)
    let next = at + fixed + (flags & FLAG.isExtended ? 2 : 0)
    let byte = bytes.readUInt8(next++)
    let strip = byte & 127
    while (byte & 128) {
      byte = bytes.readUInt8(next++)
      strip = ((strip + 1) << 7) | (byte & 127)
    }
    const added = lengthAt(bytes, next)
    const kept = length - strip
    if (kept < 0 || kept + added > name.length) throw new RangeError('a name before its beginning')
    bytes.copy(name, kept, next, next + added)
    length = kept + added
    const alike = bySample.get(sampleOf(name, 0, length))
    const found = alike && nameIn(alike, name, 0, length)
    if (found) entries.set(found, entryAt(bytes, at, { fixed, hashBytes }))
    at = next + added + 1
  }
  return { entries, end: at }
}

type Samples = ReadonlyMap<number, readonly Buffer[]>

function samplesOf(wanted: readonly string[]): Samples {
  const bySample = new Map<number, Buffer[]>()
  for (const path of wanted) {
    const name = Buffer.from(path)
    const sample = sampleOf(name, 0, name.length)
    bySample.set(sample, [...(bySample.get(sample) ?? []), name])
  }
  return bySample
}

/**
 * A number from the length and some letters before the ending tells most names apart. It is taken of every file of the
 * repository by code that has just been loaded: hence no loop, and no call.
 */
function sampleOf(bytes: Buffer, at: number, length: number): number {
  const end = at + length
  if (length < 7) return length
  return (
    (length << 20) ^
    ((bytes[end - 4] ?? 0) << 14) ^
    ((bytes[end - 5] ?? 0) << 7) ^
    (bytes[end - 7] ?? 0) ^
    ((bytes[at + (length >> 1)] ?? 0) << 10)
  )
}

function nameIn(
  alike: readonly Buffer[],
  ...[bytes, at, length]: readonly [Buffer, number, number]
): string | undefined {
  return alike
    .find((one) => one.length === length && bytes.compare(one, 0, length, at, at + length) === 0)
    ?.toString()
}

function lengthAt(bytes: Buffer, name: number): number {
  const end = bytes.indexOf(0, name)
  if (end < 0) throw new RangeError('a name without an end')
  return end - name
}

function entryAt(
  bytes: Buffer,
  at: number,
  { fixed, hashBytes }: { readonly fixed: number; readonly hashBytes: number },
): IndexEntry {
  const flags = bytes.readUInt16BE(at + fixed - 2)
  const extended = flags & FLAG.isExtended ? bytes.readUInt16BE(at + fixed) : 0
  return {
    writtenSeconds: bytes.readUInt32BE(at + 8),
    writtenNanoseconds: bytes.readUInt32BE(at + 12),
    mode: bytes.readUInt32BE(at + 24),
    bytes: bytes.readUInt32BE(at + 36),
    blob: bytes.toString('hex', at + STAT, at + STAT + hashBytes),
    isSpecial: (flags & FLAG.special) !== 0 || (extended & EXTENDED_SPECIAL) !== 0,
  }
}

function extensionsIn(bytes: Buffer, from: number, end: number): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>()
  for (let at = from; at + 8 <= end; ) {
    const size = bytes.readUInt32BE(at + 4)
    found.set(bytes.toString('latin1', at, at + 4), bytes.subarray(at + 8, at + 8 + size))
    at += 8 + size
  }
  return found
}

/**
 * The cache of trees: `name NUL entries SP subtrees LF hash`, depth first; entries below zero: something in it was put
 * into the index since its tree was stored, and then no hash follows.
 */
function treesIn(cache: Buffer | undefined, hashBytes: number): ReadonlySet<string> {
  const trees = new Set<string>()
  /** What is still to come of the folders around the one at hand. */
  const around: { readonly path: string; left: number }[] = []
  for (let at = 0; cache && at < cache.length; ) {
    const nul = cache.indexOf(0, at)
    const line = cache.indexOf(10, nul)
    if (nul < 0 || line < 0) break
    const [entries = -1, subtrees = 0] = cache
      .toString('latin1', nul + 1, line)
      .split(' ')
      .map(Number)
    while (around.at(-1)?.left === 0) around.pop()
    const parent = around.at(-1)
    if (parent) parent.left -= 1
    const name = cache.toString('utf8', at, nul)
    const path = parent?.path ? `${parent.path}/${name}` : name
    if (entries >= 0) trees.add(path)
    around.push({ path, left: subtrees })
    at = line + 1 + (entries >= 0 ? hashBytes : 0)
  }
  return trees
}
