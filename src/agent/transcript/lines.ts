import { parseJson } from '../../problem.ts'
import { fieldOf } from '../field.ts'
import { MAX_RECORD_BYTES, Slimmer } from './slim.ts'

/** A line of a file. `text` is absent if the line was too long. */
export interface TranscriptLine {
  readonly text: string | undefined
  readonly offset: number
  readonly bytes: number
  /** Number of NUL bytes that were removed. Counted only in long lines. */
  readonly holes: number
}

const NEWLINE = 0x0a
/** Lines longer than this lose the middle of their long strings. */
const SLIM_FROM = 1024 * 1024

/**
 * Splits chunks of bytes into lines. The caller may reuse the buffer of a chunk. The result does not depend on the
 * chunk boundaries.
 */
export class Lines {
  #parts: Buffer[] = []
  #held = 0
  #slimmer: Slimmer | undefined
  #offset = 0

  push(chunk: Uint8Array): TranscriptLine[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const lines: TranscriptLine[] = []
    let from = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      lines.push(this.#lineEndingWith(bytes.subarray(from, end), 1))
      from = end + 1
    }
    if (from < bytes.length) this.#hold(bytes.subarray(from))
    return lines
  }

  /** The text after the last newline. */
  end(): TranscriptLine | undefined {
    return this.#held === 0 ? undefined : this.#lineEndingWith(Buffer.alloc(0), 0)
  }

  #hold(part: Buffer): void {
    this.#held += part.length
    if (this.#held > SLIM_FROM) this.#slimming().push(part)
    else this.#parts.push(Buffer.from(part)) // copy: the caller reuses the buffer
  }

  #slimming(): Slimmer {
    if (this.#slimmer) return this.#slimmer
    const slimmer = new Slimmer()
    for (const part of this.#parts) slimmer.push(part)
    this.#parts = []
    this.#slimmer = slimmer
    return slimmer
  }

  #lineEndingWith(last: Buffer, newline: 0 | 1): TranscriptLine {
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

export const TOO_LONG = `longer than ${MAX_RECORD_BYTES / 1024 / 1024} MB`

/** The JSON lines at the end of a transcript, last first. They are parsed lazily. */
export function* linesFromEnd(tail: string): Iterable<object> {
  const lines = tail.split('\n')
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const value = parseLine(lines[at] ?? '')
    if (typeof value === 'object' && value !== null) yield value
  }
}

/** The first line is usually incomplete, and the last one may be. */
const parseLine = (line: string): unknown => (line.startsWith('{') ? parseJson(line) : undefined)

/** The token counts of an answer. A count of 0 means unknown and is left out. */
export const answerTokens = (inputTokens: number, outputTokens: number) => ({
  ...(inputTokens > 0 && { inputTokens }),
  ...(outputTokens > 0 && { outputTokens }),
})

/** A token count; 0 if it is missing or invalid. */
export function tokensIn(value: unknown, key: string): number {
  const count = fieldOf(value, key)
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0
}
