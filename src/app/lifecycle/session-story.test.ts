import { join } from 'node:path'
import { expect, test } from 'vitest'
import { event, eventOfType } from '../../../tests/support/events.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { TestWorld } from '../../../tests/support/world.ts'
import type { SessionId } from '../../event/identity.ts'
import { connect } from '../../log/sqlite/driver.ts'
import { SqliteLog } from '../../log/sqlite/sqlite-log.ts'
import { record } from '../ingest/record.ts'
import { forget } from '../maintenance/forget.ts'
import { sessionProjection } from '../projection.ts'
import { storyOf } from './session-story.ts'

async function storyFor(world: TestWorld, id: SessionId, ask: { last?: number } = {}) {
  const seen = await world.log.view(id)
  if (!seen) throw new Error('no session')
  return storyOf(world, seen, ask)
}

test('every event is listed in order, including unknown, malformed and forgotten ones', async () => {
  const world = new TestWorld()
  const id = await world.startSession()
  await record(world, id, [
    world.prompt('hello'),
    event('new', { x: 1 }, { type: 'future.thing', version: 3, at: world.time }),
    event('odd', { wrong: true }, { type: 'goal.set', at: world.time }),
  ])
  await forget(world, { sessions: [id], seqs: [2], reason: 'private' })
  const { events, damage } = await storyFor(world, id)
  expect(events.map(({ seq, kind, text }) => [seq, kind, text])).toEqual([
    [1, undefined, 'started by claude-code in app on main'],
    [2, 'forgotten', 'forgotten'],
    [3, 'unknown', 'an event from a newer release (future.thing version 3)'],
    [4, 'malformed', expect.stringMatching(/^malformed: /)],
    [5, undefined, '1 events forgotten (private)'],
  ])
  expect(damage).toEqual([])
})

test('only the last events are listed on request', async () => {
  const world = new TestWorld()
  const id = await world.startSession()
  for (let i = 0; i < 9; i += 1) await record(world, id, [world.prompt(`${i}`)])
  expect((await storyFor(world, id, { last: 2 })).events.map(({ seq }) => seq)).toEqual([9, 10])
  expect((await storyFor(world, id, { last: 99 })).events).toHaveLength(10)
})

test('a setting limits how many significant results are shown', async () => {
  const world = new TestWorld()
  const id = await world.startSession()
  const changed = (i: number) =>
    eventOfType('file.changed', { path: `f${i}.ts`, change: 'edited' }, world.time)
  for (let i = 0; i < 30; i += 1) await record(world, id, [changed(i)])
  expect((await storyFor(world, id)).hot).toHaveLength(5)
  world.set({ 'session.hot-entries': 20 })
  const { hot } = await storyFor(world, id)
  expect([hot.length, hot.at(-1)?.text]).toEqual([20, 'edited f29.ts'])
})

test('a damaged event is reported and the others are listed', async () => {
  const path = join(temporaryFolder(), 'log.db')
  const world = new TestWorld({ log: new SqliteLog({ path, projection: sessionProjection }) })
  const id = await world.startSession()
  await record(world, id, [world.prompt('one'), world.prompt('two')])
  const db = connect(path, { readOnly: false, busyMs: 1000 })
  db.exec(`UPDATE event SET payload = '{"text":"forged"}' WHERE seq = 2`)
  db.close()
  const { events, damage } = await storyFor(world, id)
  expect(events.map(({ text }) => text)).toEqual([expect.any(String), 'prompt: two'])
  expect(damage).toMatchObject([{ kind: 'payload', session: id, seq: 2 }])
  await world.log.close()
})
