import type { SessionId } from '../../event/identity.ts'
import { EventForgotten } from '../../event/upkeep.ts'
import type { Erased, Erasure } from '../event-log.ts'
import { tombstone } from '../tombstone.ts'
import { append, eventsById, headOf } from './append.ts'
import type { Asking } from './driver.ts'
import { SCHEMA } from './schema.ts'
import type { Tenant } from './tenant.ts'
import { intactEvents, storeView } from './views.ts'

/** Runs inside a transaction that holds the tenant's lock. The old rows are gone when the server has vacuumed. */
export async function forget<V>(asking: Asking, of: Tenant<V>, erasure: Erasure): Promise<Erased> {
  const { session, seqs: wanted = null } = erasure
  const sql = `UPDATE ${SCHEMA}.event SET payload = NULL WHERE tenant = $1 AND session = $2 AND payload IS NOT NULL
    AND type <> $3 AND ($4::bigint[] IS NULL OR seq = ANY($4)) RETURNING seq`
  const rows = await asking.all(sql, [of.tenant, session, EventForgotten.type, wanted])
  const seqs = rows.map((row) => Number(row.seq)).sort((a, b) => a - b)
  if (seqs.length === 0) return { events: 0 }
  const taken = await eventsById(asking, of.tenant, [erasure])
  const said = tombstone(erasure, seqs, (id) => taken.has(id))
  await append(asking, of, { session, events: [said] })
  await refold(asking, of, session)
  return { events: seqs.length }
}

/** The view from what is left of the session. */
export async function refold<V>(asking: Asking, of: Tenant<V>, session: SessionId): Promise<number> {
  let view = of.projection.initial
  let events = 0
  for await (const event of intactEvents(asking, of.tenant, session)) {
    view = of.projection.apply(view, event)
    events += 1
  }
  const head = await headOf(asking, of.tenant, session)
  if (head) await storeView(asking, of, { session, head, view })
  return events
}
