import type { SessionId } from '../../event/identity.ts'
import { EventForgotten } from '../../event/upkeep.ts'
import type { Erased, Erasure } from '../event-log.ts'
import { createTombstone } from '../tombstone.ts'
import { append, eventsById, readHead } from './append.ts'
import type { Queries } from './driver.ts'
import { SCHEMA, type Tenant } from './schema.ts'
import { intactEvents, storeView } from './views.ts'

/** Runs inside a transaction that holds the tenant's lock. The old rows disappear when the server vacuums. */
export async function forget<V>(db: Queries, of: Tenant<V>, erasure: Erasure): Promise<Erased> {
  const { session, seqs: wanted = null } = erasure
  const sql = `UPDATE ${SCHEMA}.event SET payload = NULL WHERE tenant = $1 AND session = $2 AND payload IS NOT NULL
    AND type <> $3 AND ($4::bigint[] IS NULL OR seq = ANY($4)) RETURNING seq`
  const rows = await db.all(sql, [of.tenant, session, EventForgotten.type, wanted])
  const seqs = rows.map((row) => Number(row.seq)).sort((a, b) => a - b)
  if (seqs.length === 0) return { events: 0 }
  const taken = await eventsById(db, of.tenant, [erasure])
  const event = createTombstone(erasure, seqs, (id) => taken.has(id))
  await append(db, of, { session, events: [event] })
  await refold(db, of, session)
  return { events: seqs.length }
}

/** Folds the view again from the remaining events of the session. */
export async function refold<V>(db: Queries, of: Tenant<V>, session: SessionId): Promise<number> {
  let view = of.projection.initial
  let events = 0
  for await (const event of intactEvents(db, of.tenant, session)) {
    view = of.projection.apply(view, event)
    events += 1
  }
  const head = await readHead(db, of.tenant, session)
  if (head) await storeView(db, of, { session, head, view })
  return events
}
