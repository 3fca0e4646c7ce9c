import { writeSync } from 'node:fs'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { safeText } from '../text/safe-text.ts'

/** A longer message closes the connection. */
const MAX_BYTES_IN = 64 * 1024 * 1024
/** Maximum length of one string in a reply. */
const MAX_CHARACTERS_OUT = 32_000

/**
 * Removes control characters from all outgoing text and bounds its length. This also covers SDK errors, which
 * quote arguments. Ids are returned unchanged.
 */
export class CleanTransport extends StdioServerTransport {
  constructor() {
    super(process.stdin, process.stdout, { maxBufferSize: MAX_BYTES_IN })
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

/** Writes to the client's server log. stdout belongs to the protocol. */
export function logToStderr(text: string): void {
  try {
    writeSync(STDERR, `leftoff: ${safeText(text)}\n`)
  } catch {
    // closed or full: a lost log line is not worth a failure
  }
}
