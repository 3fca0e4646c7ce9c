import { canonicalJson, type JsonValue } from '../../event/canonical-json.ts'
import type { StoredEvent } from '../../event/define.ts'
import { checksum } from '../../event/hash.ts'
import { type SessionId, storedSessionId } from '../../event/identity.ts'
import type { ChainHead } from '../chain.ts'
import type { Head, Projection, Viewed, ViewKeys, ViewQuery } from '../event-log.ts'
import { bytes } from '../rows.ts'
import { boundedNumber, type Connection, prepareOnce, type SqlRow, type SqlValue } from './driver.ts'
import { failureKind } from './failure.ts'
import { scanSession } from './scan.ts'
import { transaction } from './transaction.ts'

const STORE = `
  INSERT INTO session_view (session, seq, head, project, open, archived, started_at, last_at, pending, doc_sum, doc)
  VALUES (?,?,?,?,?,?,?,?,?,?,?)
  ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, head = excluded.head, project = excluded.project,
    open = excluded.open, archived = excluded.archived, started_at = excluded.started_at,
    last_at = excluded.last_at, pending = excluded.pending, doc_sum = excluded.doc_sum, doc = excluded.doc`

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
const keyColumns = ({ project, open, archived, startedAt, lastAt, pending }: ViewKeys) => ({
  project: projectKey(project),
  open: Number(open),
  archived: Number(archived),
  started_at: startedAt,
  last_at: lastAt,
  pending: Number(pending),
})

export function matchesKeys(row: SqlRow, keys: ViewKeys): boolean {
  const expected: SqlRow = keyColumns(keys)
  return Object.entries(expected).every(([column, value]) => row[column] === value)
}

/**
 * Encoded as JSON, because SQLite truncates text at NUL, which would merge two projects in lists and
 * erasures.
 */
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
  return storedView(db, projection, at) ?? refoldView(db, projection, at)
}

/** The last event of the session in the same snapshot. A view at a different event is damaged. */
const LAST_SEQ = '(SELECT max(event.seq) FROM event WHERE event.session = session_view.session)'
const LAST = `${boundedNumber(LAST_SEQ)} AS last`
const VERSION_COLUMNS = `${boundedNumber('seq')} AS seq, ${boundedNumber('doc_sum')} AS doc_sum, ${LAST}`
const VIEW_COLUMNS = `session, doc, ${VERSION_COLUMNS}`
const VIEW = `SELECT ${VIEW_COLUMNS} FROM session_view WHERE session = ?`
const VIEW_VERSION = `SELECT ${VERSION_COLUMNS} FROM session_view WHERE session = ?`
const LAST_EVENT = `SELECT ${boundedNumber('max(seq)')} AS last FROM event WHERE session = ?`

interface CachedView {
  readonly sum: unknown
  readonly viewed: Viewed<unknown>
}
/** The views that a connection read most recently, because one command reads the same sessions many times. */
const lastRead = new WeakMap<Connection, Map<SessionId, CachedView>>()
const MOST_CACHED = 64

function keepView(db: Connection, sum: unknown, viewed: Viewed<unknown>): void {
  const known = lastRead.get(db) ?? new Map<SessionId, CachedView>()
  lastRead.set(db, known)
  known.delete(viewed.session)
  known.set(viewed.session, { sum, viewed })
  const [oldest] = known.keys()
  if (known.size > MOST_CACHED && oldest !== undefined) known.delete(oldest)
}

export function readView<V>(
  db: Connection,
  projection: Projection<V>,
  session: SessionId,
): Viewed<V> | undefined {
  if (lastRead.get(db)?.has(session)) {
    const now = prepareOnce(db, VIEW_VERSION).get(session)
    const cached = now && isCurrent(now) ? cachedView<V>(db, session, now) : undefined
    if (cached) return cached
  }
  const row = prepareOnce(db, VIEW).get(session)
  if (!row) return foldMissingView(db, projection, session)
  const read = decodeView(db, projection, row)
  if (isCurrent(row)) keepView(db, row.doc_sum, read)
  return read
}

const isCurrent = ({ seq, last }: SqlRow): boolean => seq === last

/** The view that this connection read before, if it has not changed since. */
function cachedView<V>(db: Connection, session: SessionId, now: SqlRow): Viewed<V> | undefined {
  const last = lastRead.get(db)?.get(session)
  const isSame = last?.viewed.seq === Number(now.seq) && last.sum === now.doc_sum
  return isSame ? (last?.viewed as Viewed<V>) : undefined
}

/** The stored view, if it is intact and at this seq. */
function storedView<V>(
  db: Connection,
  projection: Projection<V>,
  { session, seq }: { readonly session: SessionId; readonly seq: number },
): V | undefined {
  const now = prepareOnce(db, VIEW_VERSION).get(session)
  if (!now || Number(now.seq) !== seq) return undefined
  const cached = cachedView<V>(db, session, now)
  const row = cached ? undefined : prepareOnce(db, VIEW).get(session)
  return cached?.view ?? (row && intactView(row, projection.shape))
}

/** Every session with events has a view. If the view was lost to damage, it is rebuilt from the events. */
function foldMissingView<V>(
  db: Connection,
  projection: Projection<V>,
  session: SessionId,
): Viewed<V> | undefined {
  const seq = Number(prepareOnce(db, LAST_EVENT).get(session)?.last ?? 0)
  return seq === 0 ? undefined : { session, seq, view: refoldView(db, projection, { session, seq }) }
}

export function readViews<V>(db: Connection, projection: Projection<V>, query: ViewQuery): Viewed<V>[] {
  const found = foundViews<V>(db, projection, query)
  const all = (): Viewed<V>[] =>
    found.flatMap(({ row, intact }) =>
      intact === undefined ? decodeUnlessDamaged(db, projection, row) : toViewed(row, intact),
    )
  if (found.every(({ intact }) => intact !== undefined)) return all()
  try {
    return transaction(db, undefined, all) // one sync for all refolded views
  } catch {
    return all() // busy or read-only: the next reader stores them
  }
}

interface FoundView<V> {
  readonly row: SqlRow
  /** Undefined if it must be folded again. */
  readonly intact: V | undefined
}

/** For a small limit, reads the versions of the views first, and then only the documents that are not cached. */
function foundViews<V>(db: Connection, projection: Projection<V>, query: ViewQuery): FoundView<V>[] {
  const { limit = Number.POSITIVE_INFINITY } = query
  if (limit > MOST_CACHED)
    return selectRows(db, VIEW_COLUMNS, query).map((row) => ({ row, intact: intactIn(projection, row) }))
  return selectRows(db, `session, ${VERSION_COLUMNS}`, query).flatMap((version) => {
    const session = storedSessionId(version.session)
    const cached = isCurrent(version) ? cachedView<V>(db, session, version) : undefined
    if (cached) return [{ row: version, intact: cached.view }]
    const row = prepareOnce(db, VIEW).get(session)
    const intact = row && intactIn(projection, row)
    if (row && intact !== undefined) keepView(db, row.doc_sum, toViewed(row, intact))
    return row ? [{ row, intact }] : []
  })
}

const intactIn = <V>(projection: Projection<V>, row: SqlRow): V | undefined =>
  isCurrent(row) ? intactView<V>(row, projection.shape) : undefined

const toViewed = <V>(row: SqlRow, view: V): Viewed<V> => ({
  session: storedSessionId(row.session),
  seq: Number(row.seq),
  view,
})

/** Leaves out a session with damaged pages, so that the others can still be read. `verify` reports it. */
function decodeUnlessDamaged<V>(db: Connection, projection: Projection<V>, row: SqlRow): Viewed<V>[] {
  try {
    return [decodeView(db, projection, row)]
  } catch (error) {
    if (failureKind(error) !== 'corrupt') throw error
    return []
  }
}

export function readHeads(db: Connection, query: ViewQuery): Head[] {
  const rows = selectRows(db, `session, ${LAST}`, query)
  return rows.map((row) => ({ session: storedSessionId(row.session), seq: Number(row.last ?? 0) }))
}

const selectRows = (db: Connection, columns: string, query: ViewQuery): SqlRow[] => {
  const { sql, values } = viewSelection(columns, query)
  return db.prepare(sql).all(...values)
}

/** Column names and operators are constants; only values come from the query. */
export function viewSelection(columns: string, query: ViewQuery): { sql: string; values: SqlValue[] } {
  const { where, values } = conditions(query)
  const select = `SELECT ${columns} FROM session_view`
  const newestFirst = 'ORDER BY last_at DESC, session'
  if (query.limit === undefined) return { sql: `${select} ${where} ${newestFirst}`, values }
  // Chooses sessions first. Otherwise SQLite would read the documents of all sessions before it sorts them.
  const chosen = `SELECT session FROM session_view ${where} ${newestFirst} LIMIT ?`
  return { sql: `${select} WHERE session IN (${chosen}) ${newestFirst}`, values: [...values, query.limit] }
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
  // A literal, so that SQLite uses the index over pending views.
  const pending = query.pending === undefined ? [] : [`pending = ${Number(query.pending)}`]
  // The next two are always true, but let SQLite use the index over time, or over project, open and time.
  const isNewest = query.limit !== undefined && !query.projects && query.open === undefined
  const ever = isNewest && query.since === undefined ? [`last_at >= ${Number.MIN_SAFE_INTEGER}`] : []
  const isByTime = query.since !== undefined && query.open === undefined && query.pending === undefined
  const either = query.projects && isByTime ? ['open IN (0, 1)'] : []
  const all = [...inProjects, ...either, ...ever, ...pending, ...used.map(([condition]) => condition)]
  const where = all.length > 0 ? `WHERE ${all.join(' AND ')}` : ''
  return { where, values: [...projects.map(projectKey), ...used.map(([, value]) => value)] }
}

function decodeView<V>(db: Connection, projection: Projection<V>, row: SqlRow): Viewed<V> {
  const at = { session: storedSessionId(row.session), seq: Number(row.last ?? 0) }
  const intact = Number(row.seq) >= at.seq ? intactView<V>(row, projection.shape) : undefined
  // The view is ahead of its events: some were lost, so the stored view is more complete than a new fold.
  if (intact !== undefined) return { ...at, view: intact }
  const found = { ...at, view: refoldView(db, projection, at) }
  if (isCurrent(row) && isOutdated(row, projection.shape)) renew(db, projection, found)
  return found
}

const RENEW = `UPDATE session_view SET project = ?, open = ?, archived = ?, started_at = ?, last_at = ?, pending = ?,
  doc_sum = ?, doc = ? WHERE session = ? AND seq = ?`

/** Stores a refolded view, so that an upgrade folds it only once. Leaves damaged views for `verify` to report. */
function renew<V>(db: Connection, projection: Projection<V>, { session, seq, view }: Viewed<V>): void {
  try {
    prepareOnce(db, RENEW).run(...columnsOf(projection, view), session, seq)
  } catch {
    // Busy or read-only: the next reader does it.
  }
}

function intactView<V>({ doc, doc_sum }: SqlRow, shape: number | undefined): V | undefined {
  if (typeof doc !== 'string') return undefined
  // A matching checksum proves that storeView wrote these bytes for a projection of this shape.
  return sumOf(doc, shape) === doc_sum ? (JSON.parse(doc) as V) : undefined
}

/** Whether this is an intact view from an older release, which must be folded again. */
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

/** The undamaged events of a session. */
export function* intactEvents(db: Connection, session: SessionId): Iterable<StoredEvent> {
  for (const found of scanSession(db, session)) if (found.kind === 'intact') yield found.event
}
