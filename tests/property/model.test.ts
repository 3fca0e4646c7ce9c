import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import type { NewEvent } from '../../src/event/define.ts'
import type { SessionId } from '../../src/event/identity.ts'
import type { Appended, Erased, Erasure, EventLog } from '../../src/log/event-log.ts'
import { MemoryLog } from '../../src/log/memory.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import type { Session } from '../../src/session/session.ts'
import { unmanagedFolder } from '../support/temporary-folder.ts'
import { EVERYTHING, type Model, type Real, steps } from './model-commands.ts'
import { LIMIT_MS, MOST_STEPS, runs } from './runs.ts'

interface Subject extends Real {
  dispose(): Promise<void>
}

/** Whatever is asked, in whatever order, both give the same answers; and at the end both hold the same. */
const agrees = (make: () => Subject) =>
  fc.asyncProperty(steps(MOST_STEPS), async (commands) => {
    const real = make()
    const model: Model = { log: new MemoryLog(sessionProjection), erasures: 0 }
    try {
      await fc.asyncModelRun(() => ({ model, real }), commands)
      await EVERYTHING.run(model, real)
    } finally {
      await real.dispose()
    }
  })

function sqlite(): Subject {
  const { folder, remove } = unmanagedFolder()
  const path = join(folder, 'log.db')
  const handles: SqliteLog<Session>[] = []
  const opened = (): SqliteLog<Session> => {
    const log = new SqliteLog({ path, projection: sessionProjection })
    handles.push(log)
    return log
  }
  return {
    log: opened(),
    reopen() {
      this.log = opened()
    },
    async dispose() {
      for (const handle of handles) await handle.close()
      remove()
    },
  }
}

const memory = (log: EventLog<Session>): Subject => ({ log, reopen() {}, async dispose() {} })

test(
  'SQLite gives the answers of the reference engine to any sequence of questions, across crashes (R10)',
  async () => {
    await fc.assert(agrees(sqlite), { numRuns: runs(500) })
  },
  LIMIT_MS,
)

/** Loses the last event of a batch of three. */
class Lossy extends MemoryLog<Session> {
  override append(to: SessionId, events: readonly NewEvent[], options = {}): Promise<Appended> {
    return super.append(to, events.length === 3 ? events.slice(0, 2) : events, options)
  }
}
/** Takes every redelivery for a duplicate, whatever it says. */
class Trusting extends MemoryLog<Session> {
  override async append(to: SessionId, events: readonly NewEvent[], options = {}): Promise<Appended> {
    const outcome = await super.append(to, events, options)
    return outcome.kind === 'conflict' ? { kind: 'duplicate', seq: (await this.view(to))?.seq ?? 0 } : outcome
  }
}
/** Says that it forgot. */
class Elephant extends MemoryLog<Session> {
  override async forget(erasure: Erasure): Promise<Erased> {
    return erasure.seqs?.length === 2 ? { events: 2 } : super.forget(erasure)
  }
}

test.each([Lossy, Trusting, Elephant])(
  'an engine that is wrong is found out: %o',
  async (Wrong) => {
    const details = await fc.check(
      agrees(() => memory(new Wrong(sessionProjection))),
      { numRuns: 500, endOnFailure: true },
    )
    expect(details.failed).toBe(true)
  },
  LIMIT_MS,
)
