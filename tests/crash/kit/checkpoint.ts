import { connect } from '../../../src/log/sqlite/driver.ts'
import { logPath } from './open-log.ts'

/** Moves the WAL into the database file. Closing a log does not, because the driver closes only at garbage collection. */
export function checkpoint(home: string): void {
  const db = connect(logPath(home), { readOnly: false, busyMs: 1000 })
  try {
    const row = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
    if (row?.busy !== 0) throw new Error(`the WAL of ${home} could not be emptied`)
  } finally {
    db.close()
  }
}
