import { type CheckedRow, checkRow, EVENT_COLUMNS } from '../rows.ts'
import { boundedNumber, type Connection, type SqlRow } from './driver.ts'
import { failureKind } from './failure.ts'

const CHUNK = 100

/** A damaged number in one event must not hide other events. `checkRow` finds it by the hash of the event. */
export const BOUNDED_EVENT_COLUMNS = EVENT_COLUMNS.replaceAll(
  /\b(?:seq|version|at)\b/g,
  (column) => `${boundedNumber(`event.${column}`)} AS ${column}`,
)

/** Every event in order of position, each checked separately: an unreadable page loses only its own events. */
export function* scanAll(db: Connection, after = 0): Iterable<CheckedRow> {
  const chunk = db.prepare(
    `SELECT ${BOUNDED_EVENT_COLUMNS} FROM event WHERE pos > ? ORDER BY pos LIMIT ${CHUNK}`,
  )
  let position = after
  for (;;) {
    const found = readOrUndefined(() => chunk.all(position))
    if (found === undefined) return yield* scanOneByOne(db, position)
    const rows = rowsAfter(found, 'pos', position)
    if (rows.length === 0) return
    for (const row of rows) yield checkRow(row)
    position = Number(rows.at(-1)?.pos)
  }
}

/** The events of one session in order, through the index. Throws if a page is damaged. */
export function* scanSession(db: Connection, session: string, after = 0): Iterable<CheckedRow> {
  const chunk = db.prepare(
    `SELECT ${BOUNDED_EVENT_COLUMNS} FROM event WHERE session = ? AND seq > ? ORDER BY event.seq LIMIT ${CHUNK}`,
  )
  let seq = after
  for (;;) {
    const rows = rowsAfter(chunk.all(session, seq), 'seq', seq)
    if (rows.length === 0) return
    for (const row of rows) yield checkRow(row)
    seq = Number(rows.at(-1)?.seq)
  }
}

/** A damaged B-tree may return rows out of order or repeatedly. Without this filter, a scan could loop forever. */
const rowsAfter = (rows: readonly SqlRow[], key: 'pos' | 'seq', after: number): SqlRow[] =>
  rows.filter((row) => Number(row[key]) > after).sort((a, b) => Number(a[key]) - Number(b[key]))

/** Fallback for an unreadable chunk: reads each position up to the last known one. */
function* scanOneByOne(db: Connection, after: number): Iterable<CheckedRow> {
  const one = db.prepare(`SELECT ${BOUNDED_EVENT_COLUMNS} FROM event WHERE pos = ?`)
  const last = lastKnownPosition(db, after)
  for (let position = after + 1; position <= last; position += 1) {
    const rows = readOrUndefined(() => one.all(position))
    if (rows?.[0]) yield checkRow(rows[0])
    if (!rows) yield unreadable(position)
  }
}

const unreadable = (position: number): CheckedRow => ({
  kind: 'damaged',
  damage: { kind: 'unreadable', position, detail: 'its page cannot be read' },
})

/** Indexes contain positions too, so they reveal the length of the log when the end of the table is damaged. */
function lastKnownPosition(db: Connection, after: number): number {
  const sources = [
    'SELECT max(pos) AS n FROM event',
    'SELECT max(pos) AS n FROM event INDEXED BY sqlite_autoindex_event_1',
    'SELECT max(pos) AS n FROM event INDEXED BY sqlite_autoindex_event_2',
    'SELECT sum(seq) AS n FROM session_view',
  ]
  const found = sources.map((sql) => Number(readOrUndefined(() => db.prepare(sql).get())?.n ?? 0))
  return Math.min(maxPossibleEvents(db), Math.max(after, ...found.filter(Number.isFinite)))
}

const MIN_EVENT_BYTES = 100

/** A damaged number may be huge; the file size bounds the number of events. */
function maxPossibleEvents(db: Connection): number {
  const size = 'SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size'
  return Number(readOrUndefined(() => db.prepare(size).get())?.n ?? 0) / MIN_EVENT_BYTES
}

/** Treats damage and unknown errors as an empty result; throws everything else. */
function readOrUndefined<T extends SqlRow | SqlRow[] | undefined>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    const kind = failureKind(error)
    if (kind === 'corrupt' || kind === 'io' || kind === 'other') return undefined
    throw error
  }
}
