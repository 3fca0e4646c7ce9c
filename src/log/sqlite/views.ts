import { canonicalJson, type Json } from '../../event/canonical-json.ts'
import type { StoredEvent } from '../../event/define.ts'
import { checksum } from '../../event/hash.ts'
import type { SessionId } from '../../event/identity.ts'
import type { Link } from '../chain.ts'
import type { Head, Projection, Viewed, ViewKeys, ViewQuery } from '../event-log.ts'
import { bytes } from '../rows.ts'
import type { Connection, Row, Value } from './driver.ts'
import { prepared } from './prepared.ts'
import { scanSession } from './scan.ts'
import { transaction } from './transaction.ts'

const STORE = `
  INSERT INTO session_view (session, seq, head, project, open, archived, started_at, last_at, doc_sum, doc)
  VALUES (?,?,?,?,?,?,?,?,?,?)
  ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, head = excluded.head, project = excluded.project,
    open = excluded.open, archived = excluded.archived, started_at = excluded.started_at,
    last_at = excluded.last_at, doc_sum = excluded.doc_sum, doc = excluded.doc`

export interface ViewRow<V> {
  readonly session: SessionId
  readonly head: Link
  readonly view: V
}

export function storeView<V>(db: Connection, projection: Projection<V>, row: ViewRow<V>): void {
  const { session, head } = row
  prepared(db, STORE).run(session, head.seq, bytes(head.hash), ...columnsOf(projection, row.view))
}

/** What is stored of a view, in the order of its columns. */
function columnsOf<V>(projection: Projection<V>, view: V): Value[] {
  const doc = docOf(view)
  return [...Object.values(keyColumns(projection.keys(view))), sumOf(doc, projection.shape), doc]
}

/** By which sessions are listed. */
const keyColumns = ({ project, open, archived, startedAt, lastAt }: ViewKeys) => ({
  project: projectKey(project),
  open: Number(open),
  archived: Number(archived),
  started_at: startedAt,
  last_at: lastAt,
})

/** Whether the columns by which sessions are listed say what the view says. */
export function hasKeysOf(row: Row, keys: ViewKeys): boolean {
  const expected: Row = keyColumns(keys)
  return Object.entries(expected).every(([column, value]) => row[column] === value)
}

/** As JSON, because SQLite cuts a bare name at NUL, and two projects would be one: to list, and to forget. */
const projectKey = (project: string): string => JSON.stringify(project)

/** A view is plain data by construction: it came from JSON and from pure folds over it. */
export const docOf = (view: unknown): string => canonicalJson(view as Json)

/** The view as of `seq`; one that is damaged, missing or behind is folded again from the events. */
export function loadedView<V>(
  db: Connection,
  projection: Projection<V>,
  at: { readonly session: SessionId; readonly seq: number },
): V {
  if (at.seq === 0) return projection.initial
  const found = viewOf(db, projection, at.session)
  return found?.seq === at.seq ? found.view : refolded(db, projection, at)
}

const VIEW = 'SELECT session, seq, doc_sum, doc FROM session_view WHERE session = ?'
const STANDING = 'SELECT seq, doc_sum FROM session_view WHERE session = ?'

interface Read {
  readonly sum: unknown
  readonly viewed: Viewed<unknown>
}
/** The last view that a connection read: within one command the same session is asked for again and again. */
const lastRead = new WeakMap<Connection, Read>()

export function viewOf<V>(
  db: Connection,
  projection: Projection<V>,
  session: SessionId,
): Viewed<V> | undefined {
  const last = lastRead.get(db)
  if (last?.viewed.session === session) {
    const now = prepared(db, STANDING).get(session)
    // Read by this connection with this projection, and nobody has written another since.
    if (now && Number(now.seq) === last.viewed.seq && now.doc_sum === last.sum)
      return last.viewed as Viewed<V>
  }
  const row = prepared(db, VIEW).get(session)
  if (!row) return undefined
  const read = viewed(db, projection, row)
  lastRead.set(db, { sum: row.doc_sum, viewed: read })
  return read
}

export function viewsOf<V>(db: Connection, projection: Projection<V>, query: ViewQuery): Viewed<V>[] {
  const { where, values } = conditions(query)
  const sql = `SELECT session, seq, doc_sum, doc FROM session_view ${where} ORDER BY last_at DESC, session LIMIT ?`
  const rows = db.prepare(sql).all(...values, query.limit ?? -1)
  const found = rows.map((row) => ({ row, intact: intactView<V>(row, projection.shape) }))
  const all = (): Viewed<V>[] =>
    found.map(({ row, intact }) =>
      intact === undefined ? viewed(db, projection, row) : viewedAs(row, intact),
    )
  if (found.every(({ intact }) => intact !== undefined)) return all()
  try {
    return transaction(db, undefined, all) // one sync for all that are renewed
  } catch {
    return all() // the log is busy, or may not be written: whoever reads next renews them
  }
}

const viewedAs = <V>(row: Row, view: V): Viewed<V> => ({
  session: String(row.session) as SessionId,
  seq: Number(row.seq),
  view,
})

/** Column names and operators are constants; only values come from the query. */
export function headsOf(db: Connection, query: ViewQuery): Head[] {
  const { where, values } = conditions(query)
  const sql = `SELECT session, seq FROM session_view ${where} ORDER BY last_at DESC, session LIMIT ?`
  const rows = db.prepare(sql).all(...values, query.limit ?? -1)
  return rows.map((row) => ({ session: String(row.session) as SessionId, seq: Number(row.seq) }))
}

function conditions(query: ViewQuery): { where: string; values: Value[] } {
  const asked: readonly (readonly [string, Value | undefined])[] = [
    ['open = ?', query.open === undefined ? undefined : Number(query.open)],
    ['archived = ?', query.archived === undefined ? undefined : Number(query.archived)],
    ['last_at >= ?', query.since],
    ['last_at < ?', query.before],
  ]
  const used = asked.filter((entry): entry is readonly [string, Value] => entry[1] !== undefined)
  const projects = query.projects ?? []
  const inProjects = query.projects ? [`project IN (${projects.map(() => '?').join(',')})`] : []
  // Says nothing, and lets SQLite find the last ones by project, openness and time in the index.
  const either =
    query.projects && query.since !== undefined && query.open === undefined ? ['open IN (0, 1)'] : []
  const all = [...inProjects, ...either, ...used.map(([condition]) => condition)]
  const where = all.length > 0 ? `WHERE ${all.join(' AND ')}` : ''
  return { where, values: [...projects.map(projectKey), ...used.map(([, value]) => value)] }
}

function viewed<V>(db: Connection, projection: Projection<V>, row: Row): Viewed<V> {
  const intact = intactView<V>(row, projection.shape)
  if (intact !== undefined) return viewedAs(row, intact)
  const at = { session: String(row.session) as SessionId, seq: Number(row.seq) }
  const found = { ...at, view: refolded(db, projection, at) }
  if (isOutdated(row, projection.shape)) renew(db, projection, found)
  return found
}

const RENEW = `UPDATE session_view SET project = ?, open = ?, archived = ?, started_at = ?, last_at = ?, doc_sum = ?,
  doc = ? WHERE session = ? AND seq = ?`

/** After an upgrade every view is folded again once, not at every look. Damage is left for `verify` to report. */
function renew<V>(db: Connection, projection: Projection<V>, { session, seq, view }: Viewed<V>): void {
  try {
    prepared(db, RENEW).run(...columnsOf(projection, view), session, seq)
  } catch {
    // The log is busy, or may not be written: whoever reads next does it.
  }
}

function intactView<V>({ doc, doc_sum }: Row, shape: number | undefined): V | undefined {
  if (typeof doc !== 'string') return undefined
  // The sum vouches that these are the bytes which storeView wrote for a projection of this shape.
  return sumOf(doc, shape) === doc_sum ? (JSON.parse(doc) as V) : undefined
}

/** A view of an older release: whole, and to be folded again. */
export function isOutdated({ doc, doc_sum }: Row, shape = 0): boolean {
  if (typeof doc !== 'string') return false
  const sum = checksum(doc)
  return Array.from({ length: shape }, (_, older) => shaped(sum, older)).some((older) => older === doc_sum)
}

const sumOf = (doc: string, shape = 0): number => shaped(checksum(doc), shape)
const shaped = (sum: number, shape: number): number => (sum + shape * 0x9e3779b9) % 2 ** 53

function refolded<V>(
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

/** What is left of a session when damaged events are passed over. */
export function* intactEvents(db: Connection, session: SessionId): Iterable<StoredEvent> {
  for (const found of scanSession(db, session)) if (found.kind === 'intact') yield found.event
}
