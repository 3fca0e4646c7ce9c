import { expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { HOUR, MINUTE, TestWorld } from '../../../tests/support/world.ts'
import type { SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { record } from '../ingest/record.ts'
import { restoreLastCheckpoint, takeCheckpoint } from './checkpoint.ts'

const isThere = (): boolean => true

async function viewed(world: TestWorld, id: SessionId): Promise<Viewed<Session>> {
  const seen = await world.log.view(id)
  if (!seen) throw new Error(`no session ${id}`)
  return seen
}

async function atWork(): Promise<{ world: TestWorld; id: SessionId; seen: () => Promise<Viewed<Session>> }> {
  const world = new TestWorld()
  const id = await world.startSession({ goal: 'ship the invoice parser' })
  await record(world, id, [
    eventOfType('file.changed', { path: '/work/app/a.ts', change: 'edited' }, world.time),
  ])
  return { world, id, seen: () => viewed(world, id) }
}

test('a checkpoint is stored as an event and restored from it', async () => {
  const { world, id, seen } = await atWork()
  const { checkpoint, stored } = await takeCheckpoint(world, await seen(), { occasion: 'command' })
  expect(stored).toBe('logged')
  expect((await world.types(id)).at(-1)).toBe('checkpoint.taken')
  expect(checkpoint).toMatchObject({ document: 'checkpoint', schema: 1, session: id, phase: 'VERBOSE' })
  world.advance(10 * MINUTE)
  expect(restoreLastCheckpoint(await seen(), { now: world.time, isThere })).toEqual({
    kind: 'restored',
    ...checkpoint.state,
    dropped: [],
  })
  world.advance(HOUR)
  expect(restoreLastCheckpoint(await seen(), { now: world.time, isThere })).not.toHaveProperty('extended')
})

test('a checkpoint taken before a full context is compacted contains only the critical tier', async () => {
  const { world, seen } = await atWork()
  const usage = { used: 195_000, window: 200_000 }
  const { checkpoint } = await takeCheckpoint(world, await seen(), { occasion: 'compacting', usage })
  expect(checkpoint.phase).toBe('CRITICAL')
  expect(Object.keys(checkpoint.state)).toEqual(['critical'])
})

test('a checkpoint does not contain secrets that became known only after they were recorded', async () => {
  const world = new TestWorld()
  const id = await world.startSession({ goal: 'rotate hunter2hunter2' })
  world.secrets = ['hunter2hunter2']
  const { checkpoint } = await takeCheckpoint(world, await viewed(world, id), { occasion: 'agent' })
  expect(JSON.stringify(checkpoint)).not.toContain('hunter2hunter2')
})

test('a checkpoint in an ended session does not reopen it', async () => {
  const { world, id, seen } = await atWork()
  await record(world, id, [eventOfType('session.ended', { trigger: 'exit' }, world.time)])
  await takeCheckpoint(world, await seen(), { occasion: 'command' })
  expect((await world.view(id)).life.state).toBe('ended')
})

test('without a checkpoint there is nothing to restore', async () => {
  const { world, seen } = await atWork()
  expect(restoreLastCheckpoint(await seen(), { now: world.time, isThere })).toBeUndefined()
})
