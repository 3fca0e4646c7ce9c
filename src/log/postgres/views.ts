import { canonicalJson, type JsonValue } from '../../event/canonical-json.ts'
import type { StoredEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import type { ChainHead } from '../chain.ts'
import type { Head, Projection, Viewed, ViewQuery } from '../event-log.ts'
import { bytes, type EventRow } from '../rows.ts'
import type { Queries } from './driver.ts'
import { scanSession } from './scan.ts'
import { SCHEMA, type Tenant } from './schema.ts'

const STORE = `
  INSERT INTO ${SCHEMA}.session_view
    (tenant, session, seq, head, project, open, archived, started_at, last_at, shape, doc)
  VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11)
  ON CONFLICT (tenant, session) DO UPDATE SET seq = excluded.seq, head = excluded.head, project = excluded.project,
    open = excluded.open, archived = excluded.archived, started_at = excluded.started_at,
    last_at = excluded.last_at, shape = excluded.shape, doc = excluded.doc`

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
  const { project, open, archived, startedAt, lastAt } = projection.keys(view)
  return [projectKey(project), open, archived, startedAt, lastAt, shapeOf(projection), docOf(view)]
}

const shapeOf = ({ shape = 0 }: Pick<Projection<unknown>, 'shape'>): number => shape

/** As JSON: Postgres refuses text with NUL, and a hostile name must not hide a session. */
const projectKey = (project: string): string => JSON.stringify(project)

/** A view is plain data: the result of pure folds over JSON. */
export const docOf = (view: unknown): string => canonicalJson(view as JsonValue)

const COLUMNS = 'session, seq, shape, doc'

/** The view at `seq`. Folds it again if it is missing, behind or has another shape. */
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
  return row && decodeView(db, of, row)
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
  const rows = await selectViews(db, tenant, 'session, seq', query)
  return rows.map((row) => ({ session: String(row.session) as SessionId, seq: Number(row.seq) }))
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
    AND ($6::bigint IS NULL OR last_at < $6) ORDER BY last_at DESC, session COLLATE "C" LIMIT $7`
  const { projects, open = null, archived = null, since = null, before = null, limit = null } = query
  return db.all(sql, [tenant, projects?.map(projectKey) ?? null, open, archived, since, before, limit])
}

async function decodeView<V>(db: Queries, of: Tenant<V>, row: EventRow): Promise<Viewed<V>> {
  const at = { session: String(row.session) as SessionId, seq: Number(row.seq) }
  const intact = intactView(of.projection, row)
  if (intact !== undefined) return { ...at, view: intact }
  const found = { ...at, view: await refoldView(db, of, at) }
  await storeRefolded(db, of, found)
  return found
}

const intactView = <V>(projection: Projection<V>, row: EventRow | undefined): V | undefined =>
  row?.shape === shapeOf(projection) && typeof row.doc === 'string' ? (JSON.parse(row.doc) as V) : undefined

const RENEW = `UPDATE ${SCHEMA}.session_view SET project = $4, open = $5, archived = $6, started_at = $7, last_at = $8,
  shape = $9, doc = $10 WHERE tenant = $1 AND session = $2 AND seq = $3 AND shape < $9`

/** Stores refolded views, so that an upgrade folds each once. Never replaces a view from a newer release. */
async function storeRefolded<V>(
  db: Queries,
  { tenant, projection }: Tenant<V>,
  { session, seq, view }: Viewed<V>,
): Promise<void> {
  try {
    await db.all(RENEW, [tenant, session, seq, ...columnsOf(projection, view)])
  } catch {
    // Optional: a read-only user cannot store it, and a broken server fails the next query.
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

/** The events of a session without the damaged ones. */
export async function* intactEvents(
  db: Queries,
  tenant: string,
  session: SessionId,
): AsyncIterable<StoredEvent> {
  for await (const found of scanSession(db, tenant, { session }))
    if (found.kind === 'intact') yield found.event
}
