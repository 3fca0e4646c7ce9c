import { recover } from '../../../src/app/lifecycle/recover.ts'
import { derivedId } from '../../../src/event/identity.ts'
import { approveAll, bookWorld, proposeInBatch } from '../kit/approving.ts'
import { eventId } from '../kit/event-source.ts'
import { logOf } from '../kit/log-of.ts'
import { KILLED, recoveringWorld } from '../kit/recovering.ts'
import { releaseTwo } from '../kit/release-two.ts'
import { say } from './voice.ts'

export type Operation = 'migrate' | 'rebuild' | 'forget' | 'recover' | 'approve' | 'propose'

export interface OperatorOrders {
  readonly home: string
  readonly operation: Operation
}

export const operated = derivedId('ses', 'operated')
export const erasing = { session: operated, id: eventId('operator', 'forget'), at: 7 }

/** One operation on a log that exists. */
export async function operator({ home, operation }: OperatorOrders): Promise<void> {
  const log = logOf(home, operation === 'migrate' ? { release: releaseTwo } : {})
  if (operation === 'migrate') await log.view(operated)
  if (operation === 'rebuild') await log.rebuild()
  if (operation === 'forget') await log.forget(erasing)
  if (operation === 'recover') await recover(recoveringWorld(home, log), KILLED)
  if (operation === 'approve') await approveAll(bookWorld(home, log), say)
  if (operation === 'propose') await proposeInBatch(bookWorld(home, log))
  say('finished')
  await log.close()
}
