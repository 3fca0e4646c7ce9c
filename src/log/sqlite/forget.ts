import type { SessionId } from '../../event/identity.ts'
import { EventForgotten } from '../../event/upkeep.ts'
import type { Erased, Erasure, Projection } from '../event-log.ts'
import { createTombstone } from '../tombstone.ts'
import { append, eventById, readHead } from './append.ts'
import type { Connection } from './driver.ts'
import { intactEvents, storeView } from './views.ts'

const SCRUB = 'scrub'

/** Runs inside a write transaction. Erased bytes stay in free pages and in the WAL until `scrub`. */
export function forget<V>(db: Connection, projection: Projection<V>, erasure: Erasure): Erased {
  const seqs = erasableSeqs(db, erasure)
  if (seqs.length === 0) return { events: 0 }
  const erase = db.prepare('UPDATE event SET payload = NULL WHERE session = ? AND seq = ?')
  for (const seq of seqs) erase.run(erasure.session, seq)
  const event = createTombstone(erasure, seqs, (id) => eventById(db, id) !== undefined)
  append(db, projection, { session: erasure.session, events: [event] })
  refold(db, projection, erasure.session)
  db.prepare('INSERT OR REPLACE INTO chore (name, at) VALUES (?, ?)').run(SCRUB, erasure.at)
  return { events: seqs.length }
}

function erasableSeqs(db: Connection, erasure: Erasure): number[] {
  const rows = db
    .prepare('SELECT seq FROM event WHERE session = ? AND payload IS NOT NULL AND type <> ? ORDER BY seq')
    .all(erasure.session, EventForgotten.type)
  const wanted = erasure.seqs && new Set(erasure.seqs)
  return rows.map((row) => Number(row.seq)).filter((seq) => wanted?.has(seq) ?? true)
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

/** A process may die between erasing and scrubbing; the chore table records that a scrub is due. */
export const needsScrub = (db: Connection): boolean =>
  db.prepare('SELECT 1 AS due FROM chore WHERE name = ?').get(SCRUB) !== undefined

/**
 * Rewrites the file without free pages and empties the WAL, so that no erased byte is left. Returns false when another
 * process is reading and the WAL cannot be emptied yet.
 */
export function scrub(db: Connection): boolean {
  db.exec('VACUUM')
  const first = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  if (Number(first?.busy) !== 0) return false
  db.prepare('DELETE FROM chore WHERE name = ?').run(SCRUB)
  return true
}
