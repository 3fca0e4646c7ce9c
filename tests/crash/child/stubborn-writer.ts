import { derivedId } from '../../../src/event/identity.ts'
import { Problem } from '../../../src/problem.ts'
import { busyEvent, eventId } from '../kit/event-source.ts'
import { logOf } from '../kit/log-of.ts'
import { seeded } from '../kit/random.ts'
import { ackLine } from '../kit/sealed.ts'
import { say } from './voice.ts'

export interface StubbornOrders {
  readonly home: string
  readonly seed: number
  readonly count: number
}

const TRIES = 3

/** Goes on after an error in the same process: the same event again, on the same log. */
export async function stubbornWriter({ home, seed, count }: StubbornOrders): Promise<void> {
  const random = seeded(seed, 'stubborn')
  const session = derivedId('ses', 'stubborn')
  const log = logOf(home)
  for (let index = 0; index < count; index += 1) {
    const event = busyEvent(random, eventId('stubborn', index), index)
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      try {
        const appended = await log.append(session, [event])
        if (appended.kind !== 'appended' && appended.kind !== 'duplicate') throw new Error(appended.kind)
        say(ackLine(session, appended.seq, event, 0))
        break
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        say(`fail ${error.code}`)
      }
    }
  }
  say('closing')
  await log.close()
}
