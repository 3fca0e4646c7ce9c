import { expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { DAY, MINUTE, TestWorld } from '../../../tests/support/world.ts'
import type { SessionId } from '../../event/identity.ts'
import { STATES } from '../../session/state.ts'
import { record } from '../ingest/record.ts'
import { changeState } from './change-state.ts'
import { sessionsHere } from './find-session.ts'
import { closeItem } from './notes.ts'
import { projectItems, withPending } from './open-items.ts'

async function planned(world: TestWorld, ...texts: readonly string[]): Promise<SessionId> {
  const id = await world.advance(MINUTE).startSession()
  for (const text of texts)
    await record(world, id, [eventOfType('action.planned', { text }, world.advance(MINUTE).time)])
  await changeState(world, id, { move: 'end', trigger: 'command' })
  return id
}

const texts = async (world: TestWorld): Promise<readonly string[]> =>
  (await projectItems(world)).map(({ item }) => item.text)

test('each open item of a project is listed once, oldest first, until its session expires', async () => {
  const world = new TestWorld()
  await planned(world, 'write the parser', 'write the docs')
  await planned(world, 'Write the docs.', 'release it')
  for (let n = 0; n < 12; n += 1) await planned(world)
  expect(await texts(world)).toEqual(['write the parser', 'write the docs', 'release it'])
  world.advance(8 * DAY)
  expect(await texts(world)).toEqual([])
})

test('closing an item by its text closes it for all sessions that noted it', async () => {
  const world = new TestWorld()
  await planned(world, 'write the docs', 'release it')
  await planned(world, 'Write the docs.')
  for (let n = 0; n < 250; n += 1) await world.advance(1).startSession()
  const sessions = await withPending(world, await sessionsHere(world, { states: STATES }))
  world.advance(MINUTE)
  const { session, event } = closeItem(world, sessions, { closing: 'done', name: 'write the docs' })
  await world.log.append(session, [event])
  expect(await texts(world)).toEqual(['release it'])
})
