/** Strings up to twice this length stay complete. Longer ones keep at least this much of both ends. */
const PART = 64 * 1024
/** Records that are longer than this even after their strings were shortened are skipped. */
export const MAX_RECORD_BYTES = 8 * 1024 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LETTER_U = 0x75
/** Position in an escape sequence: 5 right after the backslash, then the number of digits left after `\u`. */
const AFTER_BACKSLASH = 5
const DIGITS = 4

/**
 * Shortens a huge line of JSON while it is read, by omitting the middle of long strings. The result is still JSON.
 * This class tracks only where strings begin and end.
 */
export class Slimmer {
  /** Number of NUL bytes between strings. They form a hole in the file, which may have any length. */
  holes = 0
  readonly #line = new Bytes(MAX_RECORD_BYTES)
  #isInString = false
  #escape = 0
  /** Bytes of the current string since its start or since the last bucket began. */
  #run = 0
  /** Two buckets: when the second is full, the first is dropped, so that the last 64 KiB are always available. */
  #tail: [Bytes, Bytes] | undefined
  #leftOut = 0
  /** Start of the part of the current chunk that has not been copied yet. */
  #from = 0

  push(piece: Uint8Array): void {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    this.#from = 0
    for (let at = 0; at < bytes.length; )
      at = this.#isInString ? this.#within(bytes, at) : this.#between(bytes, at)
    this.#copy(bytes, bytes.length)
  }

  /** The shortened line; undefined if it is still too long. */
  text(): string | undefined {
    this.#close()
    return this.#line.isOver ? undefined : this.#line.text()
  }

  /** Returns the offset after the next opening quote or after a hole. */
  #between(bytes: Buffer, start: number): number {
    let at = start
    while (at < bytes.length && bytes[at] !== QUOTE && bytes[at] !== 0) at += 1
    if (bytes[at] === QUOTE) {
      this.#isInString = true
      this.#run = 0
      return at + 1
    }
    this.#copy(bytes, at)
    const hole = at
    while (at < bytes.length && bytes[at] === 0) at += 1
    this.holes += at - hole
    this.#from = at
    return at
  }

  /** Returns the offset after the closing quote, or where a bucket is full. */
  #within(bytes: Buffer, start: number): number {
    let left = this.#escape
    let at = start
    const full = start + PART - this.#run
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0
      if (left > 0) left = escapeAfter(left, byte)
      else if (byte === QUOTE || (at >= full && (byte & 0xc0) !== 0x80)) break
      else if (byte === BACKSLASH) left = AFTER_BACKSLASH
    }
    this.#escape = left
    this.#run += at - start
    if (at === bytes.length) return at
    return bytes[at] === QUOTE ? this.#closed(bytes, at) : this.#turned(bytes, at)
  }

  #closed(bytes: Buffer, at: number): number {
    this.#isInString = false
    if (!this.#tail) return at + 1
    this.#copy(bytes, at)
    this.#close()
    return at + 1
  }

  /** Starts a new bucket. Called only between characters, so that no character or escape is split. */
  #turned(bytes: Buffer, at: number): number {
    this.#copy(bytes, at)
    this.#run = 0
    const [old, recent] = this.#tail ?? []
    this.#leftOut += old?.length ?? 0
    old?.clear()
    this.#tail = [recent ?? new Bytes(PART * 2), old ?? new Bytes(PART * 2)]
    return at
  }

  #copy(bytes: Buffer, to: number): void {
    const target = this.#tail ? this.#tail[1] : this.#line
    target.add(bytes, this.#from, to)
    this.#from = to
  }

  #close(): void {
    if (this.#leftOut > 0) this.#line.addText(`\\n[... ${this.#leftOut} bytes left out ...]\\n`)
    for (const part of this.#tail ?? []) this.#line.addAll(part)
    this.#tail = undefined
    this.#leftOut = 0
  }
}

function escapeAfter(left: number, byte: number): number {
  if (left === AFTER_BACKSLASH) return byte === LETTER_U ? DIGITS : 0
  return left - 1
}

/** A growing buffer with a limit. */
class Bytes {
  readonly #limit: number
  #buffer = Buffer.allocUnsafe(4096)
  length = 0
  isOver = false

  constructor(limit: number) {
    this.#limit = limit
  }

  add(bytes: Buffer, from: number, to: number): void {
    const size = this.length + to - from
    if (size > this.#limit) this.isOver = true
    if (this.isOver) return
    if (size > this.#buffer.length) this.#grow(size)
    bytes.copy(this.#buffer, this.length, from, to)
    this.length = size
  }

  addAll(other: Bytes): void {
    this.add(other.#buffer, 0, other.length)
  }

  addText(text: string): void {
    const bytes = Buffer.from(text)
    this.add(bytes, 0, bytes.length)
  }

  clear(): void {
    this.length = 0
  }

  text(): string {
    return this.#buffer.toString('utf8', 0, this.length)
  }

  #grow(size: number): void {
    const larger = Buffer.allocUnsafe(Math.min(this.#limit, Math.max(size, this.#buffer.length * 2)))
    this.#buffer.copy(larger, 0, 0, this.length)
    this.#buffer = larger
  }
}
