import { derivedId } from '../../../src/event/identity.ts'
import { ackLine } from '../kit/acks.ts'
import { eventId, smallEvent } from '../kit/event-source.ts'
import { openLog } from '../kit/open-log.ts'
import { seeded } from '../kit/random.ts'
import { inputLines, printError, printLine } from './stdio.ts'

/** Creates a log in each new folder named on stdin and appends one event. */
export async function stampeder(orders: { readonly name: string; readonly seed: number }): Promise<void> {
  printLine('ready')
  for await (const home of inputLines()) {
    const random = seeded(orders.seed, `${orders.name} ${home}`)
    const session = derivedId('ses', 'stampede', String(random.below(4)))
    const log = openLog(home)
    try {
      const event = smallEvent(random, eventId(orders.name, home), Date.now())
      const began = performance.now()
      const appended = await log.append(session, [event])
      if (appended.kind !== 'appended') throw new Error(`append returned ${appended.kind}`)
      printLine(ackLine(session, appended.seq, event, performance.now() - began))
    } catch (error) {
      printError(error)
    } finally {
      await log.close()
    }
    printLine(`finished ${home}`)
  }
}
