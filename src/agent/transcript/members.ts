import { parseJson } from '../../problem.ts'
import { TOO_LONG } from './lines.ts'
import type { TranscriptItem, TranscriptItems } from './records.ts'
import { MAX_RECORD_BYTES } from './slim.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = new Set([0x7b, 0x5b])
const CLOSE = new Set([0x7d, 0x5d])
const BRACE = 0x7b
const BRACKET = 0x5b

/** Which members of the document to read. */
interface Shape {
  /** Name of an object member. */
  readonly head: string
  /** Name of a list of objects, and the key under which each element is returned. */
  readonly list: string
  readonly each: string
}

/**
 * Streams one JSON document that may be larger than memory: its head, then each element of its list. Only the
 * current element is in memory.
 */
export function membersOf(shape: Shape): TranscriptItems {
  const scanner = new Scanner(shape)
  return { push: (chunk) => scanner.push(chunk), end: () => scanner.end() }
}

class Scanner {
  readonly #shape: Shape
  #depth = 0
  #isInString = false
  #isEscaped = false
  #offset = 0
  /** The current member, and the string that may turn out to be its name. */
  #member = ''
  #string: number[] | undefined
  #inList = false
  #parts: Buffer[] = []
  #size = 0
  #from: number | undefined

  constructor(shape: Shape) {
    this.#shape = shape
  }

  push(chunk: Uint8Array): readonly TranscriptItem[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const items: TranscriptItem[] = []
    let start = this.#from === undefined ? -1 : 0
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0
      if (this.#isInString) {
        this.#within(byte)
        continue
      }
      if (this.#opens(byte)) {
        start = at
        this.#from = this.#offset + at
      }
      if (this.#step(byte)) {
        items.push(this.#element(bytes.subarray(Math.max(start, 0), at + 1)))
        start = -1
      }
    }
    if (start >= 0) this.#keep(bytes.subarray(start))
    this.#offset += bytes.length
    return items
  }

  end(): readonly TranscriptItem[] {
    if (this.#from === undefined) return []
    return [{ kind: 'pending', offset: this.#from, bytes: this.#offset - this.#from }]
  }

  #within(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) this.#isEscaped = true
    else if (byte === QUOTE) {
      this.#isInString = false
      if (this.#string) this.#member = Buffer.from(this.#string).toString('utf8')
      this.#string = undefined
      return
    }
    if (this.#string && this.#string.length < 100) this.#string.push(byte)
  }

  #opens(byte: number): boolean {
    if (byte !== BRACE || this.#from !== undefined) return false
    if (this.#depth === 1) return this.#member === this.#shape.head
    return this.#depth === 2 && this.#inList
  }

  /** Handles a byte outside strings. Returns whether the current element is complete. */
  #step(byte: number): boolean {
    if (byte === QUOTE) {
      this.#isInString = true
      this.#string = this.#depth === 1 ? [] : undefined
      return false
    }
    if (OPEN.has(byte)) {
      if (byte === BRACKET && this.#depth === 1) this.#inList = this.#member === this.#shape.list
      this.#depth += 1
      return false
    }
    if (!CLOSE.has(byte)) return false
    this.#depth -= 1
    if (this.#depth === 1 && this.#inList) this.#inList = this.#from !== undefined
    return this.#from !== undefined && this.#depth === (this.#inList ? 2 : 1)
  }

  #keep(part: Buffer): void {
    this.#size += part.length
    if (this.#size <= MAX_RECORD_BYTES) this.#parts.push(Buffer.from(part))
    else this.#parts = []
  }

  #element(last: Buffer): TranscriptItem {
    this.#keep(last)
    const offset = this.#from ?? 0
    const bytes = this.#size
    const text = Buffer.concat(this.#parts).toString('utf8')
    this.#parts = []
    this.#size = 0
    this.#from = undefined
    if (bytes > MAX_RECORD_BYTES) return { kind: 'skipped', offset, bytes, reason: TOO_LONG }
    const value = parseJson(text)
    if (value === undefined) return { kind: 'skipped', offset, bytes, reason: 'not JSON' }
    const name = this.#inList ? this.#shape.each : this.#shape.head
    return { kind: 'record', offset, value: { [name]: value } }
  }
}
