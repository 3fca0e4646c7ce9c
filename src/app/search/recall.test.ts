import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { DAY, MINUTE, TestWorld } from '../../../tests/support/world.ts'
import type { SessionId } from '../../event/identity.ts'
import { record } from '../ingest/record.ts'
import { changeState } from '../lifecycle/change-state.ts'
import { archiveDue } from '../maintenance/cleanup.ts'
import { recall, TIERS, tierOf } from './recall.ts'
import { refreshIndex } from './refresh-index.ts'

/** A session with a goal, a prompt, a noted decision and an edited file. */
async function recordWork(world: TestWorld, goal: string, decision: string): Promise<SessionId> {
  const session = await world.advance(MINUTE).startSession()
  const at = () => world.advance(1000).time
  await record(world, session, [eventOfType('goal.set', { text: goal, origin: 'user' }, at())])
  await record(world, session, [eventOfType('prompt.submitted', { text: `please ${goal}` }, at())])
  await record(world, session, [eventOfType('decision.made', { choice: decision, origin: 'user' }, at())])
  const path = `${world.place.checkout}/src/lexer.ts`
  await record(world, session, [eventOfType('file.changed', { path, change: 'edited' }, at())])
  return session
}

describe('sessions', () => {
  test('sessions are found with the same summary in every tier', async () => {
    const world = new TestWorld()
    const session = await recordWork(world, 'teach the lexer heredocs', 'zanzibar quoting stays off')
    const search = async () => {
      await refreshIndex(world)
      return (await recall(world, { words: 'lexer heredocs', limit: 5 }))[0]
    }
    const hot = await search()
    expect(hot).toMatchObject({ session, tier: 'hot', project: world.place.project })
    expect(hot?.summary).toBe(
      'Goal: teach the lexer heredocs\nDecided: zanzibar quoting stays off\n1 file: src/lexer.ts',
    )
    await changeState(world, session, { move: 'end', trigger: 'command' })
    expect(await search()).toMatchObject({ tier: 'warm', summary: hot?.summary })
    world.advance(30 * DAY)
    await archiveDue(world)
    expect(await search()).toMatchObject({ tier: 'cold', summary: hot?.summary })
    const view = (await world.log.view(session))?.view
    expect(view && TIERS.indexOf(tierOf(view))).toBe(2)
  })

  test('sessions are found by their decisions, even after the index was deleted and rebuilt', async () => {
    const world = new TestWorld()
    const session = await recordWork(world, 'teach the lexer heredocs', 'zanzibar quoting stays off')
    await recordWork(world, 'paint the shed', 'red it is')
    const search = async () => {
      await refreshIndex(world)
      return recall(world, { words: 'zanzibar', limit: 5 })
    }
    const before = await search()
    expect(before.map((one) => one.session)).toEqual([session])
    world.index.drop()
    expect(await search()).toEqual(before)
  })

  test('sessions are found only if they match the query and are in the requested tier and projects', async () => {
    const world = new TestWorld()
    await recordWork(world, 'teach the lexer heredocs', 'quoting stays off')
    await refreshIndex(world)
    expect(await recall(world, { words: 'lexer', limit: 5, tier: 'cold' })).toEqual([])
    expect(await recall(world, { words: 'lexer', limit: 5, projects: ['another'] })).toEqual([])
    expect(await recall(world, { words: 'submarine', limit: 5 })).toEqual([])
  })
})
