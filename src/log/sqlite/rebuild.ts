import { storedSessionId } from '../../event/identity.ts'
import type { Projection } from '../event-log.ts'
import type { Connection } from './driver.ts'
import { refold } from './forget.ts'

/** Runs inside a write transaction, so that readers always see either the old views or the new ones. */
export function rebuild<V>(
  db: Connection,
  projection: Projection<V>,
  progress: (done: number) => void,
): { sessions: number; events: number } {
  db.exec('REINDEX event')
  db.exec('DELETE FROM session_view')
  const sessions = db.prepare('SELECT DISTINCT session FROM event').all()
  let events = 0
  for (const row of sessions) {
    events += refold(db, projection, storedSessionId(row.session))
    progress(events)
  }
  return { sessions: sessions.length, events }
}
