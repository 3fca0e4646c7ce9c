import { sessionProjection } from '../../src/app/projection.ts'
import type { Erasure, EventLog } from '../../src/log/event-log.ts'
import { MemoryLog } from '../../src/log/memory.ts'
import type { Session } from '../../src/session/session.ts'

type LogMethod = keyof EventLog<Session>

/** A log that runs an action once, just before the next call of one method, as if another process ran it. */
export function interruptedLog(): {
  readonly log: EventLog<Session>
  justBefore(call: LogMethod, act: () => Promise<unknown>): void
} {
  const memory = new MemoryLog(sessionProjection)
  let due: { readonly call: LogMethod; readonly act: () => Promise<unknown> } | undefined
  const runDueAction = async (call: LogMethod): Promise<void> => {
    const now = due?.call === call ? due : undefined
    if (now) due = undefined
    await now?.act()
  }
  const log: EventLog<Session> = Object.assign(Object.create(memory), {
    append: async (...words: Parameters<EventLog<Session>['append']>) => {
      await runDueAction('append')
      return memory.append(...words)
    },
    view: async (...words: Parameters<EventLog<Session>['view']>) => {
      await runDueAction('view')
      return memory.view(...words)
    },
    views: (query = {}) => memory.views(query),
    heads: (query = {}) => memory.heads(query),
    forget: (...erasures: readonly Erasure[]) => memory.forget(...erasures),
    generation: () => memory.generation(),
    forgotten: (...words: Parameters<EventLog<Session>['forgotten']>) => memory.forgotten(...words),
    async *read(query = {}) {
      await runDueAction('read')
      yield* memory.read(query)
    },
  })
  return {
    log,
    justBefore(call, act) {
      due = { call, act }
    },
  }
}
