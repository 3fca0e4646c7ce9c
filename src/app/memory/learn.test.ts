import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { MINUTE, TestWorld } from '../../../tests/support/world.ts'
import type { SessionId } from '../../event/identity.ts'
import { record } from '../ingest/record.ts'
import { refreshIndex } from '../search/refresh-index.ts'
import { learn } from './learn.ts'
import { approve, propose, reject, rulesOf } from './rules.ts'

const NEVER = 'no, never use npm in this repo, always use pnpm'

/** A session with these prompts, each answered. */
async function talked(world: TestWorld, ...prompts: readonly string[]): Promise<SessionId> {
  const session = await world.advance(MINUTE).startSession()
  for (const text of prompts) {
    await record(world, session, [eventOfType('prompt.submitted', { text }, world.advance(1000).time)])
    const answer = { text: 'I ran npm install and committed it.' }
    await record(world, session, [eventOfType('response.completed', answer, world.advance(1000).time)])
  }
  await refreshIndex(world)
  return session
}

const eventsOf = async (world: TestWorld, session: SessionId): Promise<readonly string[]> => {
  const types: string[] = []
  for await (const { type } of world.log.read({ session })) types.push(type)
  return types
}

describe('a user correction', () => {
  test('is proposed as a rule, which does not apply before it is approved', async () => {
    const world = new TestWorld()
    await talked(world, 'set up the parser', NEVER)
    const { proposed, approved } = await learn(world)
    expect(proposed).toMatchObject([{ state: 'proposed', origin: 'user', heard: 1 }])
    expect(proposed[0]?.text).toMatch(/pnpm/)
    expect(proposed[0]?.rationale).not.toContain(world.place.project.id)
    expect(approved).toEqual([])
  })

  test('is recorded in its session once, however often the session is indexed', async () => {
    const world = new TestWorld()
    const session = await talked(world, NEVER)
    for (let i = 0; i < 3; i += 1) {
      await refreshIndex(world)
      await learn(world)
    }
    expect((await eventsOf(world, session)).filter((type) => type === 'correction.heard')).toHaveLength(1)
    expect(await refreshIndex(world), 'what was noted needs no second look').toBe(0)
    expect(await rulesOf(world)).toHaveLength(1)
  })

  test('in two sessions is one rule with higher confidence', async () => {
    const world = new TestWorld()
    await talked(world, NEVER)
    const [once] = (await learn(world)).proposed
    await talked(world, NEVER)
    expect((await learn(world)).proposed).toEqual([])
    const [twice] = await rulesOf(world)
    expect(twice?.heard).toBe(2)
    expect(twice?.confidence ?? 0).toBeGreaterThanOrEqual(once?.confidence ?? 1)
  })

  test('with enough confidence is approved without review, if requested', async () => {
    const world = new TestWorld()
    await talked(world, NEVER)
    const { approved } = await learn(world, { threshold: 0.5 })
    expect(approved).toMatchObject([{ state: 'approved', by: 'threshold' }])
    expect((await learn(world, { threshold: 0.5 })).approved).toEqual([])
  })

  test('that was rejected as a rule is not proposed again', async () => {
    const world = new TestWorld()
    await talked(world, NEVER)
    const [rule] = (await learn(world)).proposed
    await reject(world, rule?.id ?? '')
    await talked(world, NEVER)
    await learn(world, { threshold: 0.5 })
    expect((await rulesOf(world)).map(({ state }) => state)).toEqual(['rejected'])
  })

  test('that is in a file which agents read by themselves is not proposed', async () => {
    const world = new TestWorld()
    world.integrations = { ...world.integrations, writtenRules: () => ['Never use npm, always use pnpm'] }
    await talked(world, NEVER)
    expect((await learn(world)).proposed).toEqual([])
  })

  test('on a rule that the session was given counts as breaking it', async () => {
    const world = new TestWorld()
    await talked(world, NEVER)
    const [rule] = (await learn(world)).proposed
    await approve(world, rule?.id ?? '')
    const session = await world.advance(MINUTE).startSession()
    const given = {
      format: 'brief',
      tokens: 9,
      from: [],
      occasion: 'SessionStart:startup',
      told: [rule?.id ?? ''],
    }
    await record(world, session, [eventOfType('brief.given', given, world.advance(1000).time)])
    await record(world, session, [eventOfType('prompt.submitted', { text: NEVER }, world.advance(1000).time)])
    const ran = { call: 'one', tool: 'Bash', command: 'pnpm install', outcome: 'ok' }
    await record(world, session, [eventOfType('tool.returned', ran, world.advance(1000).time)])
    await refreshIndex(world)
    for (let i = 0; i < 2; i += 1) await learn(world)
    expect((await rulesOf(world))[0]?.effects).toEqual({ given: 1, used: 1, broken: 1 })
  })

  test('on a rule that was withheld from the session is counted separately', async () => {
    const world = new TestWorld()
    const id = await propose(world, {
      text: 'Use pnpm, never npm',
      scope: { kind: 'universal' },
      origin: 'user',
    })
    await approve(world, id)
    const tried = async (told: readonly string[], withheld: readonly string[], command: string) => {
      const session = await world.advance(MINUTE).startSession()
      const given = { format: 'brief', tokens: 9, told: [...told], withheld: [...withheld] }
      await record(world, session, [eventOfType('brief.given', given, world.advance(1000).time)])
      const ran = { call: command, tool: 'Bash', command, outcome: 'ok' }
      await record(world, session, [eventOfType('tool.returned', ran, world.advance(1000).time)])
    }
    await tried([id], [], 'pnpm install')
    await tried([id], [], 'npm install')
    await tried([], [id], 'npm ci')
    await tried([], [], 'npm ci')
    for (let i = 0; i < 2; i += 1) await learn(world)
    const [rule] = await rulesOf(world)
    const expected = { given: 2, used: 1, broken: 1, withheld: 1, 'broken-without': 1 }
    expect(rule?.effects).toEqual(expected)
  })

  test('from a tool or the web never becomes a rule', async () => {
    const world = new TestWorld()
    const session = await world.advance(MINUTE).startSession()
    for (const origin of ['tool', 'web', 'assistant'])
      await record(world, session, [
        eventOfType('prompt.submitted', { text: NEVER, origin }, world.advance(1000).time),
      ])
    await refreshIndex(world)
    expect((await learn(world)).proposed).toEqual([])
  })
})
