import { canonicalJson, type JsonValue } from '../../event/canonical-json.ts'
import type { StoredEvent } from '../../event/define.ts'
import { type SessionId, storedSessionId } from '../../event/identity.ts'
import { parseJson } from '../../problem.ts'
import type { ChainHead } from '../chain.ts'
import type { Head, Projection, Viewed, ViewQuery } from '../event-log.ts'
import { bytes, type CheckedRow, checkRow, EVENT_COLUMNS, type EventRow } from '../rows.ts'
import type { Queries } from './driver.ts'
import { SCHEMA, type Tenant } from './schema.ts'

const STORE = `
  INSERT INTO ${SCHEMA}.session_view
    (tenant, session, seq, head, project, open, archived, started_at, last_at, pending, shape, doc)
  VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12)
  ON CONFLICT (tenant, session) DO UPDATE SET seq = excluded.seq, head = excluded.head, project = excluded.project,
    open = excluded.open, archived = excluded.archived, started_at = excluded.started_at,
    last_at = excluded.last_at, pending = excluded.pending, shape = excluded.shape, doc = excluded.doc`

interface PostgresViewRow<V> {
  readonly session: SessionId
  readonly head: ChainHead
  readonly view: V
}

export async function storeView<V>(
  db: Queries,
  { tenant, projection }: Tenant<V>,
  { session, head, view }: PostgresViewRow<V>,
): Promise<void> {
  await db.all(STORE, [tenant, session, head.seq, bytes(head.hash), ...columnsOf(projection, view)])
}

function columnsOf<V>(projection: Projection<V>, view: V): readonly unknown[] {
  const { project, open, archived, startedAt, lastAt, pending } = projection.keys(view)
  return [projectKey(project), open, archived, startedAt, lastAt, pending, shapeOf(projection), docOf(view)]
}

const shapeOf = ({ shape = 0 }: Pick<Projection<unknown>, 'shape'>): number => shape

/** Encoded as JSON, because Postgres refuses text with NUL, and a hostile name must not hide a session. */
const projectKey = (project: string): string => JSON.stringify(project)

/** A view is plain data: the result of pure folds over JSON. */
export const docOf = (view: unknown): string => canonicalJson(view as JsonValue)

/** The last event of the session in the same snapshot. A view at a different event is damaged. */
const LAST = `(SELECT max(event.seq) FROM ${SCHEMA}.event WHERE event.tenant = session_view.tenant
  AND event.session = session_view.session) AS last`
const COLUMNS = `session, seq, shape, doc, ${LAST}`

/** The view at `seq`. Folds it again if it is missing, is behind or has a different shape. */
export async function loadView<V>(
  db: Queries,
  of: Tenant<V>,
  at: { readonly session: SessionId; readonly seq: number },
): Promise<V> {
  if (at.seq === 0) return of.projection.initial
  const row = await rowOf(db, of.tenant, at.session)
  const current = Number(row?.seq) === at.seq ? intactView(of.projection, row) : undefined
  return current ?? refoldView(db, of, at)
}

export async function readView<V>(
  db: Queries,
  of: Tenant<V>,
  session: SessionId,
): Promise<Viewed<V> | undefined> {
  const row = await rowOf(db, of.tenant, session)
  return row ? decodeView(db, of, row) : foldMissingView(db, of, session)
}

/** Every session with events has a view. If the view was lost to damage, it is rebuilt from the events. */
async function foldMissingView<V>(
  db: Queries,
  of: Tenant<V>,
  session: SessionId,
): Promise<Viewed<V> | undefined> {
  const sql = `SELECT max(seq) AS last FROM ${SCHEMA}.event WHERE tenant = $1 AND session = $2`
  const [row] = await db.all(sql, [of.tenant, session])
  const seq = Number(row?.last ?? 0)
  return seq === 0 ? undefined : { session, seq, view: await refoldView(db, of, { session, seq }) }
}

async function rowOf(db: Queries, tenant: string, session: SessionId): Promise<EventRow | undefined> {
  const sql = `SELECT ${COLUMNS} FROM ${SCHEMA}.session_view WHERE tenant = $1 AND session = $2`
  const [row] = await db.all(sql, [tenant, session])
  return row
}

export async function readViews<V>(
  db: Queries,
  of: Tenant<V>,
  query: ViewQuery,
): Promise<readonly Viewed<V>[]> {
  const rows = await selectViews(db, of.tenant, COLUMNS, query)
  return Promise.all(rows.map((row) => decodeView(db, of, row)))
}

export async function readHeads(db: Queries, tenant: string, query: ViewQuery): Promise<readonly Head[]> {
  const rows = await selectViews(db, tenant, `session, ${LAST}`, query)
  return rows.map((row) => ({ session: storedSessionId(row.session), seq: Number(row.last ?? 0) }))
}

/** One statement for all queries: a null parameter disables its condition. */
function selectViews(
  db: Queries,
  tenant: string,
  columns: string,
  query: ViewQuery,
): Promise<readonly EventRow[]> {
  const sql = `SELECT ${columns} FROM ${SCHEMA}.session_view WHERE tenant = $1
    AND ($2::text[] IS NULL OR project = ANY($2)) AND ($3::boolean IS NULL OR open = $3)
    AND ($4::boolean IS NULL OR archived = $4) AND ($5::bigint IS NULL OR last_at >= $5)
    AND ($6::bigint IS NULL OR last_at < $6) AND ($7::boolean IS NULL OR pending = $7)
    ORDER BY last_at DESC, session COLLATE "C" LIMIT $8`
  const { open = null, archived = null, since = null, before = null, pending = null, limit = null } = query
  const projects = query.projects?.map(projectKey) ?? null
  return db.all(sql, [tenant, projects, open, archived, since, before, pending, limit])
}

async function decodeView<V>(db: Queries, of: Tenant<V>, row: EventRow): Promise<Viewed<V>> {
  const at = { session: storedSessionId(row.session), seq: Number(row.last ?? 0) }
  const intact = Number(row.seq) >= at.seq ? intactView(of.projection, row) : undefined
  // The view is ahead of its events: some were lost, so the stored view is more complete than a new fold.
  if (intact !== undefined) return { ...at, view: intact }
  const found = { ...at, view: await refoldView(db, of, at) }
  if (row.seq === row.last) await storeRefolded(db, of, found)
  return found
}

function intactView<V>(projection: Projection<V>, row: EventRow | undefined): V | undefined {
  if (row?.shape !== shapeOf(projection) || typeof row.doc !== 'string') return undefined
  const view = parseJson(row.doc) // undefined if damaged, so that the view is folded again
  // There is no checksum, so this checks that the view has at least the members of the initial view.
  const isView = Object.keys(Object(projection.initial)).every((key) => Object.hasOwn(Object(view), key))
  return isView ? (view as V) : undefined
}

const RENEW = `UPDATE ${SCHEMA}.session_view SET project = $4, open = $5, archived = $6, started_at = $7, last_at = $8,
  pending = $9, shape = $10, doc = $11 WHERE tenant = $1 AND session = $2 AND seq = $3 AND shape < $10`

/** Stores a refolded view, so that an upgrade folds it only once. Never replaces a view from a newer release. */
async function storeRefolded<V>(
  db: Queries,
  { tenant, projection }: Tenant<V>,
  { session, seq, view }: Viewed<V>,
): Promise<void> {
  try {
    await db.all(RENEW, [tenant, session, seq, ...columnsOf(projection, view)])
  } catch {
    // Storing is optional: a read-only user cannot do it, and if the server is broken, the next query fails.
  }
}

async function refoldView<V>(
  db: Queries,
  { tenant, projection }: Tenant<V>,
  at: { readonly session: SessionId; readonly seq: number },
): Promise<V> {
  let view = projection.initial
  for await (const event of intactEvents(db, tenant, at.session)) {
    if (event.seq > at.seq) break
    view = projection.apply(view, event)
  }
  return view
}

/** The undamaged events of a session. */
export async function* intactEvents(
  db: Queries,
  tenant: string,
  session: SessionId,
): AsyncIterable<StoredEvent> {
  for await (const found of scanSession(db, tenant, { session }))
    if (found.kind === 'intact') yield found.event
}

const CHUNK = 500

/** Every event of a tenant, in order of position. */
export async function* scanAll(db: Queries, tenant: string, after = 0): AsyncIterable<CheckedRow> {
  const sql = `SELECT ${EVENT_COLUMNS} FROM ${SCHEMA}.event WHERE tenant = $1 AND pos > $2 ORDER BY pos LIMIT ${CHUNK}`
  for (let position = after; ; ) {
    const rows = await db.all(sql, [tenant, position])
    for (const row of rows) yield checkRow(row)
    const last = Number(rows.at(-1)?.pos)
    if (rows.length < CHUNK || !(last > position)) return // a damaged index may return rows again
    position = last
  }
}

/** The events of one session in order. */
export async function* scanSession(
  db: Queries,
  tenant: string,
  { session, after = 0 }: { readonly session: string; readonly after?: number },
): AsyncIterable<CheckedRow> {
  const sql = `SELECT ${EVENT_COLUMNS} FROM ${SCHEMA}.event
    WHERE tenant = $1 AND session = $2 AND seq > $3 ORDER BY seq LIMIT ${CHUNK}`
  for (let seq = after; ; ) {
    const rows = await db.all(sql, [tenant, session, seq])
    for (const row of rows) yield checkRow(row)
    const last = Number(rows.at(-1)?.seq)
    if (rows.length < CHUNK || !(last > seq)) return
    seq = last
  }
}
