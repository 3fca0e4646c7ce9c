import { readSync } from 'node:fs'
import type { Numbers } from '../numbers.ts'
import * as form from './shelf-file.ts'
import { SHELF_VERSION } from './version.ts'

/** At first so much is read: all of most headings. */
const BEGINNING = 16 * 1024

/** A value that was looked up by its key: where it stands in what was read. */
export interface Value {
  readonly cell: Buffer
  readonly at: number
  readonly bytes: number
}

/** An open file: its heading, and its pieces, each read when it is asked for. */
export class Pieces {
  /** The numbers of the heading. */
  readonly heading: Int32Array
  readonly #file: number
  /** Whoever ranks asks twice for what a term has. */
  readonly #found = new Map<string, Value | undefined>()
  readonly #names = new Map<number, readonly string[]>()

  constructor(file: number, heading: Int32Array) {
    this.#file = file
    this.heading = heading
  }

  table(which: number): Numbers {
    return this.heading.subarray(this.heading[which], this.heading[which + 1])
  }

  /** The piece at this place of a table. */
  at(table: number, place: number): Buffer {
    const { heading } = this
    const entry = (heading[table] ?? 0) + place
    if (place < 0 || entry + 1 >= (heading[table + 1] ?? 0)) throw new Error('the shelf has no such piece')
    const offset = heading[entry] ?? 0
    return bytesAt(this.#file, offset, (heading[entry + 1] ?? offset) - offset)
  }

  name(table: number, number: number): string {
    const group = Math.floor(number / form.GROUP)
    const key = (this.heading[table] ?? 0) + group
    let names = this.#names.get(key)
    if (!names) {
      names = JSON.parse(this.at(table, group).toString()) as readonly string[]
      this.#names.set(key, names)
    }
    return names[number % form.GROUP] ?? ''
  }

  find(kind: form.Kind, name: string): Value | undefined {
    const key = form.keyOf(kind, name)
    if (this.#found.has(key)) return this.#found.get(key)
    const value = this.#look(key)
    this.#found.set(key, value)
    return value
  }

  #look(key: string): Value | undefined {
    const { heading } = this
    const hash = form.hashOf(key)
    const cells = (heading[form.CELLS + 1] ?? 0) - (heading[form.CELLS] ?? 0) - 1
    const cell = this.at(form.CELLS, hash % cells)
    const numbers = new Int32Array(cell.buffer, 0, cell.length >> 2)
    for (let at = 0; at < cell.length; ) {
      const record = at >> 2
      const name = at + 4 * form.RECORD
      const nameEnd = name + (numbers[record + 1] ?? 0)
      const value = form.aligned(nameEnd)
      const bytes = numbers[record + 2] ?? 0
      if (numbers[record] === hash && cell.toString('utf8', name, nameEnd) === key)
        return { cell, at: value, bytes }
      at = value + form.aligned(bytes)
    }
    return undefined
  }
}

/** Undefined where the file is of another form; an error where it is cut off. */
export function piecesIn(file: number): Pieces | undefined {
  const beginning = new Int32Array(BEGINNING / 4)
  const bytes = readSync(file, beginning, 0, BEGINNING, 0)
  if (beginning[form.VERSION] !== SHELF_VERSION) return undefined
  const numbers = beginning[form.HEADING] ?? 0
  if (4 * numbers <= bytes) return new Pieces(file, beginning)
  return new Pieces(file, new Int32Array(bytesAt(file, 0, 4 * numbers).buffer))
}

/** In memory of their own, so that numbers stand where numbers may. */
function bytesAt(file: number, offset: number, bytes: number): Buffer {
  const room = Buffer.allocUnsafeSlow(bytes)
  if (readSync(file, room, 0, bytes, offset) < bytes) throw new Error('the shelf is cut off')
  return room
}
