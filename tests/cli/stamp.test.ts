import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { desk } from '../support/desk.ts'

const WRITERS = 4
const NOTES = 8

test('between two looks at the same stamp nobody has written, however many processes write', async () => {
  const at = await desk()
  await at.run(['session', 'start'])
  const log = new SqliteLog({ path: join(at.home, 'log.db'), projection: sessionProjection })
  const events = new Map<string, number>()
  let isOver = false
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; n < NOTES; n += 1) await at.run(['note', 'fact', `fact ${n} of ${writer}`])
  })
  const written = Promise.all(writers).then(() => {
    isOver = true
  })
  while (!isOver) {
    const stamp = log.stamp()
    const { events: found } = await log.size()
    if (stamp !== undefined && stamp === log.stamp()) {
      expect(events.get(stamp) ?? found).toBe(found)
      events.set(stamp, found)
    }
    await new Promise(setImmediate)
  }
  await written
  expect(new Set(events.values()).size).toBeGreaterThan(WRITERS)
  expect((await log.size()).events).toBe(1 + WRITERS * NOTES)
  await log.close()
})
