import { derivedId } from '../../../src/event/identity.ts'
import { eventId, smallEvent } from '../kit/event-source.ts'
import { openLog } from '../kit/open-log.ts'
import { seeded } from '../kit/random.ts'
import { printError, printLine } from './stdio.ts'

/** Calls every operation of a log and prints each result. */
export async function prober({ home }: { readonly home: string }): Promise<void> {
  const session = derivedId('ses', 'probe')
  const log = openLog(home, { busyMs: 500 })
  const event = smallEvent(seeded(1, 'probe'), eventId('probe'), 1)
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
      printLine('fine')
    } catch (error) {
      printError(error)
    }
  }
}
