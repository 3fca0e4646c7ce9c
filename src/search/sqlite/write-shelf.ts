import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Lately } from '../lately.ts'
import type { Numbers } from '../numbers.ts'
import type { Holders, KnownPath, PathHolders, Traces } from '../shelf.ts'
import * as form from './shelf-file.ts'
import { SHELF_VERSION } from './version.ts'

/** What is written, by numbers. */
export interface ShelfContent {
  readonly at: number
  readonly standing: string
  readonly sessions: readonly KeptSession[]
  /** Of all projects. */
  readonly paths: number
  /** Each once, in their order. */
  readonly names: readonly string[]
  readonly lately: Lately
  readonly terms: ReadonlyMap<string, Holders & PathHolders>
  readonly stems: ReadonlyMap<string, readonly KnownPath[]>
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
  const pieces = {
    files: sessions.map(({ traces }) => tracesOf(traces)),
    settled: sessions.map(({ settled }) => textOf(settled)),
    sessionNames: grouped(sessions.map(({ session }) => session)),
    pathNames: grouped(content.names),
    cells: cellsOf(recordsOf(content)),
  }
  const standing = Buffer.from(content.standing)
  const header = headerOf(content, pieces.cells.length, standing.length)
  let end = 8 * form.HEADER + form.bytesOf(form.tablesOf(header)) + form.aligned(standing.length)
  const placed = (all: readonly Buffer[]): readonly number[] => {
    const begins = all.map(({ length }) => {
      end += length
      return end - length
    })
    return [...begins, end]
  }
  const tables: form.Tables<Numbers> = {
    lengths: sessions.map(({ length }) => length),
    latePaths: lately.paths,
    lateEdited: lately.edited,
    lateRead: lately.read,
    lateHeld: lately.held,
    lateSessions: lately.sessions,
    files: placed(pieces.files),
    settled: placed(pieces.settled),
    sessionNames: placed(pieces.sessionNames),
    pathNames: placed(pieces.pathNames),
    cells: placed(pieces.cells),
  }
  return Buffer.concat([
    Buffer.from(header.buffer),
    ...Object.values(tables).map(numbersOf),
    filled(standing),
    ...Object.values(pieces).flat(),
  ])
}

function headerOf({ at, sessions, paths, names, lately }: ShelfContent, cells: number, standing: number) {
  const header = new Float64Array(form.HEADER)
  header[form.VERSION] = SHELF_VERSION
  header[form.AT] = at
  header[form.SESSIONS] = sessions.length
  header[form.PATHS] = paths
  header[form.NAMES] = names.length
  header[form.MEAN_LENGTH] = sessions.reduce((sum, { length }) => sum + length, 0) / (sessions.length || 1)
  header[form.LATE] = lately.paths.length
  header[form.RECENT] = lately.sessions.length
  header[form.CELLS] = cells
  header[form.STANDING] = standing
  return header
}

const numbersOf = (numbers: Numbers): Buffer => Buffer.from(Int32Array.from(numbers).buffer)
const bytesIn = (numbers: Numbers): Buffer => filled(Buffer.from(Uint8Array.from(numbers)))
/** With blanks, which JSON does not mind. */
const filled = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(form.aligned(bytes.length) - bytes.length, ' ')])
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

const termOf = ({ sessions, weights, paths, shares, touched }: Holders & PathHolders): Buffer =>
  Buffer.concat([
    numbersOf([sessions.length, paths.length]),
    numbersOf(sessions),
    numbersOf(weights),
    numbersOf(paths),
    numbersOf(shares),
    bytesIn(touched),
  ])

function recordOf(key: string, value: Buffer): KeyedRecord {
  const hash = form.hashOf(key)
  const name = Buffer.from(key)
  return {
    hash,
    bytes: Buffer.concat([numbersOf([hash, name.length, value.length]), filled(name), filled(value)]),
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
