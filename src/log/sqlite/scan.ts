import { type Checked, checked, EVENT_COLUMNS } from '../rows.ts'
import type { Connection, Row } from './driver.ts'
import { failureKind } from './failure.ts'

const CHUNK = 500

/** Every event by position, each checked on its own: a page that cannot be read costs the events on it, no more. */
export function* scanAll(db: Connection, after = 0): Iterable<Checked> {
  const chunk = db.prepare(`SELECT ${EVENT_COLUMNS} FROM event WHERE pos > ? ORDER BY pos LIMIT ${CHUNK}`)
  let position = after
  for (;;) {
    const found = attempt(() => chunk.all(position))
    if (found === undefined) return yield* scanOneByOne(db, position)
    const rows = onward(found, 'pos', position)
    if (rows.length === 0) return
    for (const row of rows) yield checked(row)
    position = Number(rows.at(-1)?.pos)
  }
}

/** The events of one session in order, through the index. Damage to a page is thrown: the caller falls back. */
export function* scanSession(db: Connection, session: string, after = 0): Iterable<Checked> {
  const chunk = db.prepare(
    `SELECT ${EVENT_COLUMNS} FROM event WHERE session = ? AND seq > ? ORDER BY seq LIMIT ${CHUNK}`,
  )
  let seq = after
  for (;;) {
    const rows = onward(chunk.all(session, seq), 'seq', seq)
    if (rows.length === 0) return
    for (const row of rows) yield checked(row)
    seq = Number(rows.at(-1)?.seq)
  }
}

/** In a damaged tree rows come out of order and come again; without this a scan would go in circles. */
const onward = (rows: readonly Row[], key: 'pos' | 'seq', after: number): Row[] =>
  rows.filter((row) => Number(row[key]) > after).sort((a, b) => Number(a[key]) - Number(b[key]))

/** Where a chunk cannot be read: position by position up to the last one that anything knows of. */
function* scanOneByOne(db: Connection, after: number): Iterable<Checked> {
  const one = db.prepare(`SELECT ${EVENT_COLUMNS} FROM event WHERE pos = ?`)
  const last = lastKnownPosition(db, after)
  for (let position = after + 1; position <= last; position += 1) {
    const rows = attempt(() => one.all(position))
    if (rows?.[0]) yield checked(rows[0])
    if (!rows) yield unreadable(position)
  }
}

const unreadable = (position: number): Checked => ({
  kind: 'damaged',
  damage: { kind: 'unreadable', position, detail: 'the page that holds it cannot be read' },
})

/** Indexes carry positions too, so they still tell how far the log went when the table's own end is damaged. */
function lastKnownPosition(db: Connection, after: number): number {
  const sources = [
    'SELECT max(pos) AS n FROM event',
    'SELECT max(pos) AS n FROM event INDEXED BY sqlite_autoindex_event_1',
    'SELECT max(pos) AS n FROM event INDEXED BY sqlite_autoindex_event_2',
    'SELECT sum(seq) AS n FROM session_view',
  ]
  const found = sources.map((sql) => Number(attempt(() => db.prepare(sql).get())?.n ?? 0))
  return Math.min(mostPossible(db), Math.max(after, ...found.filter(Number.isFinite)))
}

const LEAST_EVENT_BYTES = 100

/** A damaged number may be astronomical; more events than fit into the file there are not. */
function mostPossible(db: Connection): number {
  const size = 'SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size'
  return Number(attempt(() => db.prepare(size).get())?.n ?? 0) / LEAST_EVENT_BYTES
}

/** Damage is an answer here; everything else is not ours to decide about. */
function attempt<T extends Row | Row[] | undefined>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    const kind = failureKind(error)
    if (kind === 'corrupt' || kind === 'io' || kind === 'other') return undefined
    throw error
  }
}
