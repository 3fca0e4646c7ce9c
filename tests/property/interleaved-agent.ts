import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import fc from 'fast-check'
import type { SessionId } from '../../src/event/identity.ts'
import { CallQueue } from '../../src/mcp/call-queue.ts'
import { mcpServer } from '../../src/mcp/server.ts'
import type { Actor } from './interleaved-actions.ts'

const TOOLS = {
  note_next: (which: number) => ({ text: `tool action ${which}` }),
  note_decision: (which: number) => ({ text: `tool decision ${which}`, why: 'a test' }),
  memory_learn: () => ({ rule: 'Always run the formatter' }),
  brief: () => ({}),
  session_status: () => ({}),
  session_list: () => ({}),
  memory_context: () => ({}),
  checkpoint: () => ({}),
} as const
export type ToolCall = readonly [name: keyof typeof TOOLS, which: number]

export const toolCalls: fc.Arbitrary<readonly ToolCall[]> = fc.array(
  fc.tuple(fc.constantFrom(...(Object.keys(TOOLS) as ToolCall[0][])), fc.nat(4)),
  { maxLength: 5, size: 'max' },
)

/** An agent that calls tools of `leftoff mcp` in the actor's world. */
export async function agentWithTools(actor: Actor, calls: readonly ToolCall[]): Promise<void> {
  const { world } = actor
  const caller = { env: {}, directory: world.place.directory, process: undefined, ancestors: [] }
  const queue = new CallQueue(caller, { world: async () => world, close: async () => {} })
  const server = mcpServer(queue, '0')
  const client = new Client({ name: 'test-agent', version: '0' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(far), client.connect(near)])
  // Concurrently, because a client does not wait for one result before the next call.
  await Promise.all(calls.map((call) => callTool(actor, client, call)))
  await queue.end()
  await client.close()
}

async function callTool(actor: Actor, client: Client, [name, which]: ToolCall): Promise<void> {
  const answer = (await client.callTool({ name, arguments: TOOLS[name](which) })) as CallToolResult
  if (answer.isError) throw new Error(`${name}: ${JSON.stringify(answer.content)}`)
  const { id, session, stored } = answer.structuredContent ?? {}
  if (id === undefined || stored !== 'logged') return
  // The result contains only a prefix of the id.
  actor.acknowledged.events.push({ by: name, session: session as SessionId, id: `evt_${id}` })
}
