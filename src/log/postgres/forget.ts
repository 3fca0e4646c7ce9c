import type { SessionId } from '../../event/identity.ts'
import { EventForgotten } from '../../event/upkeep.ts'
import { createTombstone, erasedRows } from '../erased-content.ts'
import type { Erased, Erasure } from '../event-log.ts'
import { parsePayload } from '../rows.ts'
import { append, eventsById, readHead } from './append.ts'
import type { Queries } from './driver.ts'
import { SCHEMA, type Tenant } from './schema.ts'
import { intactEvents, storeView } from './views.ts'

/** Runs inside a transaction that holds the tenant's lock. The old rows disappear when the server vacuums. */
export async function forget<V>(db: Queries, of: Tenant<V>, erasures: readonly Erasure[]): Promise<Erased> {
  const counts: number[] = []
  for (const erasure of erasures) counts.push(await forgetSession(db, of, erasure))
  const events = counts.reduce((sum, count) => sum + count, 0)
  if (events > 0) await db.all(NEXT_GENERATION, [of.tenant])
  return { events, sessions: counts.filter((count) => count > 0).length }
}

const NEXT_GENERATION = `INSERT INTO ${SCHEMA}.generation AS g (tenant, value) VALUES ($1, 1)
  ON CONFLICT (tenant) DO UPDATE SET value = g.value + 1`

const ERASABLE = `SELECT seq, type, payload FROM ${SCHEMA}.event WHERE tenant = $1 AND session = $2
  AND payload IS NOT NULL AND type <> $3 AND ($4::bigint[] IS NULL OR seq = ANY($4)) ORDER BY seq`

/** Returns the number of erased events. */
async function forgetSession<V>(db: Queries, of: Tenant<V>, erasure: Erasure): Promise<number> {
  const { session, seqs: wanted = null } = erasure
  if (!(await readHead(db, of.tenant, session))) return 0
  const rows = await db.all(ERASABLE, [of.tenant, session, EventForgotten.type, wanted])
  const contents = rows.map(({ type, payload }) => ({
    type: String(type),
    data: parsePayload(String(payload)),
  }))
  if (rows.length > 0 || wanted === null) await storeErased(db, of.tenant, erasure, contents)
  if (rows.length === 0) return 0
  const seqs = rows.map(({ seq }) => Number(seq))
  const sql = `UPDATE ${SCHEMA}.event SET payload = NULL WHERE tenant = $1 AND session = $2 AND seq = ANY($3)`
  await db.all(sql, [of.tenant, session, seqs])
  const taken = await eventsById(db, of.tenant, [erasure])
  const event = createTombstone(erasure, seqs, (id) => taken.has(id))
  await append(db, of, { session, events: [event] })
  await refold(db, of, session)
  return seqs.length
}

/** `greatest` keeps the time at which the whole session was erased when single events are erased later. */
const STORE_ERASED = `INSERT INTO ${SCHEMA}.forgotten AS f (tenant, session, key, at)
  SELECT $1, $2, * FROM unnest($3::text[], $4::bigint[])
  ON CONFLICT (tenant, session, key) DO UPDATE SET at = greatest(f.at, excluded.at)`

async function storeErased(
  db: Queries,
  tenant: string,
  erasure: Erasure,
  contents: Parameters<typeof erasedRows>[1],
): Promise<void> {
  const rows = erasedRows(erasure, contents)
  const [keys, times] = [rows.map(({ key }) => key), rows.map(({ at }) => at)]
  await db.all(STORE_ERASED, [tenant, erasure.session, keys, times])
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
