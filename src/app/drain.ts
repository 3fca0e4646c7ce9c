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
    const appended = await record(world, read.letter.session, read.letter.events, { delivered: true })
    if (appended.kind === 'conflict')
      return { because: `event ${appended.stored.id} is stored with other content` }
    return appended.kind === 'duplicate' ? 'duplicates' : 'stored'
  } catch (error) {
    if (isMachines(error)) throw error
    return { because: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * A full disk or a busy log is not the delivery's fault, and it waits for better times. What it has itself to blame,
 * were it one that makes us stumble, must not stand in the way of every command after it.
 */
function isMachines(error: unknown): boolean {
  if (error instanceof Problem) return !OWN_FAULT.has(error.code)
  return error instanceof Error && 'code' in error
}

const OWN_FAULT: ReadonlySet<string> = new Set(['event-too-large', 'event-unstorable'])
