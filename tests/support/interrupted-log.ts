import { sessionProjection } from '../../src/app/projection.ts'
import type { EventLog } from '../../src/log/event-log.ts'
import { MemoryLog } from '../../src/log/memory.ts'
import type { Session } from '../../src/session/session.ts'

type Call = keyof EventLog<Session>

/** A log in which somebody else does something at the last moment, once, before the next call of this kind. */
export function interruptedLog(): {
  readonly log: EventLog<Session>
  justBefore(call: Call, act: () => Promise<unknown>): void
} {
  const memory = new MemoryLog(sessionProjection)
  let due: { readonly call: Call; readonly act: () => Promise<unknown> } | undefined
  const acted = async (call: Call): Promise<void> => {
    const now = due?.call === call ? due : undefined
    if (now) due = undefined
    await now?.act()
  }
  const log: EventLog<Session> = Object.assign(Object.create(memory), {
    append: async (...words: Parameters<EventLog<Session>['append']>) => {
      await acted('append')
      return memory.append(...words)
    },
    view: async (...words: Parameters<EventLog<Session>['view']>) => {
      await acted('view')
      return memory.view(...words)
    },
    views: (query = {}) => memory.views(query),
    heads: (query = {}) => memory.heads(query),
    async *read(query = {}) {
      await acted('read')
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
