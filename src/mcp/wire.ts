import { writeSync } from 'node:fs'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { safeText } from '../text/safe-text.ts'

/** One message of a client may be so long; a longer one closes the line. */
const MOST_BYTES_IN = 64 * 1024 * 1024
/** One text that we send, whatever was in it. */
const MOST_CHARACTERS_OUT = 32_000

/**
 * stdin and stdout, with a last look at what goes out: whoever composed it, a tool of ours or the SDK that quotes an
 * argument in its error, no text carries control characters or grows without bound. Ids go back as they came.
 */
export class CleanTransport extends StdioServerTransport {
  constructor() {
    super(process.stdin, process.stdout, { maxBufferSize: MOST_BYTES_IN })
  }

  override send(message: JSONRPCMessage): Promise<void> {
    return super.send(cleanMessage(message))
  }
}

export function cleanMessage(message: JSONRPCMessage): JSONRPCMessage {
  if ('result' in message) return { ...message, result: cleaned(message.result) }
  return 'error' in message ? { ...message, error: cleaned(message.error) } : message
}

function cleaned<T>(value: T): T {
  if (typeof value === 'string') return safeText(value.slice(0, MOST_CHARACTERS_OUT)) as T
  if (Array.isArray(value)) return value.map(cleaned) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [safeText(key), cleaned(one)])) as T
}

const STDERR = 2

/** For whoever reads the client's log of its servers. stdout belongs to the protocol. */
export function talk(text: string): void {
  try {
    writeSync(STDERR, `leftoff: ${safeText(text)}\n`)
  } catch {
    // closed or full: talk is not worth stumbling over
  }
}
