import { writeSync } from 'node:fs'
import { Transform, type TransformCallback } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { safeText } from '../text/safe-text.ts'

/** No tool needs more than a few kilobytes. A longer message is answered with an error. */
const MAX_BYTES_IN = 2 * 1024 * 1024
/** The JSON-RPC error code for an invalid request. */
const INVALID_REQUEST = -32_600
/** Maximum length of one string in a reply. */
const MAX_CHARACTERS_OUT = 32_000

/**
 * Removes control characters from all outgoing text and bounds its length. This also covers SDK errors, which
 * quote arguments. Ids are returned unchanged.
 */
export class CleanTransport extends StdioServerTransport {
  constructor() {
    const lines = new LineLimit({ maxBytes: MAX_BYTES_IN, onDropped: (id) => void this.#refuse(id) })
    super(process.stdin.pipe(lines), process.stdout, { maxBufferSize: 2 * MAX_BYTES_IN })
  }

  async #refuse(id: RequestId | undefined): Promise<void> {
    const message = `the message is larger than ${MAX_BYTES_IN / 1024 / 1024} MB`
    logToStderr(message)
    if (id !== undefined) await this.send({ jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message } })
  }

  override send(message: JSONRPCMessage): Promise<void> {
    return super.send(cleanMessage(message))
  }
}

function cleanMessage(message: JSONRPCMessage): JSONRPCMessage {
  if ('result' in message) return { ...message, result: cleanValue(message.result) }
  return 'error' in message ? { ...message, error: cleanValue(message.error) } : message
}

function cleanValue<T>(value: T): T {
  if (typeof value === 'string') return safeText(value.slice(0, MAX_CHARACTERS_OUT)) as T
  if (Array.isArray(value)) return value.map(cleanValue) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [safeText(key), cleanValue(one)])) as T
}

const STDERR = 2
/** A client that sends only garbage must not fill its own log. */
const MAX_LOG_LINES = 100
let logLines = 0

/** Writes to the client's server log. stdout is reserved for the protocol. */
export function logToStderr(text: string): void {
  logLines += 1
  if (logLines > MAX_LOG_LINES) return
  const end = logLines === MAX_LOG_LINES ? ' (no further messages)' : ''
  try {
    writeSync(STDERR, `leftoff: ${safeText(text)}${end}\n`)
  } catch {
    // stderr is closed or full: losing a log line is not an error
  }
}

const NEWLINE = 0x0a
/** How many bytes at each end of a line are kept to find its id. */
const KEPT_BYTES = 1024

export type RequestId = string | number

interface LineLimitOptions {
  readonly maxBytes: number
  /** Called at the end of a line that was dropped, with the id of its request if it can be found. */
  readonly onDropped: (id: RequestId | undefined) => void
}

/**
 * Passes on complete lines. Drops empty lines, and lines that are too long, without keeping those in memory. For
 * every chunk of a long line, the SDK would copy everything that it has received so far. It would also end the
 * connection if the line is too long.
 */
export class LineLimit extends Transform {
  readonly #options: LineLimitOptions
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(options: LineLimitOptions) {
    super()
    this.#options = options
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      if (end > from || this.#bytes > 0) {
        this.#add(chunk.subarray(from, end + 1))
        this.#endLine()
      }
      from = end + 1
    }
    if (from < chunk.length) this.#add(chunk.subarray(from))
    done()
  }

  #add(piece: Buffer): void {
    this.#bytes += piece.length
    this.#chunks.push(piece)
    if (this.#bytes <= this.#options.maxBytes) return
    const all = Buffer.concat(this.#chunks)
    this.#chunks = [all.subarray(0, KEPT_BYTES), all.subarray(-KEPT_BYTES)].map((part) => Buffer.from(part))
  }

  #endLine(): void {
    const line = Buffer.concat(this.#chunks)
    if (this.#bytes <= this.#options.maxBytes) this.push(line)
    else this.#options.onDropped(requestIdIn(line))
    this.#chunks = []
    this.#bytes = 0
  }
}

const ID = String.raw`"id"\s{0,8}:\s{0,8}("[\w.:-]{1,100}"|\d{1,15})`
/** Clients write the id first or last. */
const AT_START = new RegExp(
  String.raw`^\s{0,8}\{\s{0,8}(?:"jsonrpc"\s{0,8}:\s{0,8}"2\.0"\s{0,8},\s{0,8})?${ID}`,
)
const AT_END = new RegExp(
  String.raw`${ID}(?:\s{0,8},\s{0,8}"jsonrpc"\s{0,8}:\s{0,8}"2\.0")?\s{0,8}\}\s{0,8}$`,
)

function requestIdIn(line: Buffer): RequestId | undefined {
  const text = line.toString('latin1')
  const found = (AT_START.exec(text) ?? AT_END.exec(text))?.[1]
  if (found === undefined) return undefined
  return found.startsWith('"') ? found.slice(1, -1) : Number(found)
}
