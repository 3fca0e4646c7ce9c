import { MOST_RECORD, Slimmer } from './slim.ts'

/** One line of a file; without text where it was too long to be kept. */
export interface Line {
  readonly text: string | undefined
  readonly offset: number
  readonly bytes: number
  /** How many NUL bytes were taken out of it: only of a long one. */
  readonly holes: number
}

const NEWLINE = 0x0a
/** Longer lines lose the middles of their long strings. */
const SLIM_FROM = 1024 * 1024

/**
 * Bytes in pieces of any size become lines. The pieces may be one buffer that is filled again and again. What a line
 * gives does not depend on where it was cut into pieces.
 */
export class Lines {
  #parts: Buffer[] = []
  #held = 0
  #slimmer: Slimmer | undefined
  #offset = 0

  push(chunk: Uint8Array): Line[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const lines: Line[] = []
    let from = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      lines.push(this.#lineEndingWith(bytes.subarray(from, end), 1))
      from = end + 1
    }
    if (from < bytes.length) this.#hold(bytes.subarray(from))
    return lines
  }

  /** What stands behind the last newline. */
  end(): Line | undefined {
    return this.#held === 0 ? undefined : this.#lineEndingWith(Buffer.alloc(0), 0)
  }

  #hold(part: Buffer): void {
    this.#held += part.length
    if (this.#held > SLIM_FROM) this.#slimming().push(part)
    else this.#parts.push(Buffer.from(part)) // a copy: the piece is somebody else's
  }

  #slimming(): Slimmer {
    if (this.#slimmer) return this.#slimmer
    const slimmer = new Slimmer()
    for (const part of this.#parts) slimmer.push(part)
    this.#parts = []
    this.#slimmer = slimmer
    return slimmer
  }

  #lineEndingWith(last: Buffer, newline: 0 | 1): Line {
    const offset = this.#offset
    const bytes = this.#held + last.length
    const text = this.#text(last, bytes)
    const holes = this.#slimmer?.holes ?? 0
    this.#offset += bytes + newline
    this.#parts = []
    this.#held = 0
    this.#slimmer = undefined
    return { text, offset, bytes, holes }
  }

  #text(last: Buffer, bytes: number): string | undefined {
    if (bytes > SLIM_FROM) {
      const slimmer = this.#slimming()
      slimmer.push(last)
      return slimmer.text()
    }
    return this.#parts.length === 0
      ? last.toString('utf8')
      : Buffer.concat([...this.#parts, last]).toString('utf8')
  }
}

export const TOO_LONG = `longer than ${MOST_RECORD / 1024 / 1024} MB`
