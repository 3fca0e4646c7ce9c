import { canonicalJson, type JsonValue } from '../../event/canonical-json.ts'
import type { StoredEvent } from '../../event/define.ts'
import { checksum } from '../../event/hash.ts'
import type { SessionId } from '../../event/identity.ts'
import type { ChainHead } from '../chain.ts'
import type { Head, Projection, Viewed, ViewKeys, ViewQuery } from '../event-log.ts'
import { bytes } from '../rows.ts'
import { type Connection, prepareOnce, type SqlRow, type SqlValue } from './driver.ts'
import { scanSession } from './scan.ts'
import { transaction } from './transaction.ts'

const STORE = `
  INSERT INTO session_view (session, seq, head, project, open, archived, started_at, last_at, doc_sum, doc)
  VALUES (?,?,?,?,?,?,?,?,?,?)
  ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, head = excluded.head, project = excluded.project,
    open = excluded.open, archived = excluded.archived, started_at = excluded.started_at,
    last_at = excluded.last_at, doc_sum = excluded.doc_sum, doc = excluded.doc`

interface SqliteViewRow<V> {
  readonly session: SessionId
  readonly head: ChainHead
  readonly view: V
}

export function storeView<V>(db: Connection, projection: Projection<V>, row: SqliteViewRow<V>): void {
  const { session, head } = row
  prepareOnce(db, STORE).run(session, head.seq, bytes(head.hash), ...columnsOf(projection, row.view))
}

/** The stored values of a view, in column order. */
function columnsOf<V>(projection: Projection<V>, view: V): SqlValue[] {
  const doc = docOf(view)
  return [...Object.values(keyColumns(projection.keys(view))), sumOf(doc, projection.shape), doc]
}

/** The columns for listing sessions. */
const keyColumns = ({ project, open, archived, startedAt, lastAt }: ViewKeys) => ({
  project: projectKey(project),
  open: Number(open),
  archived: Number(archived),
  started_at: startedAt,
  last_at: lastAt,
})

/** Whether the listing columns match the view. */
export function matchesKeys(row: SqlRow, keys: ViewKeys): boolean {
  const expected: SqlRow = keyColumns(keys)
  return Object.entries(expected).every(([column, value]) => row[column] === value)
}

/** As JSON: SQLite cuts text at NUL, which would merge two projects when listing and when forgetting. */
const projectKey = (project: string): string => JSON.stringify(project)

/** A view is plain data: the result of pure folds over JSON. */
export const docOf = (view: unknown): string => canonicalJson(view as JsonValue)

/** The view at `seq`. Folds it again if it is damaged, missing or behind. */
export function loadView<V>(
  db: Connection,
  projection: Projection<V>,
  at: { readonly session: SessionId; readonly seq: number },
): V {
  if (at.seq === 0) return projection.initial
  const found = readView(db, projection, at.session)
  return found?.seq === at.seq ? found.view : refoldView(db, projection, at)
}

const VIEW = 'SELECT session, seq, doc_sum, doc FROM session_view WHERE session = ?'
const VIEW_VERSION = 'SELECT seq, doc_sum FROM session_view WHERE session = ?'

interface CachedView {
  readonly sum: unknown
  readonly viewed: Viewed<unknown>
}
/** Caches the last view of a connection: one command reads the same session many times. */
const lastRead = new WeakMap<Connection, CachedView>()

export function readView<V>(
  db: Connection,
  projection: Projection<V>,
  session: SessionId,
): Viewed<V> | undefined {
  const last = lastRead.get(db)
  if (last?.viewed.session === session) {
    const now = prepareOnce(db, VIEW_VERSION).get(session)
    // Unchanged since this connection read it.
    if (now && Number(now.seq) === last.viewed.seq && now.doc_sum === last.sum)
      return last.viewed as Viewed<V>
  }
  const row = prepareOnce(db, VIEW).get(session)
  if (!row) return undefined
  const read = decodeView(db, projection, row)
  lastRead.set(db, { sum: row.doc_sum, viewed: read })
  return read
}

export function readViews<V>(db: Connection, projection: Projection<V>, query: ViewQuery): Viewed<V>[] {
  const { where, values } = conditions(query)
  const sql = `SELECT session, seq, doc_sum, doc FROM session_view ${where} ORDER BY last_at DESC, session LIMIT ?`
  const rows = db.prepare(sql).all(...values, query.limit ?? -1)
  const found = rows.map((row) => ({ row, intact: intactView<V>(row, projection.shape) }))
  const all = (): Viewed<V>[] =>
    found.map(({ row, intact }) =>
      intact === undefined ? decodeView(db, projection, row) : toViewed(row, intact),
    )
  if (found.every(({ intact }) => intact !== undefined)) return all()
  try {
    return transaction(db, undefined, all) // one sync for all refolded views
  } catch {
    return all() // busy or read-only: the next reader stores them
  }
}

const toViewed = <V>(row: SqlRow, view: V): Viewed<V> => ({
  session: String(row.session) as SessionId,
  seq: Number(row.seq),
  view,
})

/** Column names and operators are constants; only values come from the query. */
export function readHeads(db: Connection, query: ViewQuery): Head[] {
  const { where, values } = conditions(query)
  const sql = `SELECT session, seq FROM session_view ${where} ORDER BY last_at DESC, session LIMIT ?`
  const rows = db.prepare(sql).all(...values, query.limit ?? -1)
  return rows.map((row) => ({ session: String(row.session) as SessionId, seq: Number(row.seq) }))
}

function conditions(query: ViewQuery): { where: string; values: SqlValue[] } {
  const asked: readonly (readonly [string, SqlValue | undefined])[] = [
    ['open = ?', query.open === undefined ? undefined : Number(query.open)],
    ['archived = ?', query.archived === undefined ? undefined : Number(query.archived)],
    ['last_at >= ?', query.since],
    ['last_at < ?', query.before],
  ]
  const used = asked.filter((entry): entry is readonly [string, SqlValue] => entry[1] !== undefined)
  const projects = query.projects ?? []
  const inProjects = query.projects ? [`project IN (${projects.map(() => '?').join(',')})`] : []
  // Always true, but lets SQLite use the index over project, open and time.
  const either =
    query.projects && query.since !== undefined && query.open === undefined ? ['open IN (0, 1)'] : []
  const all = [...inProjects, ...either, ...used.map(([condition]) => condition)]
  const where = all.length > 0 ? `WHERE ${all.join(' AND ')}` : ''
  return { where, values: [...projects.map(projectKey), ...used.map(([, value]) => value)] }
}

function decodeView<V>(db: Connection, projection: Projection<V>, row: SqlRow): Viewed<V> {
  const intact = intactView<V>(row, projection.shape)
  if (intact !== undefined) return toViewed(row, intact)
  const at = { session: String(row.session) as SessionId, seq: Number(row.seq) }
  const found = { ...at, view: refoldView(db, projection, at) }
  if (isOutdated(row, projection.shape)) renew(db, projection, found)
  return found
}

const RENEW = `UPDATE session_view SET project = ?, open = ?, archived = ?, started_at = ?, last_at = ?, doc_sum = ?,
  doc = ? WHERE session = ? AND seq = ?`

/** Stores a refolded view, so that an upgrade folds each once. Leaves damaged views for `verify` to report. */
function renew<V>(db: Connection, projection: Projection<V>, { session, seq, view }: Viewed<V>): void {
  try {
    prepareOnce(db, RENEW).run(...columnsOf(projection, view), session, seq)
  } catch {
    // Busy or read-only: the next reader does it.
  }
}

function intactView<V>({ doc, doc_sum }: SqlRow, shape: number | undefined): V | undefined {
  if (typeof doc !== 'string') return undefined
  // A matching sum proves that storeView wrote these bytes for a projection of this shape.
  return sumOf(doc, shape) === doc_sum ? (JSON.parse(doc) as V) : undefined
}

/** An intact view from an older release, which must be refolded. */
export function isOutdated({ doc, doc_sum }: SqlRow, shape = 0): boolean {
  if (typeof doc !== 'string') return false
  const sum = checksum(doc)
  return Array.from({ length: shape }, (_, older) => shaped(sum, older)).some((older) => older === doc_sum)
}

const sumOf = (doc: string, shape = 0): number => shaped(checksum(doc), shape)
const shaped = (sum: number, shape: number): number => (sum + shape * 0x9e3779b9) % 2 ** 53

function refoldView<V>(
  db: Connection,
  projection: Projection<V>,
  at: { readonly session: SessionId; readonly seq: number },
): V {
  let view = projection.initial
  for (const event of intactEvents(db, at.session)) {
    if (event.seq > at.seq) break
    view = projection.apply(view, event)
  }
  return view
}

/** The events of a session without the damaged ones. */
export function* intactEvents(db: Connection, session: SessionId): Iterable<StoredEvent> {
  for (const found of scanSession(db, session)) if (found.kind === 'intact') yield found.event
}
