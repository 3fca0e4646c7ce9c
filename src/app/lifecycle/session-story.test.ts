import { join } from 'node:path'
import { expect, test } from 'vitest'
import { event, eventOfType } from '../../../tests/support/events.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { NOON, TestWorld } from '../../../tests/support/world.ts'
import type { NewEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import { connect } from '../../log/sqlite/driver.ts'
import { SqliteLog } from '../../log/sqlite/sqlite-log.ts'
import { record } from '../ingest/record.ts'
import { forget } from '../maintenance/forget.ts'
import { sessionProjection } from '../projection.ts'
import { compactionHistory, storyOf } from './session-story.ts'

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

test('the list of events can be limited to the last ones', async () => {
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

const DECIDED = eventOfType('decision.made', { choice: 'amounts are integers' }, NOON)
const COMPACTING = eventOfType('context.compacting', {}, NOON)
const COMPACTING_AGAIN = eventOfType('context.compacting', { trigger: 'auto' }, NOON)
const compacted = (summary: string) => eventOfType('context.compacted', { summary }, NOON)
const BRIEF = eventOfType('brief.given', { format: 'x', tokens: 1, told: [DECIDED.id] }, NOON)

async function after(...events: readonly NewEvent[]) {
  const world = new TestWorld()
  const id = await world.startSession({ goal: 'write the invoice parser' })
  for (const one of events) await record(world, id, [one])
  const seen = await world.log.view(id)
  if (!seen) throw new Error('no view')
  const texts = (all: readonly { readonly text: string }[]) => all.map(({ text }) => text)
  const reports = await compactionHistory(world, seen)
  return reports.map(({ at: _, ...one }) => ({
    ...one,
    lost: texts(one.lost),
    restored: texts(one.restored),
  }))
}

test('a session that was never compacted has no compaction report', async () => {
  expect(await after(DECIDED)).toEqual([])
})

test('the brief may precede the compaction summary, as in Claude Code', async () => {
  const reports = await after(DECIDED, COMPACTING_AGAIN, BRIEF, compacted('an invoice parser is written'))
  expect(reports).toEqual([
    { kept: 1, hasSummary: true, lost: ['amounts are integers'], restored: ['amounts are integers'] },
  ])
})

test('the brief may follow the compaction summary, as in Codex, and an earlier brief does not count', async () => {
  const reports = await after(BRIEF, DECIDED, compacted('an invoice parser'))
  expect(reports[0]?.restored).toEqual([])
  const again = await after(DECIDED, compacted('an invoice parser'), BRIEF)
  expect(again[0]?.restored).toEqual(['amounts are integers'])
})

test('every compaction is compared with the session state before it', async () => {
  const reports = await after(
    COMPACTING,
    compacted('the invoice parser'),
    DECIDED,
    COMPACTING_AGAIN,
    compacted('the invoice parser again'),
  )
  expect(reports.map(({ lost }) => lost)).toEqual([[], ['amounts are integers']])
})

test('a compaction that started but did not finish is not reported', async () => {
  const reports = await after(COMPACTING, DECIDED, COMPACTING_AGAIN, compacted('the invoice parser'))
  expect(reports).toHaveLength(1)
})

test('the report on a leftoff compaction states what was replaced and whether the compaction was undone', async () => {
  const dropped = { messages: 7, files: { count: 2, some: ['a.ts', 'b.ts'] }, names: { count: 0, some: [] } }
  const own = { summary: 's', upTo: 9, by: 'rules', tokensBefore: 900, tokensAfter: 90, found: { dropped } }
  const event = eventOfType('context.compacted', own, NOON)
  const undone = eventOfType('compaction.undone', { compaction: event.id }, NOON)
  const missing = [{ kind: 'files', count: 2, some: ['a.ts', 'b.ts'] }]
  const expected = { by: 'rules', tokensBefore: 900, tokensAfter: 90, dropped: { messages: 7, missing } }
  expect(await after(DECIDED, event)).toMatchObject([{ lost: [], own: { ...expected, isUndone: false } }])
  expect(await after(DECIDED, event, undone)).toMatchObject([{ own: { ...expected, isUndone: true } }])
})
