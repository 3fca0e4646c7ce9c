import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propose } from '../../src/app/memory/rules.ts'
import { sessionProjection } from '../../src/app/projection.ts'
import type { NewEvent } from '../../src/event/define.ts'
import type { SessionId } from '../../src/event/identity.ts'
import type { Appended, AppendOptions, EventLog } from '../../src/log/event-log.ts'
import { MemoryLog } from '../../src/log/memory.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import type { Session } from '../../src/session/session.ts'
import { MemorySpool } from '../crash/kit/memory-spool.ts'
import { unmanagedFolder } from '../support/temporary-folder.ts'
import { TestWorld } from '../support/world.ts'
import {
  type Acknowledged,
  bystanderActions,
  ownActions,
  runActions,
  runAgent,
  userActions,
} from './interleaved-actions.ts'
import { agentWithTools, toolCalls } from './interleaved-agent.ts'
import { requireInvariants } from './interleaved-oracle.ts'
import { processIn } from './interleaved-world.ts'
import { LIMIT_MS, runs } from './runs.ts'

interface Engine {
  readonly log: EventLog<Session>
  remove(): void
}

/** A proposed rule, confident enough to be approved automatically. */
const PROPOSED = {
  text: 'Always write dates as 2026-01-31.',
  scope: { kind: 'universal' },
  origin: 'user',
  confidence: 0.95,
} as const

/** Agents, a user, other processes and the MCP server, each a process of its own, on one log. */
const keepsInvariants = (engine: () => Engine) =>
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
        await propose(shared, PROPOSED)
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

const memory = (): Engine => ({ log: new MemoryLog(sessionProjection), remove() {} })
const sqlite = (): Engine => {
  const { folder, remove } = unmanagedFolder()
  return { log: new SqliteLog({ path: join(folder, 'log.db'), projection: sessionProjection }), remove }
}

/** Mostly in memory, which is fast; R10 shows that SQLite behaves the same. */
test.each([
  { name: 'in memory', engine: memory, times: 300 },
  { name: 'on SQLite', engine: sqlite, times: 25 },
])(
  'in whatever order processes on one log take turns, what was acknowledged is there once and in order, and views, index and rules follow from it, $name (R11)',
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
/** Reports a unhandled append as stored. */
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
    const engine = (): Engine => ({ ...memory(), log: new Wrong(sessionProjection) })
    const details = await fc.check(keepsInvariants(engine), { numRuns: 2000, endOnFailure: true })
    expect(details.failed).toBe(true)
  },
  LIMIT_MS,
)
