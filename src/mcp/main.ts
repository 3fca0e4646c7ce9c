import { setImmediate as nextRound } from 'node:timers/promises'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { CallQueue } from './call-queue.ts'
import { callerOf } from './client.ts'
import { mcpServer } from './server.ts'
import { CleanTransport } from './wire.ts'

/** So often what the hooks of this agent left is taken in, so that they need not do it themselves. */
const TENDED_MS = 2000

/** `leftoff mcp`: serves the agent that started this process until it closes our input. */
export async function main(_input: readonly string[], version: string): Promise<void> {
  const calls = new CallQueue(callerOf(process.env))
  const server = mcpServer(calls, version)
  const over = ended(server)
  const tending = setInterval(() => void calls.refreshIndex(), TENDED_MS).unref()
  await server.connect(new CleanTransport())
  setTimeout(() => void calls.index(), FIRST_INDEXING_MS).unref()
  const indexing = setInterval(() => void calls.index(), INDEXING_MS).unref()
  await over
  clearInterval(tending)
  clearInterval(indexing)
  await nextRound() // the last requests have been read and are about to stand in line
  await calls.end()
  await nextRound() // and their answers are about to be written
  await written()
  await server.close()
}

/** The agent's first calls come first. */
const FIRST_INDEXING_MS = 5000
/** Between two looks at what was changed meanwhile. */
const INDEXING_MS = 30_000

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Whichever way the agent goes away. */
function ended(server: McpServer): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => resolve()
    process.stdin.on('end', end).on('close', end).on('error', end)
    process.stdout.on('error', end) // nobody reads us any more
    for (const signal of SIGNALS) process.on(signal, end)
    server.server.onclose = end
  })
}

const written = (): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write('', () => resolve())
  })
