import { expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { HOUR, MINUTE, TestWorld } from '../../../tests/support/world.ts'
import type { SessionId } from '../../event/identity.ts'
import { record } from '../ingest/record.ts'
import { changeState } from '../lifecycle/change-state.ts'
import { cleanup } from '../maintenance/cleanup.ts'
import { composeBrief } from './compose-brief.ts'

/** A session that ended an hour ago and left one next step. */
async function ended(): Promise<{ world: TestWorld; id: SessionId }> {
  const world = new TestWorld()
  const id = await world.startSession()
  await record(world, id, [eventOfType('action.planned', { text: 'credit notes' }, world.time)])
  await changeState(world.advance(MINUTE), id, { move: 'end', trigger: 'exit' })
  world.advance(HOUR)
  expect(await briefOf(world)).toContain('credit notes')
  return { world, id }
}

const briefOf = async (world: TestWorld): Promise<string | undefined> =>
  (await composeBrief(world, { budget: 1000 }))?.text

test('a completed session leaves the brief immediately', async () => {
  const { world, id } = await ended()
  await changeState(world, id, { move: 'complete' })
  expect(await briefOf(world)).toBeUndefined()
})

test('an archived session leaves the brief immediately', async () => {
  const { world } = await ended()
  await cleanup(world, { olderThanMs: MINUTE })
  expect(await briefOf(world)).toBeUndefined()
})
