import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Lately } from '../lately.ts'
import type { Numbers } from '../numbers.ts'
import type { Holders, PathHolders, Traces } from '../shelf.ts'
import type { Named } from './kept-shelf.ts'
import * as form from './shelf-file.ts'
import { SHELF_VERSION } from './version.ts'

/** What is written, by numbers. */
export interface ShelfContent {
  readonly origin: form.Origin
  readonly sessions: readonly KeptSession[]
  /** Of all projects. */
  readonly paths: number
  /** Each once, in their order. */
  readonly names: readonly string[]
  readonly lately: Lately
  readonly terms: ReadonlyMap<string, Holders & PathHolders>
  readonly stems: ReadonlyMap<string, readonly Named[]>
}

export interface KeptSession {
  readonly session: string
  readonly length: number
  readonly traces: Traces
  /** JSON. */
  readonly settled: string
}

/** Written aside and renamed; whoever reads the one before goes on with it. */
export function writeShelf(path: string, content: ShelfContent): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.${process.pid}`, bytesOf(content), { mode: 0o600 })
  renameSync(`${path}.${process.pid}`, path)
}

function bytesOf(content: ShelfContent): Buffer {
  const { sessions, lately } = content
  // In the order in which the header names them.
  const tables = [sessions.map(({ length }) => length), lately.sessions, lately.paths, lately.edited]
  tables.push(lately.read, lately.held)
  const pieces = [
    sessions.map(({ traces }) => tracesOf(traces)),
    sessions.map(({ settled }) => textOf(settled)),
    grouped(sessions.map(({ session }) => session)),
    grouped(content.names),
    cellsOf(recordsOf(content)),
    [textOf(JSON.stringify(content.origin))],
  ]
  const header = new Int32Array(form.HEADER)
  header[form.VERSION] = SHELF_VERSION
  header[form.SESSIONS] = sessions.length
  header[form.PATHS] = content.paths
  header[form.LENGTH] = sessions.reduce((sum, { length }) => sum + length, 0)
  const sizes = [...tables.map(({ length }) => length), ...pieces.map(({ length }) => length + 1)]
  header.set(sums(form.HEADER, sizes), form.LENGTHS)
  header[form.SUM] = form.sumOf(header)
  const offsets = offsetsOf(pieces, 4 * (header[form.HEADING] ?? 0))
  return Buffer.concat([...[header, ...tables, ...offsets].map(numbersOf), ...pieces.flat()])
}

/** Where each of some things begins, and at last where they end. */
function sums(start: number, sizes: readonly number[]): readonly number[] {
  let end = start
  return [start, ...sizes.map((size) => (end += size))]
}

function offsetsOf(pieces: readonly (readonly Buffer[])[], start: number): readonly (readonly number[])[] {
  let end = start
  return pieces.map((all) => {
    const begins = sums(
      end,
      all.map(({ length }) => length),
    )
    end = begins.at(-1) ?? end
    return begins
  })
}

const numbersOf = (numbers: Numbers): Buffer => Buffer.from(new Int32Array(numbers).buffer)
const bytesIn = (numbers: Numbers): Buffer => filled(Buffer.from(new Uint8Array(numbers)))
/** With blanks, which JSON does not mind. */
function filled(bytes: Buffer): Buffer {
  const missing = form.aligned(bytes.length) - bytes.length
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.from('   '.slice(0, missing))])
}
const textOf = (text: string): Buffer => filled(Buffer.from(text))

const tracesOf = ({ paths, did }: Traces): Buffer =>
  Buffer.concat([numbersOf([paths.length]), numbersOf(paths), bytesIn(did)])

const grouped = (names: readonly string[]): readonly Buffer[] =>
  Array.from({ length: form.groups(names.length) }, (_, group) =>
    textOf(JSON.stringify(names.slice(group * form.GROUP, (group + 1) * form.GROUP))),
  )

interface KeyedRecord {
  readonly hash: number
  readonly bytes: Buffer
}

function recordsOf({ terms, stems, sessions }: ShelfContent): readonly KeyedRecord[] {
  return [
    ...Array.from(terms, ([term, held]) => recordOf(form.keyOf('term', term), termOf(held))),
    ...Array.from(stems, ([stem, known]) =>
      recordOf(form.keyOf('stem', stem), Buffer.from(JSON.stringify(known))),
    ),
    ...sessions.map(({ session }, number) =>
      recordOf(form.keyOf('session', session), Buffer.from(String(number))),
    ),
  ]
}

/** In one piece of memory: there are tens of thousands. */
function termOf({ sessions, weights, paths, shares, touched }: Holders & PathHolders): Buffer {
  const flags = 2 + 2 * sessions.length + 2 * paths.length
  const numbers = new Int32Array(flags + form.aligned(paths.length) / 4)
  numbers[0] = sessions.length
  numbers[1] = paths.length
  numbers.set(sessions, 2)
  numbers.set(weights, 2 + sessions.length)
  numbers.set(paths, 2 + 2 * sessions.length)
  numbers.set(shares, flags - paths.length)
  new Uint8Array(numbers.buffer).set(touched, 4 * flags)
  return Buffer.from(numbers.buffer)
}

function recordOf(key: string, value: Buffer): KeyedRecord {
  const hash = form.hashOf(key)
  const letters = filled(Buffer.from(key, 'utf16le'))
  return {
    hash,
    bytes: Buffer.concat([numbersOf([hash, key.length, value.length]), letters, filled(value)]),
  }
}

/** Small enough to be read for one record. */
const CELL_BYTES = 1024

function cellsOf(records: readonly KeyedRecord[]): readonly Buffer[] {
  const bytes = records.reduce((sum, record) => sum + record.bytes.length, 0)
  const cells = Array.from({ length: Math.ceil(bytes / CELL_BYTES) || 1 }, (): Buffer[] => [])
  for (const record of records) cells[record.hash % cells.length]?.push(record.bytes)
  return cells.map((held) => Buffer.concat(held))
}
