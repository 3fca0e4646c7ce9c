import { logOf } from '../kit/log-of.ts'
import { say } from './voice.ts'

/** Reads on and on; what it is shown must be a gap-free continuation of what it was shown before. */
export async function reader(orders: { readonly home: string }): Promise<void> {
  const log = logOf(orders.home)
  const seen = new Map<string, { seq: number; hash: string }>()
  let position = 0
  say('ready')
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
      if (!viewed || viewed.seq < seq) throw new Error(`the view stands at ${viewed?.seq}, read was ${seq}`)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}
