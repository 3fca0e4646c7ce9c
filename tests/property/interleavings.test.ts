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
import { agentWithTools, toolCalls } from './interleaved-agent.ts'
import { act, agentAt, bystanders, ownDeeds, type Promised, users } from './interleaved-deeds.ts'
import { requireWhole } from './interleaved-oracle.ts'
import { processIn } from './interleaved-world.ts'
import { LIMIT_MS, runs } from './runs.ts'

interface Engine {
  readonly log: EventLog<Session>
  remove(): void
}

/** What waits for its user's word, and is sure enough to be approved without it. */
const SUGGESTED = {
  text: 'Always write dates as 2026-01-31.',
  scope: { kind: 'universal' },
  origin: 'user',
  confidence: 0.95,
} as const

/** Agents, a person, bystanders and the server for agents, each a process of its own, on one log. */
const staysWhole = (engine: () => Engine) =>
  fc.asyncProperty(
    fc.scheduler(),
    fc.array(ownDeeds, { minLength: 1, maxLength: 3 }),
    users,
    fc.array(bystanders, { maxLength: 2 }),
    toolCalls,
    async (scheduler, agents, user, others, calls) => {
      const { log, remove } = engine()
      const shared = Object.assign(new TestWorld({ log, name: 'shared' }), {
        spool: new MemorySpool(),
        evidence: 'alive' as const, // until it is killed
      })
      const promised: Promised = { events: [], decisions: new Map() }
      const actor = (name: string) => ({ name, world: processIn(shared, scheduler, name), promised, shared })
      try {
        await propose(shared, SUGGESTED)
        await scheduler.waitFor(
          Promise.all([
            ...agents.map((deeds, pid) => agentAt(actor(`agent ${pid}`), pid + 1, deeds)),
            act(actor('user'), user),
            ...others.map((deeds, at) => act(actor(`bystander ${at}`), deeds)),
            agentWithTools(actor('tools'), calls),
          ]),
        )
        await requireWhole(shared, promised)
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

/** The reference engine is fast, and R10 shows that the other one gives its answers. */
test.each([
  { name: 'in memory', engine: memory, times: 300 },
  { name: 'on SQLite', engine: sqlite, times: 25 },
])(
  'in whatever order processes on one log take turns, what was acknowledged is there once and in order, and views, index and rules follow from it, $name (R11)',
  async ({ engine, times }) => {
    const refused: unknown[] = []
    const refuse = (reason: unknown): unknown => refused.push(reason)
    process.on('unhandledRejection', refuse)
    await fc.assert(staysWhole(engine), { numRuns: runs(times) }).finally(() => {
      process.off('unhandledRejection', refuse)
    })
    expect(refused).toEqual([])
  },
  LIMIT_MS,
)

/** Stores what was judged by a session as it stood a moment ago. */
class Careless extends MemoryLog<Session> {
  override append(
    to: SessionId,
    events: readonly NewEvent[],
    options: AppendOptions = {},
  ): Promise<Appended> {
    const { expectedSeq: _, ...rest } = options
    return super.append(to, events, rest)
  }
}
/** Says that it stored what somebody else kept it from. */
class Boastful extends MemoryLog<Session> {
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

test.each([Careless, Boastful])(
  'a log that lets others come between is found out: %o',
  async (Wrong) => {
    const engine = (): Engine => ({ ...memory(), log: new Wrong(sessionProjection) })
    const details = await fc.check(staysWhole(engine), { numRuns: 2000, endOnFailure: true })
    expect(details.failed).toBe(true)
  },
  LIMIT_MS,
)
