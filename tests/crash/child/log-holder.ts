import { connect } from '../../../src/log/sqlite/driver.ts'
import { logPath } from '../kit/open-log.ts'
import { printLine, readInputLine } from './stdio.ts'

/** Begins a write transaction and keeps it open. */
export async function logHolder({ home }: { readonly home: string }): Promise<void> {
  const db = connect(logPath(home), { readOnly: false, busyMs: 5000 })
  db.exec('BEGIN IMMEDIATE')
  printLine('held')
  await readInputLine()
  db.close()
}
