import { derivedId } from '../../../src/event/identity.ts'
import { busyEvent, eventId } from '../kit/event-source.ts'
import { logOf } from '../kit/log-of.ts'
import { seeded } from '../kit/random.ts'
import { complain, say } from './voice.ts'

/** Uses a log in every way and tells how each was answered. */
export async function prober({ home }: { readonly home: string }): Promise<void> {
  const session = derivedId('ses', 'probe')
  const log = logOf(home, { busyMs: 500 })
  const event = busyEvent(seeded(1, 'probe'), eventId('probe'), 1)
  const uses: readonly (() => Promise<unknown>)[] = [
    () => log.append(session, [event]),
    () => log.view(session),
    async () => {
      for await (const _ of log.read());
    },
    async () => {
      for await (const damage of log.verify()) throw new Error(`damage: ${damage.detail}`)
    },
    () => log.rebuild(),
    () => log.forget({ session, id: eventId('probe', 'forget'), at: 2 }),
    () => log.close(),
  ]
  for (const use of uses) {
    try {
      await use()
      say('fine')
    } catch (error) {
      complain(error)
    }
  }
}
