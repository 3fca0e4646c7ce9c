import { join } from 'node:path'
import { sessionProjection } from '../../../src/app/projection.ts'
import type { Release } from '../../../src/log/sqlite/migrate.ts'
import { SqliteLog } from '../../../src/log/sqlite/sqlite-log.ts'
import type { Session } from '../../../src/session/session.ts'

export const logPath = (home: string): string => join(home, 'log.db')

export function openLog(
  home: string,
  options: { readonly release?: Release; readonly busyMs?: number } = {},
): SqliteLog<Session> {
  return new SqliteLog({ path: logPath(home), projection: sessionProjection, ...options })
}
