import { expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { HOUR, locationNamed, MINUTE, TestWorld } from '../../../tests/support/world.ts'
import { geminiCli } from '../../agent/gemini-cli/index.ts'
import type { SessionId } from '../../event/identity.ts'
import { record } from '../ingest/record.ts'
import { changeState } from '../lifecycle/change-state.ts'
import { contextFor } from './context-for.ts'
import { handoffFor, writeHandoff } from './handoff.ts'

/** A session that planned an action, wrote a handoff and ended. */
async function handedOff(world: TestWorld, goal: string, to?: string): Promise<SessionId> {
  const id = await world.startSession({ goal })
  await record(world, id, [eventOfType('action.planned', { text: `go on with ${goal}` }, world.time)])
  const seen = await world.log.view(id)
  if (!seen) throw new Error('no view')
  await writeHandoff(world, seen, to)
  await changeState(world, id, { move: 'end', trigger: 'exit' })
  return id
}

const found = async (world: TestWorld, agent = 'codex') => {
  const handoff = await handoffFor(world, agent, world.time)
  return handoff && { goal: handoff.handoff.summary.goal, doubts: handoff.doubts }
}

test('a handoff is found by the next session of any agent', async () => {
  const world = new TestWorld()
  const id = await handedOff(world, 'the parser')
  world.advance(MINUTE)
  expect(await found(world)).toEqual({ goal: 'the parser', doubts: [] })
  expect((await handoffFor(world, 'gemini-cli', world.time))?.handoff).toMatchObject({
    document: 'handoff',
    schema: 1,
    session: id,
    agent: 'claude-code',
    summary: { next: ['go on with the parser'], branch: 'main' },
  })
})

test('a handoff expires after a day, or after the configured time', async () => {
  const world = new TestWorld()
  await handedOff(world, 'the parser')
  world.advance(24 * HOUR + 1)
  expect(await found(world)).toBeUndefined()
  world.set({ 'brief.handoff-expiry': 48 * HOUR })
  expect(await found(world)).toBeDefined()
})

test('a handoff to this agent comes first, and a handoff to another agent is not offered', async () => {
  const world = new TestWorld()
  await handedOff(world, 'for codex', 'codex')
  world.advance(MINUTE)
  await handedOff(world, 'for anybody')
  world.advance(MINUTE)
  expect((await found(world, 'codex'))?.goal).toBe('for codex')
  expect((await found(world, 'opencode'))?.goal).toBe('for anybody')
})

test('a handoff that a later session has used is not offered again', async () => {
  const world = new TestWorld()
  await handedOff(world, 'the parser')
  world.advance(MINUTE)
  const id = await world.startSession()
  expect(await found(world), 'a new session without work does not use up the handoff').toBeDefined()
  await record(world, id, [world.prompt('begin')])
  expect(await found(world)).toBeUndefined()
})

test('a handoff carries a warning if its session continued or the git branch differs', async () => {
  const world = new TestWorld()
  const id = await handedOff(world, 'the parser')
  world.advance(MINUTE)
  await record(world, id, [world.prompt('one more thing')])
  world.place = { ...world.place, branch: 'feature' }
  expect((await found(world))?.doubts).toEqual([
    'its session continued after it was written',
    'it was written on main, but the current branch is feature',
  ])
})

test('a handoff is not offered to other projects, or after its session was completed', async () => {
  const world = new TestWorld()
  const id = await handedOff(world, 'the parser')
  const other = world.otherProcess('other')
  other.place = locationNamed('other')
  expect(await found(other)).toBeUndefined()
  await changeState(world, id, { move: 'complete' })
  expect(await found(world)).toBeUndefined()
})

test('a handoff from a newer release is skipped', async () => {
  const world = new TestWorld()
  const id = await world.startSession()
  await record(world, id, [eventOfType('handoff.written', { schema: 9, summary: {} }, world.time)])
  expect(await found(world)).toBeUndefined()
})

test('a handoff comes first even if the agent gets the brief with the first prompt', async () => {
  const world = new TestWorld()
  await handedOff(world, 'the parser', 'gemini-cli')
  world.advance(MINUTE)
  const later = await world.startSession({ goal: 'the docs' })
  await record(world, later, [eventOfType('action.planned', { text: 'go on with the docs' }, world.time)])
  await changeState(world, later, { move: 'end', trigger: 'exit' })
  world.advance(MINUTE)
  const heard = {
    kind: 'parsed',
    event: 'BeforeAgent',
    session: 'own',
    turn: { kind: 'prompt' },
    drafts: [],
  } as const
  expect((await contextFor(world, geminiCli, heard))?.text).toMatch(/Goal: the parser/)
})
