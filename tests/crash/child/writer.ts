import type { SessionId } from '../../../src/event/identity.ts'
import { busyEvent, eventId } from '../kit/event-source.ts'
import { logOf } from '../kit/log-of.ts'
import { seeded } from '../kit/random.ts'
import { ackLine } from '../kit/sealed.ts'
import { say, told } from './voice.ts'

export interface WriterOrders {
  readonly home: string
  /** Names this process; its events are named after it. */
  readonly name: string
  readonly seed: number
  readonly sessions: readonly SessionId[]
  /** How many events; without it, until it is killed. */
  readonly count?: number
  readonly waits?: boolean
}

/** Appends and says so only after `append` has resolved. */
export async function writer(orders: WriterOrders): Promise<void> {
  const random = seeded(orders.seed, orders.name)
  const log = logOf(orders.home)
  say('ready')
  if (orders.waits) await told()
  for (let done = 0; done < (orders.count ?? Number.POSITIVE_INFINITY); ) {
    const session = random.oneOf(orders.sessions)
    const left = (orders.count ?? Number.POSITIVE_INFINITY) - done
    const batch = Array.from({ length: Math.min(left, random.chance(0.2) ? 3 : 1) }, (_, index) =>
      busyEvent(random, eventId(orders.name, done + index), Date.now()),
    )
    const began = performance.now()
    const appended = await log.append(session, batch)
    if (appended.kind !== 'appended') throw new Error(`the log answered ${appended.kind} to new events`)
    const ms = performance.now() - began
    batch.forEach((event, index) => {
      say(ackLine(session, appended.seq - batch.length + 1 + index, event, ms))
    })
    done += batch.length
  }
  await log.close()
}
