import { sessionProjection } from '../app/projection.ts'
import { Problem } from '../problem.ts'
import type { SharedLog } from './house.ts'

/** The log on a PostgreSQL, reached once before anybody relies on it. Its driver is loaded only here. */
export async function sharedLog(url: string, tenant = 'default'): Promise<SharedLog> {
  const { host, pathname } = addressOf(url)
  const { PostgresLog } = await import('../log/postgres/postgres-log.ts').catch(refuseMissing)
  const log = new PostgresLog({ url, tenant, projection: sessionProjection })
  try {
    await log.heads({ limit: 1 })
  } catch (error) {
    await log.close()
    throw error
  }
  return { log, name: `${host}${pathname} ${tenant}` }
}

function addressOf(url: string): URL {
  if (URL.canParse(url) && /^postgres(?:ql)?:/.test(url)) return new URL(url)
  // Not the address itself: it may hold a password.
  throw new Problem({
    code: 'postgres-address',
    message: 'the address of the shared log is none of a PostgreSQL',
    fix: 'write it as postgres://user:password@host:5432/database',
    outcome: 'usage',
  })
}

function refuseMissing(cause: unknown): never {
  throw new Problem({
    code: 'postgres-driver-missing',
    message: 'the driver of PostgreSQL is not installed',
    fix: 'npm install pg',
    cause,
  })
}
