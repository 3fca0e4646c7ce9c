import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { DAY, HOUR, locationNamed, MINUTE, TestWorld } from '../../../tests/support/world.ts'
import type { SessionId } from '../../event/identity.ts'
import { record } from '../ingest/record.ts'
import { changeState } from '../lifecycle/change-state.ts'
import { refreshIndex } from '../search/refresh-index.ts'
import { type Brief, type ComposeAsk, composeBrief } from './compose-brief.ts'

const BUDGET = 1500

async function worked(world: TestWorld, facts: readonly (readonly [string, object])[]): Promise<SessionId> {
  const id = await world.startSession()
  for (const [type, data] of facts) {
    world.advance(MINUTE)
    await record(world, id, [eventOfType(type, data as never, world.time)])
  }
  return id
}

const ended = (world: TestWorld, id: SessionId) => changeState(world, id, { move: 'end', trigger: 'command' })

async function brief(world: TestWorld, ask: Partial<ComposeAsk> = {}): Promise<Brief | undefined> {
  await refreshIndex(world)
  return composeBrief(world, { budget: BUDGET, ...ask })
}

const lines = (found: Brief | undefined, section: string): readonly string[] =>
  (found?.lines ?? []).filter(({ claim }) => claim.section === section).map(({ claim }) => claim.text)

describe('a brief', () => {
  test('is undefined if there is nothing to report', async () => {
    const world = new TestWorld()
    expect(await brief(world)).toBeUndefined()
    await world.startSession()
    expect(await brief(world)).toBeUndefined()
  })

  test('contains goal, decisions with reasons, blockers and next steps, each with its source event', async () => {
    const world = new TestWorld()
    await worked(world, [
      ['goal.set', { text: 'read nested lists' }],
      ['decision.made', { choice: 'parse recursively', why: 'lists nest' }],
      ['blocker.met', { text: 'the grammar is ambiguous' }],
      ['action.planned', { text: 'write the docs' }],
    ])
    const found = await brief(world)
    expect(lines(found, 'goal')).toEqual(['read nested lists'])
    expect(lines(found, 'decisions')).toEqual(['parse recursively (because lists nest)'])
    expect(lines(found, 'blockers')).toEqual(['the grammar is ambiguous'])
    expect(lines(found, 'next')).toEqual(['write the docs'])
    expect(found?.text).toContain('Goal: read nested lists')
    for (const { claim } of found?.lines ?? [])
      if (!['standing', 'since'].includes(claim.section)) expect(claim.event, claim.text).toMatch(/^evt_/)
  })

  test('contains unresolved failures, but not service outages', async () => {
    const world = new TestWorld()
    const failed = (call: string, more: object) =>
      ['tool.returned', { call, outcome: 'failed', ...more }] as const
    await worked(world, [
      ['prompt.submitted', { text: 'Make the build pass.' }],
      failed('1', { tool: 'mcp__browser__computer', output: 'screenshot failed: timed out' }),
      failed('2', { tool: 'Bash', command: 'npm run build', output: 'error: no such module' }),
    ])
    expect(lines(await brief(world), 'blockers')).toEqual([
      'Failed and not yet repaired: npm run build: error: no such module',
    ])
  })

  test('contains extracted statements and takes the goal from the first prompt', async () => {
    const world = new TestWorld()
    await worked(world, [
      ['prompt.submitted', { text: 'Add a retry to the uploader so that short outages do no harm.' }],
      [
        'response.completed',
        {
          text: 'The uploader retries three times now.\n\n## Next steps\n- Write a test for the timeout of the retry\n- Document the new setting',
        },
      ],
    ])
    const found = await brief(world)
    expect(lines(found, 'goal')[0]).toContain('retry to the uploader')
    expect(lines(found, 'next').join()).toContain('Document the new setting')
    expect(lines(found, 'standing').join()).toContain('The uploader retries three times now')
  })

  test('contains the first prompt of a session that is not indexed yet', async () => {
    const world = new TestWorld()
    const own = await worked(world, [
      ['prompt.submitted', { text: 'Add a retry to the uploader.' }],
      ['file.changed', { path: '/work/app/a.ts', change: 'edited' }],
      ['prompt.submitted', { text: 'go on' }],
    ])
    const asks = [{}, { own, goesOn: true }]
    for (const ask of asks)
      expect(lines(await composeBrief(world, { budget: BUDGET, ...ask }), 'goal')).toEqual([
        'Add a retry to the uploader.',
      ])
  })

  test('states how to get omitted claims: a larger budget, or the session if no budget shows them', async () => {
    const world = new TestWorld()
    const many = Array.from(
      { length: 30 },
      (_, i) => ['decision.made', { choice: `choice number ${i}` }] as const,
    )
    const id = await worked(world, many)
    expect((await brief(world))?.text).toMatch(
      new RegExp(`^Left out: 20 decisions\\. leftoff session show ${id}$`, 'm'),
    )
    expect((await brief(world, { budget: 150 }))?.text).toMatch(/ decisions\. leftoff brief --budget 300$/m)
  })

  test("prefers a session on the reader's branch over the most recent session", async () => {
    const world = new TestWorld()
    world.place = { ...locationNamed('app'), branch: 'feature/lists' }
    await ended(world, await worked(world, [['goal.set', { text: 'read nested lists' }]]))
    world.place = { ...locationNamed('app'), branch: 'fix/typo' }
    await ended(world, await worked(world, [['goal.set', { text: 'repair a typo' }]]))
    world.place = { ...locationNamed('app'), branch: 'feature/lists' }
    const found = await brief(world)
    expect(lines(found, 'goal')).toEqual(['read nested lists'])
    expect(lines(found, 'others').join()).toContain('repair a typo')
  })

  test('contains nothing from another project', async () => {
    const world = new TestWorld()
    await worked(world, [['goal.set', { text: 'read nested lists' }]])
    world.place = locationNamed('other')
    expect(await brief(world)).toBeUndefined()
  })

  test('leaves the blockers of a running session to its agent, and mentions that session', async () => {
    const world = new TestWorld()
    world.evidence = 'alive'
    const id = await world.startSession({ process: { pid: 77 } })
    await record(world, id, [
      eventOfType('goal.set', { text: 'read nested lists' }, world.time),
      eventOfType('action.planned', { text: 'write the docs' }, world.time),
      eventOfType('decision.made', { choice: 'parse recursively' }, world.time),
    ])
    const found = await brief(world, { own: 'ses_other' as SessionId })
    expect(lines(found, 'others').join()).toMatch(/at work right now.*read nested lists/)
    expect(lines(found, 'next')).toEqual([])
    expect(lines(found, 'decisions')).toEqual(['parse recursively'])
  })

  test('omits expired and completed sessions', async () => {
    const world = new TestWorld()
    const id = await worked(world, [['goal.set', { text: 'read nested lists' }]])
    await ended(world, id)
    world.advance(8 * DAY)
    expect(await brief(world)).toBeUndefined()
  })

  test('for an earlier time contains nothing recorded later', async () => {
    const world = new TestWorld()
    await worked(world, [
      ['goal.set', { text: 'read nested lists' }],
      ['decision.made', { choice: 'parse recursively' }],
    ])
    const then = world.time
    world.advance(HOUR)
    await worked(world, [['decision.made', { choice: 'use a stack after all' }]])
    expect(lines(await brief(world), 'decisions').join()).toContain('stack')
    expect(lines(await brief(world, { moment: then }), 'decisions')).toEqual(['parse recursively'])
  })

  test('ranks claims and files that match the prompt first', async () => {
    const world = new TestWorld()
    await worked(world, [
      ['file.changed', { path: '/work/app/src/spool.ts', change: 'edited' }],
      ['file.changed', { path: '/work/app/src/parser.ts', change: 'edited' }],
      ['decision.made', { choice: 'the spool is a maildir' }],
      ['decision.made', { choice: 'the parser is recursive' }],
      ['decision.made', { choice: 'the docs are generated' }],
    ])
    const found = await brief(world, { prompt: 'why is the parser recursive?' })
    expect(lines(found, 'decisions')[0]).toBe('the parser is recursive')
  })
})
