import { recover } from '../../../src/app/lifecycle/recover.ts'
import { derivedId } from '../../../src/event/identity.ts'
import { eventId } from '../kit/event-source.ts'
import { KILLED, recoveryWorld } from '../kit/killed-session.ts'
import { nextRelease } from '../kit/next-release.ts'
import { openLog } from '../kit/open-log.ts'
import { approveAll, proposeInBatch, rulesWorld } from '../kit/rule-decisions.ts'
import { printLine } from './stdio.ts'

export type Operation = 'migrate' | 'rebuild' | 'forget' | 'recover' | 'approve' | 'propose'

interface OperatorOrders {
  readonly home: string
  readonly operation: Operation
}

export const OPERATED = derivedId('ses', 'operated')
export const ERASURE = { session: OPERATED, id: eventId('operator', 'forget'), at: 7 }

/** Runs one operation on an existing log. */
export async function operator({ home, operation }: OperatorOrders): Promise<void> {
  const log = openLog(home, operation === 'migrate' ? { release: nextRelease } : {})
  if (operation === 'migrate') await log.view(OPERATED)
  if (operation === 'rebuild') await log.rebuild()
  if (operation === 'forget') await log.forget(ERASURE)
  if (operation === 'recover') await recover(recoveryWorld(home, log), KILLED)
  if (operation === 'approve') await approveAll(rulesWorld(home, log), printLine)
  if (operation === 'propose') await proposeInBatch(rulesWorld(home, log))
  printLine('finished')
  await log.close()
}
