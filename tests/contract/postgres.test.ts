import { describe, test } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import { PostgresLog } from '../../src/log/postgres/postgres-log.ts'
import { eventLogContract } from './event-log.contract.ts'

const url = process.env.PG_URL
let made = 0

if (url === undefined)
  describe('postgres', () => test.skip('keeps the contract (skipped: PG_URL names no server)', () => {}))
else
  eventLogContract({
    name: 'postgres',
    skip: [],
    async make() {
      made += 1
      const tenant = `test ${process.pid} ${made}`
      const handles: PostgresLog<ReturnType<typeof sessionProjection.apply>>[] = []
      return {
        open() {
          const log = new PostgresLog({ url, tenant, projection: sessionProjection })
          handles.push(log)
          return log
        },
        async destroy() {
          for (const log of handles) await log.close()
        },
      }
    },
  })
