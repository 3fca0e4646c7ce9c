import { setImmediate as nextRound } from 'node:timers/promises'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { CallQueue } from './call-queue.ts'
import { detectClient } from './current-session.ts'
import { mcpServer } from './server.ts'
import { CleanTransport } from './wire.ts'

/** How often spooled hook deliveries are ingested, so that hooks do not have to do it. */
const SPOOL_MS = 2000

/** `leftoff mcp`: serves the agent that started this process until it closes stdin. */
export async function main(_input: readonly string[], version: string): Promise<void> {
  const calls = new CallQueue(detectClient(process.env))
  const server = mcpServer(calls, version)
  const closed = untilClosed(server)
  const draining = setInterval(() => void calls.drainSpool(), SPOOL_MS).unref()
  await server.connect(new CleanTransport())
  setTimeout(() => void calls.index(), FIRST_INDEXING_MS).unref()
  const indexing = setInterval(() => void calls.index(), INDEXING_MS).unref()
  await closed
  clearInterval(draining)
  clearInterval(indexing)
  await nextRound() // requests that were already read enter the queue
  await calls.end()
  await nextRound() // their answers are written to stdout
  await flushStdout()
  await server.close()
}

/** Delays indexing until the agent has made its first calls. */
const FIRST_INDEXING_MS = 5000
const INDEXING_MS = 30_000

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves when the agent disconnects, for whatever reason. */
function untilClosed(server: McpServer): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => resolve()
    process.stdin.on('end', end).on('close', end).on('error', end)
    process.stdout.on('error', end) // the agent no longer reads
    for (const signal of SIGNALS) process.on(signal, end)
    server.server.onclose = end
  })
}

const flushStdout = (): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write('', () => resolve())
  })
