import type { ViewKeys, ViewQuery } from './event-log.ts'

/** What a query asks, said once for engines without SQL. */
export function isWanted(keys: ViewKeys, query: ViewQuery): boolean {
  if (query.projects !== undefined && !query.projects.includes(keys.project)) return false
  if (query.open !== undefined && keys.open !== query.open) return false
  if (query.archived !== undefined && keys.archived !== query.archived) return false
  if (query.since !== undefined && keys.lastAt < query.since) return false
  return query.before === undefined || keys.lastAt < query.before
}
