import type { SessionId } from '../../../src/event/identity.ts'
import { ackLine } from '../kit/acks.ts'
import { eventId, smallEvent } from '../kit/event-source.ts'
import { openLog } from '../kit/open-log.ts'
import { seeded } from '../kit/random.ts'
import { printLine, readInputLine } from './stdio.ts'

interface WriterOrders {
  readonly home: string
  /** Names this process and its events. */
  readonly name: string
  readonly seed: number
  readonly sessions: readonly SessionId[]
  /** The number of events. By default, it appends until it is killed. */
  readonly count?: number
  readonly waits?: boolean
}

/** Appends, and prints an ack only after `append` has resolved. */
export async function writer(orders: WriterOrders): Promise<void> {
  const random = seeded(orders.seed, orders.name)
  const log = openLog(orders.home)
  printLine('ready')
  if (orders.waits) await readInputLine()
  for (let done = 0; done < (orders.count ?? Number.POSITIVE_INFINITY); ) {
    const session = random.oneOf(orders.sessions)
    const left = (orders.count ?? Number.POSITIVE_INFINITY) - done
    const batch = Array.from({ length: Math.min(left, random.chance(0.2) ? 3 : 1) }, (_, index) =>
      smallEvent(random, eventId(orders.name, done + index), Date.now()),
    )
    const began = performance.now()
    const appended = await log.append(session, batch)
    if (appended.kind !== 'appended') throw new Error(`append returned ${appended.kind} for new events`)
    const ms = performance.now() - began
    batch.forEach((event, index) => {
      printLine(ackLine(session, appended.seq - batch.length + 1 + index, event, ms))
    })
    done += batch.length
  }
  await log.close()
}
