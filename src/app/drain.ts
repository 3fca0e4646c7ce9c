import { opened } from '../event/wire.ts'
import { Problem } from '../problem.ts'
import type { Delivery } from '../spool/spool.ts'
import { record } from './record.ts'
import type { World } from './world.ts'

export interface Drained {
  readonly stored: number
  readonly duplicates: number
  readonly quarantined: number
}

/**
 * Takes what waits in the spool into the log. Any number of processes may do it at once, and any of them may die in
 * between: a delivery is removed only after it is stored, and its name makes storing it again a duplicate.
 */
export async function drain(world: World, limit?: number): Promise<Drained> {
  const drained = { stored: 0, duplicates: 0, quarantined: 0 }
  for (const delivery of await world.spool.waiting(limit)) {
    const outcome = await takeIn(world, delivery)
    if (outcome !== 'gone') drained[outcome] += 1
  }
  return drained
}

async function takeIn(world: World, delivery: Delivery): Promise<keyof Drained | 'gone'> {
  const payload = await world.spool.payload(delivery)
  if (payload === undefined) return 'gone'
  const reason = await refusal(world, delivery, payload)
  if (reason === 'stored' || reason === 'duplicates') {
    await world.spool.remove(delivery)
    return reason
  }
  await world.spool.quarantine(delivery, reason.because)
  return 'quarantined'
}

type Refused = { readonly because: string }

async function refusal(
  world: World,
  delivery: Delivery,
  payload: string,
): Promise<'stored' | 'duplicates' | Refused> {
  if (delivery.agent !== 'leftoff')
    return { because: `nobody here reads deliveries of ${delivery.agent || 'nobody'}` }
  const read = opened(payload, delivery.name)
  if (read.kind === 'malformed') return { because: read.reason }
  try {
    const appended = await record(world, read.letter.session, read.letter.events)
    if (appended.kind === 'conflict')
      return { because: `event ${appended.stored.id} is stored with other content` }
    return appended.kind === 'duplicate' ? 'duplicates' : 'stored'
  } catch (error) {
    // Too large is the delivery's own fault; a full disk or a busy log is not, and it waits for better times.
    if (error instanceof Problem && error.code === 'event-too-large') return { because: error.message }
    throw error
  }
}
