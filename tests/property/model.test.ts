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
import { COMPARE_ALL, commandSequences, type LogModel, type Real } from './model-commands.ts'
import { LIMIT_MS, MOST_STEPS, runs } from './runs.ts'

interface Subject extends Real {
  dispose(): Promise<void>
}

/** Both engines return the same results for any sequence of queries and have the same content at the end. */
const behavesLikeMemory = (make: () => Subject) =>
  fc.asyncProperty(commandSequences(MOST_STEPS), async (commands) => {
    const real = make()
    const model: LogModel = { log: new MemoryLog(sessionProjection), erasures: 0 }
    try {
      await fc.asyncModelRun(() => ({ model, real }), commands)
      await COMPARE_ALL.run(model, real)
    } finally {
      await real.dispose()
    }
  })

function sqlite(): Subject {
  const { folder, remove } = unmanagedFolder()
  const path = join(folder, 'log.db')
  const handles: SqliteLog<Session>[] = []
  const open = (): SqliteLog<Session> => {
    const log = new SqliteLog({ path, projection: sessionProjection })
    handles.push(log)
    return log
  }
  return {
    log: open(),
    reopen() {
      this.log = open()
    },
    async dispose() {
      for (const handle of handles) await handle.close()
      remove()
    },
  }
}

const memory = (log: EventLog<Session>): Subject => ({ log, reopen() {}, async dispose() {} })

test(
  'SQLite behaves like the in-memory engine for any sequence of operations and crashes',
  async () => {
    await fc.assert(behavesLikeMemory(sqlite), { numRuns: runs(500) })
  },
  LIMIT_MS,
)

/** Drops the last event of a batch of three. */
class DropsEvents extends MemoryLog<Session> {
  override append(to: SessionId, events: readonly NewEvent[], options = {}): Promise<Appended> {
    return super.append(to, events.length === 3 ? events.slice(0, 2) : events, options)
  }
}
/** Treats every conflict as a duplicate. */
class HidesConflicts extends MemoryLog<Session> {
  override async append(to: SessionId, events: readonly NewEvent[], options = {}): Promise<Appended> {
    const outcome = await super.append(to, events, options)
    return outcome.kind === 'conflict' ? { kind: 'duplicate', seq: (await this.view(to))?.seq ?? 0 } : outcome
  }
}
/** Reports erasures that it did not perform. */
class SkipsErasures extends MemoryLog<Session> {
  override async forget(erasure: Erasure): Promise<Erased> {
    return erasure.seqs?.length === 2 ? { events: 2, sessions: 1 } : super.forget(erasure)
  }
}

test.each([DropsEvents, HidesConflicts, SkipsErasures])(
  'a broken engine is detected: %o',
  async (Wrong) => {
    const details = await fc.check(
      behavesLikeMemory(() => memory(new Wrong(sessionProjection))),
      { numRuns: 500, endOnFailure: true },
    )
    expect(details.failed).toBe(true)
  },
  LIMIT_MS,
)
