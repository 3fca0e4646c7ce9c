import type { SessionId } from '../../event/identity.ts'
import { EventForgotten } from '../../event/upkeep.ts'
import { createTombstone, type ErasedRow, erasedRows } from '../erased-content.ts'
import type { Erased, Erasure, Projection } from '../event-log.ts'
import { parsePayload } from '../rows.ts'
import { append, eventById, readHead } from './append.ts'
import { type Connection, prepareOnce } from './driver.ts'
import { intactEvents, storeView } from './views.ts'

const SCRUB = 'scrub'

/** Runs inside a write transaction. Erased bytes stay in free pages and in the WAL until `scrub` runs. */
export function forget<V>(db: Connection, projection: Projection<V>, erasures: readonly Erasure[]): Erased {
  const counts = erasures.map((erasure) => forgetSession(db, projection, erasure))
  const events = counts.reduce((sum, count) => sum + count, 0)
  const [first] = erasures
  if (events > 0 && first) {
    db.exec('UPDATE generation SET value = value + 1')
    db.prepare('INSERT OR REPLACE INTO chore (name, at) VALUES (?, ?)').run(SCRUB, first.at)
  }
  return { events, sessions: counts.filter((count) => count > 0).length }
}

/** Returns the number of erased events. */
function forgetSession<V>(db: Connection, projection: Projection<V>, erasure: Erasure): number {
  const { session } = erasure
  if (!readHead(db, session)) return 0
  const { seqs, contents } = erasableEvents(db, erasure)
  if (seqs.length > 0 || erasure.seqs === undefined) storeErased(db, session, erasedRows(erasure, contents))
  if (seqs.length === 0) return 0
  const erase = prepareOnce(db, 'UPDATE event SET payload = NULL WHERE session = ? AND seq = ?')
  for (const seq of seqs) erase.run(session, seq)
  const event = createTombstone(erasure, seqs, (id) => eventById(db, id) !== undefined)
  append(db, projection, { session, events: [event] })
  refold(db, projection, session)
  return seqs.length
}

interface ErasableEvents {
  readonly seqs: number[]
  readonly contents: Parameters<typeof erasedRows>[1]
}

function erasableEvents(db: Connection, erasure: Erasure): ErasableEvents {
  const rows = prepareOnce(
    db,
    'SELECT seq, type, payload FROM event WHERE session = ? AND payload IS NOT NULL AND type <> ? ORDER BY seq',
  ).all(erasure.session, EventForgotten.type)
  const wanted = erasure.seqs && new Set(erasure.seqs)
  const chosen = rows.filter(({ seq }) => wanted?.has(Number(seq)) ?? true)
  return {
    seqs: chosen.map(({ seq }) => Number(seq)),
    contents: chosen.map(({ type, payload }) => ({
      type: String(type),
      data: parsePayload(String(payload)),
    })),
  }
}

/** `max` keeps the time at which the whole session was erased when single events are erased later. */
const STORE_ERASED = `INSERT INTO forgotten (session, key, at) VALUES (?, ?, ?)
  ON CONFLICT (session, key) DO UPDATE SET at = max(at, excluded.at)`

export function storeErased(db: Connection, session: string, rows: readonly ErasedRow[]): void {
  const insert = prepareOnce(db, STORE_ERASED)
  for (const { key, at } of rows) insert.run(session, key, at)
}

/** Folds the view again from the remaining events of the session. */
export function refold<V>(db: Connection, projection: Projection<V>, session: SessionId): number {
  let view = projection.initial
  let events = 0
  for (const event of intactEvents(db, session)) {
    view = projection.apply(view, event)
    events += 1
  }
  const head = readHead(db, session)
  if (head) storeView(db, projection, { session, head, view })
  return events
}

/** A process may die between erasing and scrubbing; the chore table records that a scrub is still needed. */
export const needsScrub = (db: Connection): boolean =>
  db.prepare('SELECT 1 AS due FROM chore WHERE name = ?').get(SCRUB) !== undefined

/**
 * Rewrites the file without free pages and empties the WAL, so that no erased bytes remain. Returns false if
 * another process is still reading the WAL, which then cannot be emptied yet.
 */
export function scrub(db: Connection): boolean {
  db.exec('VACUUM')
  const first = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  if (Number(first?.busy) !== 0) return false
  db.prepare('DELETE FROM chore WHERE name = ?').run(SCRUB)
  return true
}
