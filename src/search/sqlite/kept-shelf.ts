import { closeSync, openSync, readSync } from 'node:fs'
import type { PricedClaim } from '../../brief/prepared.ts'
import type { SessionId } from '../../event/identity.ts'
import type { FileTrace } from '../facts.ts'
import { forgiving } from '../forgiving-shelf.ts'
import { type Lately, NOT_LATELY } from '../lately.ts'
import type { PathHolder, Shelf } from '../shelf.ts'
import { INDEX_VERSION } from './version.ts'

/**
 * The postings of a project in one file, for the first prompt of a session: it is written when a brief is prepared, and
 * looked into without opening a database. After the heading come lines, each a key, a tab and JSON, in the order of the
 * keys; the heading says where each block of them begins, so a look reads one block.
 */
export interface Heading {
  readonly version: number
  /** When it was written. */
  readonly at: number
  readonly projects: readonly string[]
  /** How the index stood. */
  readonly standing: string
  /** The latest first. */
  readonly sessions: readonly (readonly [session: string, length: number])[]
  readonly paths: number
  readonly blocks: readonly (readonly [first: string, offset: number, bytes: number])[]
}

/** What a line of each kind holds. */
export type Packed = {
  /** Which sessions hold it, by their places in the heading, and which paths. */
  readonly term: readonly [
    sessions: readonly (readonly [place: number, weight: number])[],
    paths: readonly PathHolder[],
  ]
  readonly files: readonly FileTrace[]
  readonly name: readonly (readonly [path: string, isTouched: number])[]
  readonly settled: readonly PricedClaim[]
  /** There is one, without a name. */
  readonly lately: Lately
}

/** Keys hold no blanks but within quotes, and no line ends. */
export const keyOf = (kind: keyof Packed, name: string): string =>
  kind === 'name' ? `name:${JSON.stringify(name)}` : `${kind}:${name}`

/** So many characters say how long the heading is. */
export const SIZE = 12

export interface Kept {
  readonly shelf: Shelf
  settled(sessions: readonly SessionId[]): ReadonlyMap<string, readonly PricedClaim[]>
}

/** What is kept there; undefined where it is of another form, or damaged. The file stays open until this process ends. */
export function keptShelf(path: string): Kept | undefined {
  try {
    const file = openSync(path, 'r')
    const heading = headingIn(file)
    if (heading?.version === INDEX_VERSION) return keptIn(new Lines(file, heading), heading)
    closeSync(file)
  } catch {
    // It is made again when somebody has time.
  }
  return undefined
}

export function headingIn(file: number): Heading | undefined {
  const size = Number(textAt(file, 0, SIZE))
  return size > 0 ? (JSON.parse(textAt(file, SIZE, size)) as Heading) : undefined
}

const textAt = (file: number, offset: number, bytes: number): string =>
  bytesAt(file, offset, bytes).toString('utf8')

function bytesAt(file: number, offset: number, bytes: number): Buffer {
  const room = Buffer.allocUnsafe(bytes)
  return room.subarray(0, readSync(file, room, 0, bytes, offset))
}

class Lines {
  readonly #file: number
  readonly #blocks: Heading['blocks']
  readonly #read = new Map<number, Buffer>()
  /** Whoever ranks asks twice for most of it. */
  readonly #found = new Map<string, unknown>()

  constructor(file: number, { blocks }: Heading) {
    this.#file = file
    this.#blocks = blocks
  }

  find<K extends keyof Packed>(kind: K, name: string): Packed[K] | undefined {
    const key = keyOf(kind, name)
    if (!this.#found.has(key)) this.#found.set(key, this.#look(key))
    return this.#found.get(key) as Packed[K] | undefined
  }

  /** Within the bytes: a block is longer than all that is wanted of it, and would have to be made a text first. */
  #look(key: string): unknown {
    const block = this.#block(this.#placeOf(key))
    const before = Buffer.from(`\n${key}\t`)
    const at = block.indexOf(before)
    const from = at + before.length
    return at < 0 ? undefined : JSON.parse(block.toString('utf8', from, block.indexOf(LINE_END, from)))
  }

  /** The last block that does not begin after the key. */
  #placeOf(key: string): number {
    let low = 0
    let high = this.#blocks.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#blocks[middle]?.[0] ?? '') <= key) low = middle
      else high = middle
    }
    return low
  }

  #block(place: number): Buffer {
    const known = this.#read.get(place)
    if (known !== undefined) return known
    const [, offset = 0, bytes = 0] = this.#blocks[place] ?? []
    const block = bytesAt(this.#file, offset, bytes)
    this.#read.set(place, block)
    return block
  }
}
const LINE_END = 10

function keptIn(lines: Lines, { sessions, paths }: Heading): Kept {
  const term = (name: string): Packed['term'] => lines.find('term', name) ?? [[], []]
  const shelf: Shelf = {
    sessions: sessions.length,
    paths,
    meanLength: sessions.reduce((sum, [, length]) => sum + length, 0) / (sessions.length || 1),
    lately: () => lines.find('lately', '') ?? NOT_LATELY,
    sessionsWith: (name, most) =>
      few(term(name)[0], most).map(([place, weight]) => {
        const [session = '', length = 0] = sessions[place] ?? []
        return { session, weight, length }
      }),
    filesOf: (session) => lines.find('files', session) ?? [],
    pathsWith: (name, most) => few(term(name)[1], most),
    pathsNamed: (stem) =>
      (lines.find('name', stem) ?? []).map(([path, isTouched]) => ({ path, isTouched: isTouched === 1 })),
  }
  return {
    shelf: forgiving(shelf),
    settled: (asked) => new Map(asked.map((session) => [session, lines.find('settled', session) ?? []])),
  }
}

const few = <T>(found: readonly T[], most: number): readonly T[] => (found.length > most ? [] : found)
