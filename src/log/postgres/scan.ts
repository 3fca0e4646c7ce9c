import { type CheckedRow, checkRow, EVENT_COLUMNS } from '../rows.ts'
import type { Queries } from './driver.ts'
import { SCHEMA } from './schema.ts'

const CHUNK = 500

/** Every event of a tenant by position. */
export async function* scanAll(db: Queries, tenant: string, after = 0): AsyncIterable<CheckedRow> {
  const sql = `SELECT ${EVENT_COLUMNS} FROM ${SCHEMA}.event WHERE tenant = $1 AND pos > $2 ORDER BY pos LIMIT ${CHUNK}`
  for (let position = after; ; ) {
    const rows = await db.all(sql, [tenant, position])
    for (const row of rows) yield checkRow(row)
    if (rows.length < CHUNK) return
    position = Number(rows.at(-1)?.pos)
  }
}

/** The events of one session in order. */
export async function* scanSession(
  db: Queries,
  tenant: string,
  { session, after = 0 }: { readonly session: string; readonly after?: number },
): AsyncIterable<CheckedRow> {
  const sql = `SELECT ${EVENT_COLUMNS} FROM ${SCHEMA}.event
    WHERE tenant = $1 AND session = $2 AND seq > $3 ORDER BY seq LIMIT ${CHUNK}`
  for (let seq = after; ; ) {
    const rows = await db.all(sql, [tenant, session, seq])
    for (const row of rows) yield checkRow(row)
    if (rows.length < CHUNK) return
    seq = Number(rows.at(-1)?.seq)
  }
}
