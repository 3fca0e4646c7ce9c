import type { NewEvent, StoredEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import { Problem } from '../../problem.ts'
import { type AppendBatch, type AppendHead, refuseUnstorable, sortBatch } from '../append-batch.ts'
import { type ChainHead, linkEvent } from '../chain.ts'
import { erasureCheck, hashesOf, WHOLE } from '../erased-content.ts'
import type { Appended } from '../event-log.ts'
import { checkRow, EVENT_COLUMNS, hex, insertValues } from '../rows.ts'
import type { Queries } from './driver.ts'
import { SCHEMA, type Tenant } from './schema.ts'
import { loadView, storeView } from './views.ts'

interface TenantAppend extends Omit<AppendBatch, 'isErased'> {
  readonly expectedSeq?: number
  readonly generation?: number
}

/**
 * Runs inside a transaction that holds the tenant's lock, so that events, chain and view are committed
 * together or not at all.
 */
export async function append<V>(
  db: Queries,
  { tenant, projection }: Tenant<V>,
  request: TenantAppend,
): Promise<Appended> {
  const { session, expectedSeq, generation, preface = [], events } = request
  for (const event of [...preface, ...events]) refuseUnstorable(session, event) // before any query is sent
  const head = await readHead(db, tenant, session)
  const seq = head?.seq ?? 0
  if (expectedSeq !== undefined && expectedSeq !== seq) return { kind: 'moved', seq }
  if (generation !== undefined && generation !== (await readGeneration(db, tenant)))
    return { kind: 'moved', seq }
  const isErased =
    head?.wholeUntil === undefined ? undefined : await erasedContent(db, tenant, head.wholeUntil, request)
  const known = await eventsById(db, tenant, [...preface, ...events])
  const sorted = sortBatch({ ...request, isErased }, (id) => known.get(id))
  if (sorted.kind === 'conflict') return sorted
  if (sorted.fresh.length === 0) return { kind: 'duplicate', seq }
  const stored = await insertAll(db, tenant, { session, head, events: sorted.fresh })
  const before: V = await loadView(db, { tenant, projection }, { session, seq })
  const view = stored.reduce<V>((state, event) => projection.apply(state, event), before)
  const last = stored[stored.length - 1]
  if (!last) throw new Error('no row was inserted for a batch with new events')
  await storeView(db, { tenant, projection }, { session, head: last, view })
  return { kind: 'appended', seq: last.seq, position: last.position, duplicates: sorted.duplicates }
}

/** Allows one writer per tenant until its transaction ends. */
export const LOCK_TENANT = `SELECT pg_advisory_xact_lock(hashtextextended('leftoff ' || $1, 0))`

/** One statement for all rows: a round trip for each row would take most of the time. */
const INSERT = `INSERT INTO ${SCHEMA}.event
  (tenant, pos, id, session, seq, type, version, at, payload_hash, prev_hash, hash, payload)
  SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[],
    $9::bytea[], $10::bytea[], $11::bytea[], $12::text[])`

interface NewLinks {
  readonly session: SessionId
  readonly head: ChainHead | undefined
  readonly events: readonly NewEvent[]
}

async function insertAll(db: Queries, tenant: string, batch: NewLinks): Promise<StoredEvent[]> {
  const [row] = await db.all(`SELECT max(pos) AS last FROM ${SCHEMA}.event WHERE tenant = $1`, [tenant])
  let position = Number(row?.last ?? 0)
  let { head } = batch
  const stored: StoredEvent[] = []
  const rows: unknown[][] = []
  for (const event of batch.events) {
    const link = linkEvent(batch.session, head, event)
    position += 1
    rows.push([position, ...insertValues(link)])
    head = link.event
    stored.push({ ...link.event, position })
  }
  await db.all(INSERT, [tenant, ...columnsOf(rows)])
  return stored
}

const columnsOf = (rows: readonly (readonly unknown[])[]): readonly unknown[][] =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]))

/** One statement, so that a session without erased content needs only one round trip. */
const HEAD = `SELECT seq, hash,
    (SELECT at FROM ${SCHEMA}.forgotten WHERE tenant = $1 AND session = $2 AND key = '${WHOLE}') AS erased
  FROM ${SCHEMA}.event WHERE tenant = $1 AND session = $2 ORDER BY seq DESC LIMIT 1`

/** Reads the last link from the events, not from the view, because a damaged view must not fork the chain. */
export async function readHead(
  db: Queries,
  tenant: string,
  session: SessionId,
): Promise<AppendHead | undefined> {
  const [row] = await db.all(HEAD, [tenant, session])
  if (!(row?.hash instanceof Uint8Array)) return undefined
  const { seq, erased } = row
  const head = { seq: Number(seq), hash: hex(row.hash) }
  return erased === null ? head : { ...head, wholeUntil: Number(erased) }
}

async function erasedContent(
  db: Queries,
  tenant: string,
  wholeUntil: number,
  { session, events, preface = [] }: TenantAppend,
): Promise<(event: NewEvent) => boolean> {
  const hashes = hashesOf([...preface, ...events])
  return erasureCheck(wholeUntil, await erasedTimes(db, tenant, { session, hashes }))
}

interface ErasedQuery {
  readonly session: SessionId
  readonly hashes: readonly string[]
}

export async function erasedTimes(
  db: Queries,
  tenant: string,
  { session, hashes }: ErasedQuery,
): Promise<ReadonlyMap<string, number>> {
  const sql = `SELECT key, at FROM ${SCHEMA}.forgotten WHERE tenant = $1 AND session = $2 AND key = ANY($3)`
  const rows = await db.all(sql, [tenant, session, hashes])
  return new Map(rows.map(({ key, at }) => [String(key), Number(at)]))
}

export async function readGeneration(db: Queries, tenant: string): Promise<number> {
  const [row] = await db.all(`SELECT value FROM ${SCHEMA}.generation WHERE tenant = $1`, [tenant])
  return Number(row?.value ?? 0)
}

export async function eventsById(
  db: Queries,
  tenant: string,
  events: readonly Pick<NewEvent, 'id'>[],
): Promise<ReadonlyMap<string, StoredEvent>> {
  const sql = `SELECT ${EVENT_COLUMNS} FROM ${SCHEMA}.event WHERE tenant = $1 AND id = ANY($2)`
  const rows = await db.all(sql, [tenant, events.map(({ id }) => id)])
  return new Map(rows.map((row) => requireIntact(row)).map((event) => [event.id, event]))
}

function requireIntact(row: Readonly<Record<string, unknown>>): StoredEvent {
  const found = checkRow(row)
  if (found.kind === 'intact') return found.event
  throw new Problem({
    code: 'log-damaged',
    message: `event ${String(row.id)} is already stored, but damaged: ${found.damage.detail}`,
    fix: 'leftoff verify',
    outcome: 'damaged',
  })
}
