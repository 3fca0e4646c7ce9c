import { derivedId } from '../../../src/event/identity.ts'
import { Problem } from '../../../src/problem.ts'
import { ackLine } from '../kit/acks.ts'
import { eventId, smallEvent } from '../kit/event-source.ts'
import { openLog } from '../kit/open-log.ts'
import { seeded } from '../kit/random.ts'
import { printLine } from './stdio.ts'

interface StubbornOrders {
  readonly home: string
  readonly seed: number
  readonly count: number
}

const TRIES = 3

/** Retries a failed append in the same process, with the same event and log. */
export async function stubbornWriter({ home, seed, count }: StubbornOrders): Promise<void> {
  const random = seeded(seed, 'stubborn')
  const session = derivedId('ses', 'stubborn')
  const log = openLog(home)
  for (let index = 0; index < count; index += 1) {
    const event = smallEvent(random, eventId('stubborn', index), index)
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      try {
        const appended = await log.append(session, [event])
        if (appended.kind !== 'appended' && appended.kind !== 'duplicate') throw new Error(appended.kind)
        printLine(ackLine(session, appended.seq, event, 0))
        break
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        printLine(`fail ${error.code}`)
      }
    }
  }
  printLine('closing')
  await log.close()
}
