import type { SessionId } from '../../event/identity.ts'
import type { Damage } from '../event-log.ts'
import { brokenLinks, damagedLink, type Thread, UNKNOWN, unexplainedErasures } from '../links.ts'
import { hex, type Row } from '../rows.ts'
import type { Asking } from './driver.ts'
import { scanAll } from './scan.ts'
import { SCHEMA } from './schema.ts'
import type { Tenant } from './tenant.ts'
import { docOf, intactEvents } from './views.ts'

/** Reads every event of a tenant once. Yields damage as it is met; never throws for it. */
export async function* verify<V>(
  asking: Asking,
  of: Tenant<V>,
  progress: (done: number) => void,
): AsyncIterable<Damage> {
  const threads = new Map<string, Thread>()
  let done = 0
  for await (const found of scanAll(asking, of.tenant)) {
    if (found.kind === 'damaged') yield* damagedLink(threads, found.damage)
    else yield* brokenLinks(threads, found.event)
    done += 1
    if (done % 10_000 === 0) progress(done)
  }
  yield* unexplainedErasures(threads)
  yield* wrongViews(asking, of, threads)
}

async function* wrongViews<V>(
  asking: Asking,
  of: Tenant<V>,
  threads: ReadonlyMap<string, Thread>,
): AsyncIterable<Damage> {
  const sql = `SELECT session, seq, head, shape, doc FROM ${SCHEMA}.session_view WHERE tenant = $1`
  const unseen = new Set(threads.keys())
  for (const row of await asking.all(sql, [of.tenant])) {
    const session = String(row.session) as SessionId
    unseen.delete(session)
    const detail = await wrongIn(asking, of, { row, session, thread: threads.get(session) })
    if (detail !== undefined) yield { kind: 'view', session, detail }
  }
  for (const session of unseen) yield { kind: 'view', session, detail: 'the session has events and no view' }
}

interface Judged {
  readonly row: Row
  readonly session: SessionId
  readonly thread: Thread | undefined
}

async function wrongIn<V>(
  asking: Asking,
  { tenant, projection }: Tenant<V>,
  { row, session, thread }: Judged,
): Promise<string | undefined> {
  const head = row.head instanceof Uint8Array ? hex(row.head) : ''
  const stands = thread?.seq === Number(row.seq) && (thread.hash === head || thread.hash === UNKNOWN)
  if (!stands) return 'the view does not stand at the last event'
  if (thread.damaged || row.shape !== (projection.shape ?? 0)) return undefined
  let view = projection.initial
  for await (const event of intactEvents(asking, tenant, session)) view = projection.apply(view, event)
  return row.doc === docOf(view) ? undefined : 'the view is not the fold of its events'
}
