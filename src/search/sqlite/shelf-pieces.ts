import { readSync } from 'node:fs'
import * as form from './shelf-file.ts'
import { SHELF_VERSION } from './version.ts'

export interface Heading {
  readonly header: Float64Array
  readonly tables: form.Tables<Int32Array>
  /** How the index stood. */
  standing(): string
}

/** Undefined where the file is of another form; an error where it is cut off. */
export function headingIn(file: number): Heading | undefined {
  const begin = bytesAt(file, 0, 8 * form.HEADER)
  const header = new Float64Array(begin.buffer, 0, form.HEADER)
  if (header[form.VERSION] !== SHELF_VERSION) return undefined
  const counts = form.tablesOf(header)
  const bytes = form.bytesOf(counts)
  const rest = bytesAt(file, begin.length, bytes + (header[form.STANDING] ?? 0))
  return { header, tables: tablesIn(rest.buffer, counts), standing: () => rest.toString('utf8', bytes) }
}

function tablesIn(bytes: ArrayBufferLike, counts: form.Tables<number>): form.Tables<Int32Array> {
  let end = 0
  const next = (count: number): Int32Array => {
    end += 4 * count
    return new Int32Array(bytes, end - 4 * count, count)
  }
  return {
    lengths: next(counts.lengths),
    latePaths: next(counts.latePaths),
    lateEdited: next(counts.lateEdited),
    lateRead: next(counts.lateRead),
    lateHeld: next(counts.lateHeld),
    lateSessions: next(counts.lateSessions),
    files: next(counts.files),
    settled: next(counts.settled),
    sessionNames: next(counts.sessionNames),
    pathNames: next(counts.pathNames),
    cells: next(counts.cells),
  }
}

/** In memory of their own, so that numbers stand where numbers may. */
function bytesAt(file: number, offset: number, bytes: number): Buffer {
  const room = Buffer.allocUnsafeSlow(bytes)
  if (readSync(file, room, 0, bytes, offset) < bytes) throw new Error('the shelf is cut off')
  return room
}

/** A value that was looked up by its key: where it stands in what was read. */
export interface Value {
  readonly cell: Buffer
  readonly at: number
  readonly bytes: number
}

/** The pieces of an open file, each read when it is asked for. */
export class Pieces {
  readonly heading: Heading
  readonly #file: number
  /** Whoever ranks asks twice for what a term has. */
  readonly #found = new Map<string, Value | undefined>()
  readonly #names = new Map<number, readonly string[]>()

  constructor(file: number, heading: Heading) {
    this.#file = file
    this.heading = heading
  }

  /** The piece at this place of a table. */
  at(table: Int32Array, place: number): Buffer {
    const offset = table[place] ?? 0
    return bytesAt(this.#file, offset, (table[place + 1] ?? offset) - offset)
  }

  name(table: Int32Array, number: number): string {
    const place = Math.floor(number / form.GROUP)
    const offset = table[place] ?? 0
    const known =
      this.#names.get(offset) ?? (JSON.parse(this.at(table, place).toString()) as readonly string[])
    this.#names.set(offset, known)
    return known[number % form.GROUP] ?? ''
  }

  find(kind: form.Kind, name: string): Value | undefined {
    const key = form.keyOf(kind, name)
    if (this.#found.has(key)) return this.#found.get(key)
    const value = this.#look(key)
    this.#found.set(key, value)
    return value
  }

  #look(key: string): Value | undefined {
    const { cells } = this.heading.tables
    const hash = form.hashOf(key)
    const cell = this.at(cells, hash % (cells.length - 1))
    const numbers = new Int32Array(cell.buffer, 0, cell.length >> 2)
    for (let at = 0; at < cell.length; ) {
      const word = at >> 2
      const [keyBytes, bytes] = [numbers[word + 1] ?? 0, numbers[word + 2] ?? 0]
      const from = at + 4 * form.RECORD
      const value = from + form.aligned(keyBytes)
      if (numbers[word] === hash && cell.toString('utf8', from, from + keyBytes) === key)
        return { cell, at: value, bytes }
      at = value + form.aligned(bytes)
    }
    return undefined
  }
}
