import { fault } from '../../host/fault.ts'
import type { Connection } from './driver.ts'
import { rollback } from './migrate.ts'

/**
 * All of the work, or nothing of it. IMMEDIATE, because a deferred transaction that turns into a write is refused at
 * once, whatever the timeout.
 */
export function transaction<T>(
  db: Connection,
  point: Parameters<typeof fault.at>[0] | undefined,
  work: (db: Connection) => T,
): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work(db)
    if (point) fault.at(point)
    db.exec('COMMIT')
    return result
  } catch (error) {
    rollback(db)
    throw error
  }
}
