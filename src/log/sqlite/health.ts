import type { Connection } from './driver.ts'

export interface Health {
  readonly sqlite: string
  readonly events: number
  readonly sessions: number
  readonly schema: number
  /** The first thing that SQLite finds wrong; absent when it found nothing or was not asked. */
  readonly damage?: string
  readonly isChecked: boolean
}

export function healthOf(db: Connection, mostBytes: number): Omit<Health, 'events' | 'sessions'> {
  const one = (sql: string): unknown => Object.values(db.prepare(sql).get() ?? {})[0]
  const bytes = Number(one('PRAGMA page_count')) * Number(one('PRAGMA page_size'))
  const isChecked = bytes <= mostBytes
  const found = isChecked ? String(one('PRAGMA quick_check(1)')) : 'ok'
  return {
    sqlite: String(one('SELECT sqlite_version()')),
    schema: Number(one('PRAGMA user_version')),
    isChecked,
    ...(found !== 'ok' && { damage: found }),
  }
}
