import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collect, eventId, session as sessionNamed } from '../../../tests/support/events.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import type { Projection } from '../event-log.ts'
import { SqliteLog } from './sqlite-log.ts'

interface Count {
  readonly words?: number
  readonly events: number
}
const sessionId = sessionNamed('one')
const keys = () => ({ project: 'p', open: true, archived: false, startedAt: 1, lastAt: 1 })
const older: Projection<Count> = {
  shape: 1,
  initial: { events: 0 },
  apply: (view) => ({ events: view.events + 1 }),
  keys,
}
const newer: Projection<Count> = {
  shape: 2,
  initial: { events: 0, words: 0 },
  apply: (view) => ({ events: view.events + 1, words: (view.words ?? Number.NaN) + 2 }),
  keys,
}

test('a view of an older shape is folded again and does not count as damage', async () => {
  const path = join(temporaryFolder(), 'log.db')
  const event = (name: string) => ({ id: eventId(name), type: 't', version: 1, at: 1, data: {} })
  const before = new SqliteLog({ path, projection: older })
  await before.append(sessionId, [event('one'), event('two')])
  await before.close()
  const after = new SqliteLog({ path, projection: newer })
  expect((await after.view(sessionId))?.view).toEqual({ events: 2, words: 4 })
  expect(await collect(after.verify())).toEqual([])
  await after.append(sessionId, [event('three')])
  expect((await after.view(sessionId))?.view).toEqual({ events: 3, words: 6 })
  expect(await collect(after.verify())).toEqual([])
  await after.close()
})

test.each([
  ['one by one', (log: SqliteLog<Count>) => log.view(sessionId)],
  ['as a list', (log: SqliteLog<Count>) => log.views({})],
])('an outdated view is refolded once, not on every read: %s', async (_, look) => {
  const path = join(temporaryFolder(), 'log.db')
  const before = new SqliteLog({ path, projection: older })
  await before.append(sessionId, [{ id: eventId('one'), type: 't', version: 1, at: 1, data: {} }])
  await before.close()
  const after = new SqliteLog({ path, projection: newer })
  await look(after)
  expect((await after.view(sessionId))?.view).toEqual({ events: 1, words: 2 })
  await after.close()
})
