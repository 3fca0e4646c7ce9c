import { derivedId } from '../../../src/event/identity.ts'
import { busyEvent, eventId } from '../kit/event-source.ts'
import { logOf } from '../kit/log-of.ts'
import { seeded } from '../kit/random.ts'
import { ackLine } from '../kit/sealed.ts'
import { complain, heard, say } from './voice.ts'

/** Told a folder that does not exist yet, makes a log there and appends one event, at once. */
export async function stampeder(orders: { readonly name: string; readonly seed: number }): Promise<void> {
  say('ready')
  for await (const home of heard()) {
    const random = seeded(orders.seed, `${orders.name} ${home}`)
    const session = derivedId('ses', 'stampede', String(random.below(4)))
    const log = logOf(home)
    try {
      const event = busyEvent(random, eventId(orders.name, home), Date.now())
      const began = performance.now()
      const appended = await log.append(session, [event])
      if (appended.kind !== 'appended') throw new Error(`the log answered ${appended.kind}`)
      say(ackLine(session, appended.seq, event, performance.now() - began))
    } catch (error) {
      complain(error)
    } finally {
      await log.close()
    }
    say(`finished ${home}`)
  }
}
