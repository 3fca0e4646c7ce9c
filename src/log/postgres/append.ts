import type { NewEvent, StoredEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import { Problem } from '../../problem.ts'
import { type Link, linked } from '../chain.ts'
import type { Appended } from '../event-log.ts'
import { checked, EVENT_COLUMNS, hex, insertValues } from '../rows.ts'
import { type Batch, sortedOut } from '../sort-out.ts'
import { refuseUnstorable } from '../storable.ts'
import type { Asking } from './driver.ts'
import { SCHEMA } from './schema.ts'
import type { Tenant } from './tenant.ts'
import { loadedView, storeView } from './views.ts'

export interface AppendRequest extends Batch {
  readonly expectedSeq?: number
}

/** Runs inside a transaction that holds the tenant's lock: events, chain and view commit together or not at all. */
export async function append<V>(
  asking: Asking,
  { tenant, projection }: Tenant<V>,
  request: AppendRequest,
): Promise<Appended> {
  const { session, expectedSeq, preface = [], events } = request
  for (const event of [...preface, ...events]) refuseUnstorable(session, event) // before the server is asked of it
  const head = await headOf(asking, tenant, session)
  const seq = head?.seq ?? 0
  if (expectedSeq !== undefined && expectedSeq !== seq) return { kind: 'moved', seq }
  const known = await eventsById(asking, tenant, [...preface, ...events])
  const sorted = sortedOut(request, (id) => known.get(id))
  if (sorted.kind === 'conflict') return sorted
  if (sorted.fresh.length === 0) return { kind: 'duplicate', seq }
  const stored = await insertAll(asking, tenant, { session, head, events: sorted.fresh })
  const before: V = await loadedView(asking, { tenant, projection }, { session, seq })
  const view = stored.reduce<V>((state, event) => projection.apply(state, event), before)
  const last = stored[stored.length - 1]
  if (!last) throw new Error('nothing was inserted, yet something was fresh')
  await storeView(asking, { tenant, projection }, { session, head: last, view })
  return { kind: 'appended', seq: last.seq, position: last.position, duplicates: sorted.duplicates }
}

/** One writer of a tenant at a time, until its transaction is over. */
export const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('leftoff ' || $1, 0))`

/** However many there are, the server is asked once: a round trip for each would be most of the time. */
const INSERT = `INSERT INTO ${SCHEMA}.event
  (tenant, pos, id, session, seq, type, version, at, payload_hash, prev_hash, hash, payload)
  SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[],
    $9::bytea[], $10::bytea[], $11::bytea[], $12::text[])`

interface Chained {
  readonly session: SessionId
  readonly head: Link | undefined
  readonly events: readonly NewEvent[]
}

async function insertAll(asking: Asking, tenant: string, batch: Chained): Promise<StoredEvent[]> {
  const [row] = await asking.all(`SELECT max(pos) AS last FROM ${SCHEMA}.event WHERE tenant = $1`, [tenant])
  let position = Number(row?.last ?? 0)
  let { head } = batch
  const stored: StoredEvent[] = []
  const rows: unknown[][] = []
  for (const event of batch.events) {
    const link = linked(batch.session, head, event)
    position += 1
    rows.push([position, ...insertValues(link)])
    head = link.event
    stored.push({ ...link.event, position })
  }
  await asking.all(INSERT, [tenant, ...columnsOf(rows)])
  return stored
}

const columnsOf = (rows: readonly (readonly unknown[])[]): readonly unknown[][] =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]))

/** The last link of a session, from the events themselves: a damaged view must not fork the chain. */
export async function headOf(asking: Asking, tenant: string, session: SessionId): Promise<Link | undefined> {
  const sql = `SELECT seq, hash FROM ${SCHEMA}.event WHERE tenant = $1 AND session = $2 ORDER BY seq DESC LIMIT 1`
  const [row] = await asking.all(sql, [tenant, session])
  return row?.hash instanceof Uint8Array ? { seq: Number(row.seq), hash: hex(row.hash) } : undefined
}

export async function eventsById(
  asking: Asking,
  tenant: string,
  events: readonly Pick<NewEvent, 'id'>[],
): Promise<ReadonlyMap<string, StoredEvent>> {
  const sql = `SELECT ${EVENT_COLUMNS} FROM ${SCHEMA}.event WHERE tenant = $1 AND id = ANY($2)`
  const rows = await asking.all(sql, [tenant, events.map(({ id }) => id)])
  return new Map(rows.map((row) => intact(row)).map((event) => [event.id, event]))
}

function intact(row: Readonly<Record<string, unknown>>): StoredEvent {
  const found = checked(row)
  if (found.kind === 'intact') return found.event
  throw new Problem({
    code: 'log-damaged',
    message: `event ${String(row.id)} is stored already, but damaged: ${found.damage.detail}`,
    fix: 'leftoff verify',
    outcome: 'damaged',
  })
}
