import type { Connection, Statement } from './driver.ts'

const kept = new WeakMap<Connection, Map<string, Statement>>()

/**
 * The statement for this SQL, prepared once a connection. Preparing one for every event takes longer than running it,
 * and the driver frees a statement only when it is collected: an import of some thousand events held 200 MB of them.
 * Not for what is iterated: a statement can run once at a time.
 */
export function prepared(db: Connection, sql: string): Statement {
  const statements = kept.get(db) ?? new Map<string, Statement>()
  kept.set(db, statements)
  const known = statements.get(sql)
  if (known) return known
  const statement = db.prepare(sql)
  statements.set(sql, statement)
  return statement
}
