import { openLog } from '../kit/open-log.ts'
import { printLine } from './stdio.ts'

/** Reads in a loop. Each read must continue the previous one without a gap. */
export async function reader(orders: { readonly home: string }): Promise<void> {
  const log = openLog(orders.home)
  const seen = new Map<string, { seq: number; hash: string }>()
  let position = 0
  printLine('ready')
  for (;;) {
    for await (const event of log.read({ after: position })) {
      const before = seen.get(event.session)
      if (event.seq !== (before?.seq ?? 0) + 1) throw new Error(`read ${event.seq} after ${before?.seq ?? 0}`)
      if (before && event.previousHash !== before.hash) throw new Error(`event ${event.seq} changed its past`)
      seen.set(event.session, event)
      position = event.position
    }
    for (const [session, { seq }] of seen) {
      const viewed = await log.view(session as never)
      if (!viewed || viewed.seq < seq) throw new Error(`the view is at ${viewed?.seq}, but ${seq} was read`)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}
