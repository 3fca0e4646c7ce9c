import { readSync } from 'node:fs'
import type { Numbers } from '../numbers.ts'
import * as form from './shelf-file.ts'
import { SHELF_VERSION } from './version.ts'

/**
 * So much is read at once, from a multiple of it: what is asked for next mostly stands beside what was asked for, and to
 * ask the system costs more than to copy. It is all of most headings.
 */
const BLOCK = 16 * 1024

/** A value that was looked up by its key: where it stands in what was read, in bytes. */
export interface Value {
  readonly buffer: ArrayBufferLike
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
  readonly #blocks = new Map<number, Int32Array>()

  constructor(file: number, heading: Int32Array) {
    this.#file = file
    this.heading = heading
  }

  table(which: number): Numbers {
    return this.heading.subarray(this.heading[which], this.heading[which + 1])
  }

  /** The piece at this place of a table. */
  at(table: number, place: number): Int32Array {
    const { heading } = this
    const entry = (heading[table] ?? 0) + place
    if (place < 0 || entry + 1 >= (heading[table + 1] ?? 0)) throw new Error('the shelf has no such piece')
    const offset = heading[entry] ?? 0
    return this.#numbersAt(offset, (heading[entry + 1] ?? offset) - offset)
  }

  #numbersAt(offset: number, bytes: number): Int32Array {
    const begin = offset - (offset % BLOCK)
    // What does not stand in one block is read by itself.
    if (offset + bytes > begin + BLOCK) return numbersAt(this.#file, offset, bytes)
    const block = this.#blockAt(begin)
    const at = (offset - begin) / 4
    if (4 * block.length < offset - begin + bytes) throw new Error('the shelf is cut off')
    return block.subarray(at, at + bytes / 4)
  }

  #blockAt(begin: number): Int32Array {
    const known = this.#blocks.get(begin)
    if (known) return known
    const room = new Int32Array(BLOCK / 4)
    const block = room.subarray(0, readSync(this.#file, room, 0, BLOCK, begin) >> 2)
    this.#blocks.set(begin, block)
    return block
  }

  /** A piece that is one. */
  text(table: number, place: number): string {
    const { buffer, byteOffset, byteLength } = this.at(table, place)
    return Buffer.from(buffer, byteOffset, byteLength).toString()
  }

  name(table: number, number: number): string {
    const group = Math.floor(number / form.GROUP)
    const key = (this.heading[table] ?? 0) + group
    let names = this.#names.get(key)
    if (!names) {
      names = JSON.parse(this.text(table, group)) as readonly string[]
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
    for (let record = 0; record < cell.length; ) {
      const name = record + form.RECORD
      const value = name + (((cell[record + 1] ?? 0) + 1) >> 1)
      const bytes = cell[record + 2] ?? 0
      if (cell[record] === hash && isAt(4 * name, cell, key))
        return { buffer: cell.buffer, at: cell.byteOffset + 4 * value, bytes }
      // What is damaged must not keep anybody here.
      if (value <= record || bytes < 0) break
      record = value + form.aligned(bytes) / 4
    }
    return undefined
  }
}

/** Letter by letter: to make a text of them would take longer. */
function isAt(at: number, cell: Int32Array, key: string): boolean {
  if (cell[at / 4 - 2] !== key.length) return false
  const letters = new Uint16Array(cell.buffer, cell.byteOffset + at, key.length)
  for (let place = 0; place < key.length; place += 1)
    if (letters[place] !== key.charCodeAt(place)) return false
  return true
}

/** Undefined where the file is of another form; an error where it is cut off. */
export function piecesIn(file: number): Pieces | undefined {
  const beginning = new Int32Array(BLOCK / 4)
  const bytes = readSync(file, beginning, 0, BLOCK, 0)
  if (beginning[form.VERSION] !== SHELF_VERSION || form.sumOf(beginning) !== 0) return undefined
  const numbers = beginning[form.HEADING] ?? 0
  if (4 * numbers <= bytes) return new Pieces(file, beginning)
  return new Pieces(file, numbersAt(file, 0, 4 * numbers))
}

/** Not as a buffer of Node's: to make one takes a process that starts cold as long as to read it. */
function numbersAt(file: number, offset: number, bytes: number): Int32Array {
  const room = new Int32Array(bytes / 4)
  if (readSync(file, room, 0, bytes, offset) < bytes) throw new Error('the shelf is cut off')
  return room
}
