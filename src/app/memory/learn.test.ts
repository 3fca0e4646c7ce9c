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
    await record(world, session, [
      eventOfType('prompt.submitted', { text, origin: 'user' }, world.advance(1000).time),
    ])
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
  test('a user correction is proposed as a rule that does not apply until it is approved', async () => {
    const world = new TestWorld()
    await talked(world, 'set up the parser', NEVER)
    const { proposed, approved } = await learn(world)
    expect(proposed).toMatchObject([{ state: 'proposed', origin: 'user', heard: 1 }])
    expect(proposed[0]?.text).toMatch(/pnpm/)
    expect(proposed[0]?.rationale).not.toContain(world.place.project.id)
    expect(approved).toEqual([])
  })

  test('a user correction is recorded once in its session, even if the session is indexed repeatedly', async () => {
    const world = new TestWorld()
    const session = await talked(world, NEVER)
    for (let i = 0; i < 3; i += 1) {
      await refreshIndex(world)
      await learn(world)
    }
    expect((await eventsOf(world, session)).filter((type) => type === 'correction.heard')).toHaveLength(1)
    expect(await refreshIndex(world), 'an indexed session is not indexed again').toBe(0)
    expect(await rulesOf(world)).toHaveLength(1)
  })

  test('a user correction in two sessions becomes one rule, and its confidence does not drop', async () => {
    const world = new TestWorld()
    await talked(world, NEVER)
    const [once] = (await learn(world)).proposed
    await talked(world, NEVER)
    expect((await learn(world)).proposed).toEqual([])
    const [twice] = await rulesOf(world)
    expect(twice?.heard).toBe(2)
    expect(twice?.confidence ?? 0).toBeGreaterThanOrEqual(once?.confidence ?? 1)
  })

  test('a user correction that was rejected as a rule is not proposed again', async () => {
    const world = new TestWorld()
    await talked(world, NEVER)
    const [rule] = (await learn(world)).proposed
    await reject(world, rule?.id ?? '')
    await talked(world, 'set up the parser', NEVER)
    await learn(world, { threshold: 0.9 })
    expect((await rulesOf(world)).map(({ state }) => state)).toEqual(['rejected'])
  })

  test('a user correction is not proposed if agents already read it in a rules file', async () => {
    const world = new TestWorld()
    world.integrations = { ...world.integrations, writtenRules: () => ['Never use npm, always use pnpm'] }
    await talked(world, NEVER)
    expect((await learn(world)).proposed).toEqual([])
  })

  test('a user correction about a rule that the session received counts as a broken rule', async () => {
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

  test('a rule that is broken in a session from which it was withheld is counted separately', async () => {
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

  test.each([
    ["Don't add comments to the code", /comments/],
    ['Stop using any in TypeScript', /any in TypeScript/],
    ['No, use async/await', /async\/await/],
    ['I told you to use tabs!', /^Use tabs/],
    ['No, we use pnpm here', /pnpm/],
  ])('"%s" is proposed for review', async (said, rule) => {
    const world = new TestWorld()
    await talked(world, 'set up the parser', said)
    const { proposed } = await learn(world)
    expect(proposed).toMatchObject([{ state: 'proposed', scope: { kind: 'project' } }])
    expect(proposed[0]?.text).toMatch(rule)
    expect((await learn(world, { threshold: 0.9 })).approved).toEqual([])
  })

  test.each([
    'Should we use tabs?',
    'do we use pnpm here or npm',
    'Why do we never use any in TypeScript?',
    "Don't you think we should always use async/await?",
  ])('a question (%s) never becomes a rule, not even the third time', async (said) => {
    const world = new TestWorld()
    for (let i = 0; i < 3; i += 1) await talked(world, 'set up the parser', said, said)
    expect((await learn(world)).proposed).toEqual([])
  })

  test('a user correction about a single task is proposed only after a third session', async () => {
    const world = new TestWorld()
    const wish = 'please use the small logger for that'
    await talked(world, 'set up the parser', wish)
    await talked(world, 'set up the lexer', wish)
    expect((await learn(world)).proposed).toEqual([])
    await talked(world, 'set up the printer', wish)
    expect((await learn(world)).proposed).toMatchObject([{ heard: 3 }])
  })

  test.each([
    [
      [
        'Use pnpm instead of npm',
        'No, we use pnpm here, not npm',
        'pnpm, not npm!',
        "Don't use npm, use pnpm",
      ],
    ],
    [
      [
        "Don't add comments to the code",
        'stop adding comments to the code',
        'no comments in the code please',
        'I told you not to add comments to the code!',
      ],
    ],
    [
      [
        'Never commit directly to main',
        "don't commit to main directly",
        'no, no direct commits to main',
        'stop committing directly to main',
      ],
    ],
    [
      [
        'Always run the tests before you commit',
        'run the tests before every commit, always',
        'you must run the tests before committing',
        "don't commit without running the tests",
      ],
    ],
  ])('a user correction in four wordings becomes one rule with four sources: %j', async (wordings) => {
    const world = new TestWorld()
    for (const said of wordings) {
      await talked(world, 'set up the parser', said)
      await learn(world)
    }
    expect((await rulesOf(world)).map(({ heard, evidence }) => [heard, evidence.length])).toEqual([[4, 4]])
  })

  test('fifty user corrections with the same pattern become fifty rules', async () => {
    const world = new TestWorld()
    const names = Array.from({ length: 50 }, (_, at) => `package ${at + 1}`)
    for (const name of names) await talked(world, `Never edit the generated files in ${name}`)
    await learn(world)
    for (const { id } of await rulesOf(world)) await approve(world, id)
    expect((await rulesOf(world)).map(({ state }) => state)).toEqual(names.map(() => 'approved'))
  })

  test('a correction from a tool, the web or the agent never becomes a rule', async () => {
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

test.each([
  [
    'No, never use npm here, always use pnpm',
    'we use pnpm here, not npm',
    'use pnpm instead of npm',
    'I told you to use pnpm, not npm!',
  ],
  [
    'No, use async/await',
    'use async/await instead of promises',
    'always use async/await, not .then chains',
    'I said async/await!',
  ],
  [
    'never commit directly to main',
    "don't commit to the main branch directly",
    "don't push commits straight to main",
    'stop committing directly to main',
  ],
  [
    'I told you to use tabs!',
    'use tabs, not spaces',
    'always indent with tabs',
    'please use tabs for indentation',
  ],
  [
    "Don't add comments to the code",
    'stop adding comments to the code',
    'no comments in the code please, I told you',
    'Never write comments in code',
  ],
])(
  'M2: four wordings of one rule form one proposal with four pieces of evidence: %s',
  async (...wordings) => {
    const world = new TestWorld()
    for (const text of wordings) await talked(world, 'set up the parser', text)
    await learn(world)
    const rules = await rulesOf(world)
    expect(rules).toMatchObject([{ state: 'proposed', heard: 4 }])
    expect(rules[0]?.evidence).toHaveLength(4)
  },
)

test('M1: a wish repeated in three prompts is proposed as a rule, but a repeated question never is', async () => {
  const wishing = new TestWorld()
  await talked(wishing, 'set up the parser', 'keep the answers short please', 'keep your answers short')
  await talked(wishing, 'set up the lexer', 'keep answers short')
  await learn(wishing)
  expect(await rulesOf(wishing)).toMatchObject([{ state: 'proposed', heard: 3 }])
  const asking = new TestWorld()
  for (let i = 0; i < 3; i += 1)
    await talked(asking, 'set up the parser', "why don't you keep answers short?")
  await learn(asking)
  expect(await rulesOf(asking)).toEqual([])
})
