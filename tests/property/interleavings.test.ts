import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import type { NewEvent } from '../../src/event/define.ts'
import type { SessionId } from '../../src/event/identity.ts'
import type { Appended, AppendOptions, EventLog } from '../../src/log/event-log.ts'
import { MemoryLog } from '../../src/log/memory.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { CallQueue } from '../../src/mcp/call-queue.ts'
import { mcpServer } from '../../src/mcp/server.ts'
import type { Session } from '../../src/session/session.ts'
import { MemorySpool } from '../crash/kit/memory-spool.ts'
import { unmanagedFolder } from '../support/temporary-folder.ts'
import { TestWorld } from '../support/world.ts'
import {
  type Acknowledged,
  type ActingAgent,
  bystanderActions,
  ownActions,
  proposeTyped,
  runActions,
  runAgent,
  userActions,
} from './interleaved-actions.ts'
import { requireInvariants } from './interleaved-oracle.ts'
import { processIn } from './interleaved-world.ts'
import { LIMIT_MS, runs } from './runs.ts'

interface OpenedEngine {
  readonly log: EventLog<Session>
  remove(): void
}

/** Runs agents, a user, other processes and the MCP server as separate processes on one log. */
const keepsInvariants = (engine: () => OpenedEngine) =>
  fc.asyncProperty(
    fc.scheduler(),
    fc.array(ownActions, { minLength: 1, maxLength: 3 }),
    userActions,
    fc.array(bystanderActions, { maxLength: 2 }),
    toolCalls,
    async (scheduler, agents, user, others, calls) => {
      const { log, remove } = engine()
      const shared = Object.assign(new TestWorld({ log, name: 'shared' }), {
        spool: new MemorySpool(),
        evidence: 'alive' as const, // until a kill action
      })
      const acknowledged: Acknowledged = { events: [], decisions: new Map() }
      const actor = (name: string) => ({
        name,
        world: processIn(shared, scheduler, name),
        acknowledged,
        shared,
      })
      try {
        await proposeTyped(shared)
        await scheduler.waitFor(
          Promise.all([
            ...agents.map((actions, pid) => runAgent(actor(`agent ${pid}`), pid + 1, actions)),
            runActions(actor('user'), user),
            ...others.map((actions, at) => runActions(actor(`bystander ${at}`), actions)),
            agentWithTools(actor('tools'), calls),
          ]),
        )
        await requireInvariants(shared, acknowledged)
      } finally {
        await log.close()
        remove()
      }
    },
  )

const memory = (): OpenedEngine => ({ log: new MemoryLog(sessionProjection), remove() {} })
const sqlite = (): OpenedEngine => {
  const { folder, remove } = unmanagedFolder()
  return { log: new SqliteLog({ path: join(folder, 'log.db'), projection: sessionProjection }), remove }
}

/** Most runs are in memory, because that is fast. R10 shows that SQLite behaves the same. */
test.each([
  { name: 'in memory', engine: memory, times: 300 },
  { name: 'on SQLite', engine: sqlite, times: 25 },
])(
  'for any interleaving of processes on one log ($name), acknowledged events are stored once and in order, and views, index and rules match them',
  async ({ engine, times }) => {
    const unhandled: unknown[] = []
    const collectUnhandled = (reason: unknown): unknown => unhandled.push(reason)
    process.on('unhandledRejection', collectUnhandled)
    await fc.assert(keepsInvariants(engine), { numRuns: runs(times) }).finally(() => {
      process.off('unhandledRejection', collectUnhandled)
    })
    expect(unhandled).toEqual([])
  },
  LIMIT_MS,
)

/** Ignores expectedSeq and stores events based on a stale view. */
class IgnoresExpectedSeq extends MemoryLog<Session> {
  override append(
    to: SessionId,
    events: readonly NewEvent[],
    options: AppendOptions = {},
  ): Promise<Appended> {
    const { expectedSeq: _, ...rest } = options
    return super.append(to, events, rest)
  }
}
/** Reports an append as stored although the session has moved on. */
class HidesConflict extends MemoryLog<Session> {
  override async append(
    to: SessionId,
    events: readonly NewEvent[],
    options: AppendOptions = {},
  ): Promise<Appended> {
    const outcome = await super.append(to, events, options)
    if (outcome.kind !== 'moved') return outcome
    return { kind: 'appended', seq: outcome.seq, position: 1, duplicates: 0 }
  }
}

test.each([IgnoresExpectedSeq, HidesConflict])(
  'a log without optimistic locking is detected: %o',
  async (Wrong) => {
    const engine = (): OpenedEngine => ({ ...memory(), log: new Wrong(sessionProjection) })
    const details = await fc.check(keepsInvariants(engine), { numRuns: 2000, endOnFailure: true })
    expect(details.failed).toBe(true)
  },
  LIMIT_MS,
)

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
type ToolChoice = readonly [name: keyof typeof TOOLS, which: number]

const toolCalls: fc.Arbitrary<readonly ToolChoice[]> = fc.array(
  fc.tuple(fc.constantFrom(...(Object.keys(TOOLS) as ToolChoice[0][])), fc.nat(4)),
  { maxLength: 5, size: 'max' },
)

/** An agent that calls tools of `leftoff mcp` in the actor's world. */
async function agentWithTools(actor: ActingAgent, calls: readonly ToolChoice[]): Promise<void> {
  const { world } = actor
  const caller = { env: {}, directory: world.place.directory, process: undefined, ancestors: [] }
  const queue = new CallQueue(caller, { world: async () => world, close: async () => {} })
  const server = mcpServer(queue, '0')
  const client = new Client({ name: 'test-agent', version: '0' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(far), client.connect(near)])
  // Calls the tools concurrently, because a client does not wait for one result before the next call.
  await Promise.all(calls.map((call) => callTool(actor, client, call)))
  await queue.end()
  await client.close()
}

async function callTool(actor: ActingAgent, client: Client, [name, which]: ToolChoice): Promise<void> {
  const answer = (await client.callTool({ name, arguments: TOOLS[name](which) })) as CallToolResult
  if (answer.isError) throw new Error(`${name}: ${JSON.stringify(answer.content)}`)
  const { id, session, stored } = answer.structuredContent ?? {}
  if (id === undefined || stored !== 'logged') return
  // The result contains only a prefix of the id.
  actor.acknowledged.events.push({ by: name, session: session as SessionId, id: `evt_${id}` })
}
