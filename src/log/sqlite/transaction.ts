import { fault } from '../../host/fault.ts'
import type { Connection } from './driver.ts'

/**
 * Runs the work in one transaction. IMMEDIATE, because a deferred transaction that becomes a write fails immediately,
 * regardless of the timeout.
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

export function rollback(db: Connection): void {
  try {
    db.exec('ROLLBACK')
  } catch {
    // SQLite rolls back by itself after some errors, and then reports that no transaction is active.
  }
}
