import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collect, eventId, session as sessionNamed } from '../../../tests/support/events.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import type { Projection } from '../event-log.ts'
import { connect } from './driver.ts'
import { SqliteLog } from './sqlite-log.ts'
import { viewSelection } from './views.ts'

interface Count {
  readonly words?: number
  readonly events: number
}
const sessionId = sessionNamed('one')
const keys = () => ({ project: 'p', open: true, archived: false, startedAt: 1, lastAt: 1, pending: false })
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

test('a view with an older shape is folded again and does not count as damage', async () => {
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

test('reading a list of views again shows what another process has added', async () => {
  const path = join(temporaryFolder(), 'log.db')
  const event = (name: string) => ({ id: eventId(name), type: 't', version: 1, at: 1, data: {} })
  const [reader, writer] = [
    new SqliteLog({ path, projection: newer }),
    new SqliteLog({ path, projection: newer }),
  ]
  const countsOf = async () => (await reader.views({ limit: 8 })).map(({ view }) => view.events)
  await writer.append(sessionId, [event('one')])
  expect(await countsOf()).toEqual([1])
  expect(await countsOf()).toEqual([1])
  await writer.append(sessionId, [event('two'), event('three')])
  expect(await countsOf()).toEqual([3])
  await writer.close()
  await reader.close()
})

test.each([
  ['one by one', (log: SqliteLog<Count>) => log.view(sessionId)],
  ['as a list', (log: SqliteLog<Count>) => log.views({})],
])('an outdated view has the new shape after it is read %s', async (_, look) => {
  const path = join(temporaryFolder(), 'log.db')
  const before = new SqliteLog({ path, projection: older })
  await before.append(sessionId, [{ id: eventId('one'), type: 't', version: 1, at: 1, data: {} }])
  await before.close()
  const after = new SqliteLog({ path, projection: newer })
  await look(after)
  expect((await after.view(sessionId))?.view).toEqual({ events: 1, words: 2 })
  await after.close()
})

test.each([
  'seq = 9223372036854775807',
  'seq = -9223372036854775808',
  'doc_sum = 9223372036854775807',
  'last_at = 9223372036854775807',
  'archived = 9223372036854775807',
])('a view with a number too large for JavaScript is folded again: %s', async (damage) => {
  const path = join(temporaryFolder(), 'log.db')
  const other = sessionNamed('other')
  const log = new SqliteLog({ path, projection: older })
  const event = (name: string) => ({ id: eventId(name), type: 't', version: 1, at: 1, data: {} })
  await log.append(sessionId, [event('one'), event('two')])
  await log.append(other, [event('three')])
  const db = connect(path, { readOnly: false, busyMs: 1000 })
  db.prepare(`UPDATE session_view SET ${damage} WHERE session = ?`).run(sessionId)
  db.close()
  const views = [
    { session: sessionId, seq: 2, view: { events: 2 } },
    { session: other, seq: 1, view: { events: 1 } },
  ]
  expect((await log.views()).toSorted((a, b) => b.seq - a.seq)).toEqual(views)
  expect(await log.view(sessionId)).toEqual(views[0])
  expect(await log.append(sessionId, [event('four')])).toMatchObject({ kind: 'appended', seq: 3 })
  await log.close()
})

test.each(['at', 'version'])(
  'an event whose %s is too large for JavaScript does not hide other events',
  async (column) => {
    const path = join(temporaryFolder(), 'log.db')
    const log = new SqliteLog({ path, projection: older })
    const event = (name: string) => ({ id: eventId(name), type: 't', version: 1, at: 1, data: {} })
    await log.append(sessionId, [event('one'), event('two'), event('three')])
    const db = connect(path, { readOnly: false, busyMs: 1000 })
    db.exec(`UPDATE event SET ${column} = 9223372036854775807 WHERE seq = 2`)
    db.close()
    const damage: unknown[] = []
    const read = await collect(log.read({ session: sessionId, onDamage: (found) => damage.push(found) }))
    expect([read.map(({ seq }) => seq), damage.length]).toEqual([[1, 3], 1])
    expect(await log.rebuild()).toMatchObject({ sessions: 1 })
    await log.close()
  },
)

test.each([
  [{ limit: 20 }],
  [{ limit: 20, archived: false }],
  [{ limit: 8, archived: false, projects: ['p', 'q'], since: 1 }],
  [{ limit: 8, open: true, projects: ['p'] }],
])('the newest sessions are chosen through an index before their views are read: %j', async (query) => {
  const path = join(temporaryFolder(), 'log.db')
  const log = new SqliteLog({ path, projection: older })
  await log.append(sessionId, [{ id: eventId('one'), type: 't', version: 1, at: 1, data: {} }])
  const db = connect(path, { readOnly: true, busyMs: 1000 })
  const { sql, values } = viewSelection('session, doc', query)
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
  db.close()
  const steps = plan.map(({ detail }) => String(detail))
  expect(steps.filter((step) => step.includes('session_view'))).toHaveLength(2)
  expect(steps).toContainEqual(expect.stringMatching(/SUBQUERY/))
  expect(steps).not.toContain('SCAN session_view')
  await log.close()
})
