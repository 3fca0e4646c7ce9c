import type { Conditions } from '../../brief/prepared.ts'
import type { EventLog } from '../../log/event-log.ts'
import { once } from '../../once.ts'
import type { Session } from '../../session/session.ts'

/**
 * The log as it was when a brief was prepared here. Where nothing was written since, what was found then is the answer,
 * and the log is not opened at all; for whatever was not kept then, it is.
 */
export function asPrepared(
  log: EventLog<Session>,
  kept: () => readonly Conditions[],
): Pick<EventLog<Session>, 'view' | 'heads'> {
  const still = once(() => kept().find(({ stamp }) => stamp !== undefined && stamp === log.stamp()))
  return {
    view: async (session) => {
      const found = still()
      const isUnknown = found?.heads.every((head) => head.session !== session)
      return isUnknown
        ? undefined
        : (found?.begun?.find((one) => one.session === session) ?? log.view(session))
    },
    heads: async (query) => {
      const found = still()
      return (query?.open ? found?.open : found?.heads) ?? log.heads(query)
    },
  }
}
