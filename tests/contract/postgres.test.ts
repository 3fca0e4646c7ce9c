import { describe, expect, test } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import { PostgresLog } from '../../src/log/postgres/postgres-log.ts'
import { eventOfType, session, sessionStarted } from '../support/events.ts'
import { eventLogContract } from './event-log.contract.ts'

const url = process.env.PG_URL
let made = 0

if (url === undefined)
  describe('postgres', () => test.skip('fulfills the contract (skipped: PG_URL is not set)', () => {}))
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

test.skipIf(url === undefined)(
  'a view from an older release is rebuilt once, and a view from a newer release stays unchanged',
  async () => {
    const tenant = `shapes ${process.pid}`
    let folded = 0
    const release = (shape: number) => {
      const apply: typeof sessionProjection.apply = (view, event) => {
        folded += 1
        return sessionProjection.apply(view, event)
      }
      return new PostgresLog({ url: url ?? '', tenant, projection: { ...sessionProjection, shape, apply } })
    }
    const [older, newer] = [release(1), release(2)]
    await older.append(session('a'), [
      sessionStarted('start', 'p', 1),
      eventOfType('goal.set', { text: 'ship' }),
    ])
    const reads = async (log: ReturnType<typeof release>) => {
      folded = 0
      const [found] = await log.views()
      return { folded, goal: found?.view.work.goal?.text }
    }
    expect(await reads(newer)).toEqual({ folded: 2, goal: 'ship' })
    expect(await reads(newer)).toEqual({ folded: 0, goal: 'ship' })
    for (let i = 0; i < 2; i += 1) expect(await reads(older)).toEqual({ folded: 2, goal: 'ship' })
    expect(await reads(newer)).toEqual({ folded: 0, goal: 'ship' })
    for (const log of [older, newer]) await log.close()
  },
)
