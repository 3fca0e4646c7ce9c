import { existsSync } from 'node:fs'
import type { Prepared } from '../../brief/prepared.ts'
import { connect } from '../../log/sqlite/driver.ts'
import { INDEX_VERSION } from './version.ts'

const BUSY_MS = 100

/** What was prepared for a place, for those who need nothing else of the index; undefined where there is nothing. */
export function preparedIn(path: string, place: string): Prepared | undefined {
  if (!existsSync(path)) return undefined
  const db = connect(path, { readOnly: true, busyMs: BUSY_MS })
  try {
    if (Number(db.prepare('PRAGMA user_version').get()?.user_version) !== INDEX_VERSION) return undefined
    const row = db.prepare('SELECT doc FROM prepared WHERE place = ?').get(place)
    return row && (JSON.parse(String(row.doc)) as Prepared)
  } finally {
    db.close()
  }
}
