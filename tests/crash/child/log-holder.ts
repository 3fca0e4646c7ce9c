import { connect } from '../../../src/log/sqlite/driver.ts'
import { logPath } from '../kit/log-of.ts'
import { say, told } from './voice.ts'

/** Begins to write and does not end. */
export async function logHolder({ home }: { readonly home: string }): Promise<void> {
  const db = connect(logPath(home), { readOnly: false, busyMs: 5000 })
  db.exec('BEGIN IMMEDIATE')
  say('held')
  await told()
  db.close()
}
