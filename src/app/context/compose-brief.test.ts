import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { DAY, HOUR, locationNamed, MINUTE, TestWorld } from '../../../tests/support/world.ts'
import type { NewEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import { drainSpool } from '../ingest/drain-spool.ts'
import { record } from '../ingest/record.ts'
import { changeState } from '../lifecycle/change-state.ts'
import { cleanup } from '../maintenance/cleanup.ts'
import { approve, propose, rulesHere } from '../memory/rules.ts'
import { type Brief, type BriefAsk, type ComposeAsk, codesBrief, composeBrief } from './compose-brief.ts'

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
  return composeBrief(world, { budget: BUDGET, ...ask })
}

const lines = (found: Brief | undefined, section: string): readonly string[] =>
  (found?.lines ?? []).filter(({ claim }) => claim.section === section).map(({ claim }) => claim.text)

describe('a brief', () => {
  test('there is no brief if there is nothing to report', async () => {
    const world = new TestWorld()
    expect(await brief(world)).toBeUndefined()
    await world.startSession()
    expect(await brief(world)).toBeUndefined()
  })

  test('a brief contains goal, decisions, reasons, blockers and next steps, and their source events', async () => {
    const world = new TestWorld()
    await worked(world, [
      ['goal.set', { text: 'read nested lists' }],
      ['decision.made', { choice: 'parse recursively', why: 'lists nest' }],
      ['blocker.met', { text: 'the grammar is ambiguous' }],
      ['action.planned', { text: 'write the docs' }],
    ])
    const found = await brief(world)
    expect(lines(found, 'goal')).toEqual(['read nested lists'])
    expect(lines(found, 'decisions')).toEqual(['parse recursively, because lists nest'])
    expect(lines(found, 'blockers')).toEqual(['the grammar is ambiguous'])
    expect(lines(found, 'next')).toEqual(['write the docs'])
    expect(found?.text).toContain('Goal: read nested lists')
    for (const { claim } of found?.lines ?? [])
      if (claim.section !== 'standing') expect(claim.event, claim.text).toMatch(/^evt_/)
  })

  test('a brief contains failures of the last turn, but not service outages', async () => {
    const world = new TestWorld()
    const failed = (call: string, more: object) =>
      ['tool.returned', { call, outcome: 'failed', ...more }] as const
    await worked(world, [
      ['prompt.submitted', { text: 'Make the build pass.' }],
      failed('1', { tool: 'mcp__browser__computer', output: 'screenshot failed: timed out' }),
      failed('2', { tool: 'Bash', command: 'npm run build', output: 'error: no such module' }),
    ])
    expect(lines(await brief(world), 'blockers')).toEqual([
      '`npm run build` failed in the last turn: error: no such module',
    ])
  })

  test("a brief quotes the prompt and the answer's conclusion, and does not repeat the prompt as the goal", async () => {
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
    expect(lines(found, 'asked')[0]).toContain('retry to the uploader')
    expect(lines(found, 'goal'), 'the prompt already states the goal').toEqual([])
    expect(lines(found, 'answer').join()).toContain('Document the new setting')
    expect(lines(found, 'answer').join()).toContain('The uploader retries three times now')
  })

  test('a brief contains the last turn of a session that just ended, even before any command is run', async () => {
    const world = new TestWorld()
    await worked(world, [
      ['prompt.submitted', { text: 'Add a retry to the uploader so that short outages do no harm.' }],
      ['response.completed', { text: 'The uploader retries three times now.' }],
      ['session.ended', { trigger: 'exit' }],
    ])
    expect(world.index.indexedSeqs().size).toBe(0)
    const found = await brief(world)
    expect(lines(found, 'asked')).toEqual(['Add a retry to the uploader so that short outages do no harm.'])
    expect(lines(found, 'answer')).toEqual(['The uploader retries three times now.'])
  })

  test('the goal comes from the first prompt if the user only asks to continue', async () => {
    const world = new TestWorld()
    const own = await worked(world, [
      ['prompt.submitted', { text: 'Add a retry to the uploader.' }],
      ['file.changed', { path: '/work/app/a.ts', change: 'edited' }],
      ['prompt.submitted', { text: 'go on' }],
    ])
    const asks = [{}, { own, goesOn: true }]
    for (const ask of asks)
      expect(lines(await composeBrief(world, { budget: BUDGET, ...ask }), 'goal')).toEqual([
        'Add a retry to the uploader',
      ])
  })

  test("a brief quotes the user's request as the goal and states when the user made it", async () => {
    const world = new TestWorld()
    const ask = (text: string) => ['prompt.submitted', { text, origin: 'user' }] as const
    const done = ['response.completed', { text: 'All of it is in place.' }] as const
    const first = 'Rewrite the importer to stream large files'
    const id = await worked(world, [ask(first), done, ask('ok, go ahead'), done])
    await ended(world, id)
    expect((await brief(world))?.text).toContain(`Goal: "${first}" (as asked 3 minutes ago)`)
  })

  test('a brief quotes earlier requests if neither goal nor last prompt says what the session was about', async () => {
    const world = new TestWorld()
    const ask = (text: string) => ['prompt.submitted', { text, origin: 'user' }] as const
    const done = ['response.completed', { text: 'All of it is in place.' }] as const
    const first = 'Rewrite the importer to stream large files'
    await ended(world, await worked(world, [ask(first), done, ask('why is the linter slow?'), done]))
    const text = (await brief(world))?.text
    expect(text).toContain(`Earlier requests: "${first}".`)
    expect(text).not.toContain('Goal:')
    await ended(world, await worked(world, [ask(first), done]))
    expect((await brief(world))?.text.match(/session "|Earlier requests/)).toBeNull()
  })

  test('an answer of several lines is quoted line by line', async () => {
    const world = new TestWorld()
    const answer = 'Both parsers are fixed:\n\n- the CSV parser keeps quotes\n- the TSV parser keeps tabs'
    const id = await worked(world, [
      ['prompt.submitted', { text: 'fix the parsers', origin: 'user' }],
      ['response.completed', { text: answer }],
    ])
    await ended(world, id)
    expect((await brief(world))?.text).toContain(
      'Answer:\n> Both parsers are fixed:\n> - the CSV parser keeps quotes\n> - the TSV parser keeps tabs',
    )
  })

  test.each([
    ['Let me look at the config first.', false, true],
    ['Let me look at the config first.', true, false],
    ['The config is fixed. Let me know if you need more.', false, false],
  ])(
    'after the last answer %j (followed by a commit: %s), the request is open: %s',
    async (text, commits, isOpen) => {
      const world = new TestWorld()
      const id = await worked(world, [
        ['prompt.submitted', { text: 'fix the config', origin: 'user' }],
        ['response.completed', { text }],
        ...(commits
          ? [
              [
                'tool.returned',
                { call: 'c', tool: 'Bash', outcome: 'ok', command: 'git commit -m x' },
              ] as const,
            ]
          : []),
      ])
      await ended(world, id)
      const found = await brief(world)
      expect(
        lines(found, 'next').some((line) =>
          line.startsWith('Unfinished: the session ended after "Let me look'),
        ),
      ).toBe(isOpen)
      expect(found?.text.includes('the session ended here, without a conclusion')).toBe(
        text.startsWith('Let me look'),
      )
    },
  )

  test('a brief contains agent decisions from the last session only, but user decisions from all sessions', async () => {
    const world = new TestWorld()
    const decide = (mine: string, theirs: string) =>
      [
        ['prompt.submitted', { text: `Let's use ${mine} because it is small`, origin: 'user' }],
        ['response.completed', { text: `Done.\n\nKey decisions:\n- ${theirs}` }],
      ] as const
    await ended(world, await worked(world, decide('sqlite', 'one table per tenant')))
    await ended(world, await worked(world, decide('valibot', 'schemas live in one file')))
    expect(lines(await brief(world), 'decisions')).toEqual([
      'use sqlite, because it is small',
      'use valibot, because it is small',
      'schemas live in one file',
    ])
  })

  test('a decision in the quoted answer is not repeated, but is listed if the answer is omitted', async () => {
    const world = new TestWorld()
    const text = `Done.\n\nKey decisions:\n- schemas live in one file\n\n${'Every row is read once. '.repeat(30)}`
    const done = ['response.completed', { text }] as const
    await ended(world, await worked(world, [['prompt.submitted', { text: 'go', origin: 'user' }], done]))
    expect((await brief(world))?.text.match(/schemas live in one file/g)).toHaveLength(1)
    const small = await composeBrief(world, { budget: 130 })
    expect(small?.text).toContain('- schemas live in one file')
  })

  test('a brief reports a plan that is waiting for approval', async () => {
    const world = new TestWorld()
    const path = '/home/dev/.claude/plans/quiet-fox.md'
    const plan = '# Plan: Stream the export\n\n1. Read rows\n2. Write rows\n'
    const id = await worked(world, [
      ['prompt.submitted', { text: 'plan how to stream the export', origin: 'user' }],
      ['file.changed', { path, change: 'created', after: plan }],
    ])
    expect(lines(await brief(world), 'next')).toEqual([
      `The plan "Stream the export" is written and not approved yet, in ${path}`,
    ])
    await record(world, id, [eventOfType('plan.approved', { file: path }, world.time)])
    expect(lines(await brief(world), 'next')).toEqual(['Read rows', 'Write rows'])
  })

  test('a brief names the command that prints the lines it omits', async () => {
    const world = new TestWorld()
    const many = Array.from(
      { length: 30 },
      (_, i) => ['decision.made', { choice: `choice number ${i}` }] as const,
    )
    await worked(world, many)
    expect((await brief(world))?.text).toMatch(/^Left out: 20 decisions \(leftoff brief --budget 3000\)$/m)
    expect((await brief(world, { budget: 3000 }))?.text).toMatch(/^Left out: 10 decisions /m)
    expect((await brief(world, { budget: 150 }))?.text).toMatch(/ decisions \(leftoff brief --budget 300\)$/m)
  })

  test("a brief takes its goal from the last session on the reader's git branch and names that session", async () => {
    const world = new TestWorld()
    world.place = { ...locationNamed('app'), branch: 'feature/lists' }
    await ended(world, await worked(world, [['goal.set', { text: 'read nested lists' }]]))
    world.place = { ...locationNamed('app'), branch: 'fix/typo' }
    await ended(world, await worked(world, [['goal.set', { text: 'repair a typo' }]]))
    world.place = { ...locationNamed('app'), branch: 'feature/lists' }
    const found = await brief(world)
    expect(lines(found, 'goal')).toEqual(['read nested lists'])
    const standing = lines(found, 'standing')
    const [last, here] = [standing[0], standing.at(-1)]
    expect(last).toMatch(/^Claude Code worked here until .*, on fix\/typo\.$/)
    expect(here).toMatch(
      /^On feature\/lists, the branch you are on now, the last one was session "read nested lists" \(Claude Code, .*\)\.$/,
    )
  })

  test('the newest session counts as the last one, even if an older one has more content', async () => {
    const world = new TestWorld()
    await ended(
      world,
      await worked(world, [
        ['prompt.submitted', { text: 'Add a parser for nested lists to the reader.' }],
        ['file.changed', { path: '/work/app/lists.ts', change: 'edited' }],
        ['action.planned', { text: 'write the docs' }],
      ]),
    )
    await ended(world, await worked(world, [['prompt.submitted', { text: 'Which license do we use?' }]]))
    const found = await brief(world)
    expect(lines(found, 'asked')).toEqual(['Which license do we use?'])
    expect(lines(found, 'next')).toEqual(['write the docs'])
  })

  test('a brief never pairs a question with the answer to an earlier question', async () => {
    const world = new TestWorld()
    await worked(world, [
      ['prompt.submitted', { text: 'Add a parser for nested lists to the reader.' }],
      ['response.completed', { text: 'The parser reads nested lists now, and all tests pass.' }],
      ['prompt.submitted', { text: 'Now document it.' }],
    ])
    const found = await brief(world)
    expect(lines(found, 'asked')).toEqual(['Now document it.'])
    expect(lines(found, 'answer')).toEqual([])
  })

  test('a brief lists notes in the order in which they were made', async () => {
    const world = new TestWorld()
    await worked(world, [
      ['action.planned', { text: 'write the parser' }],
      ['action.planned', { text: 'write the docs' }],
      ['action.planned', { text: 'release it' }],
    ])
    expect(lines(await brief(world), 'next')).toEqual(['write the parser', 'write the docs', 'release it'])
  })

  test('a brief never lists a command both as failed and as successful', async () => {
    const world = new TestWorld()
    const ran = (call: string, command: string, outcome: string) =>
      ['tool.returned', { call, tool: 'Bash', command, outcome, output: 'error: x' }] as const
    await worked(world, [
      ['prompt.submitted', { text: 'Make the build pass.' }],
      ran('1', 'bun run build', 'ok'),
      ran('2', 'bun run lint', 'ok'),
      ran('3', 'bun run build', 'failed'),
    ])
    const found = await brief(world)
    expect(lines(found, 'blockers').join()).toContain('bun run build')
    expect(lines(found, 'commands')).toEqual(['`bun run lint`'])
  })

  test('a brief contains nothing from another project', async () => {
    const world = new TestWorld()
    await worked(world, [['goal.set', { text: 'read nested lists' }]])
    world.place = locationNamed('other')
    expect(await brief(world)).toBeUndefined()
  })

  test("a brief omits a running session's next steps, but mentions the session", async () => {
    const world = new TestWorld()
    world.evidence = 'alive'
    const id = await world.startSession({ process: { pid: 77 } })
    await record(world, id, [
      eventOfType('goal.set', { text: 'read nested lists' }, world.time),
      eventOfType('action.planned', { text: 'write the docs' }, world.time),
      eventOfType('decision.made', { choice: 'parse recursively' }, world.time),
    ])
    const found = await brief(world, { own: 'ses_other' as SessionId })
    expect(lines(found, 'others').join()).toMatch(/read nested lists.*in use now/)
    expect(lines(found, 'next')).toEqual([])
    expect(lines(found, 'decisions')).toEqual(['parse recursively'])
  })

  test('a brief omits expired sessions', async () => {
    const world = new TestWorld()
    const id = await worked(world, [['goal.set', { text: 'read nested lists' }]])
    await ended(world, id)
    world.advance(8 * DAY)
    expect(await brief(world)).toBeUndefined()
  })

  test('a brief for an earlier time contains nothing recorded later', async () => {
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

  test('a brief ranks the decision that matches the prompt first', async () => {
    const world = new TestWorld()
    await worked(world, [
      ['file.changed', { path: '/work/app/src/spool.ts', change: 'edited' }],
      ['file.changed', { path: '/work/app/src/parser.ts', change: 'edited' }],
      ['decision.made', { choice: 'the spool is a maildir' }],
      ['decision.made', { choice: 'the parser is recursive' }],
      ['decision.made', { choice: 'the docs are generated' }],
    ])
    const found = await brief(world, { prompt: 'why is the parser recursive?' })
    const [best] = [...(found?.lines ?? [])]
      .filter(({ claim }) => claim.section === 'decisions')
      .sort((a, b) => b.claim.score - a.claim.score)
    expect(best?.claim.text).toBe('the parser is recursive')
  })
})

test.each([
  ['completed', (world: TestWorld, id: SessionId) => changeState(world, id, { move: 'complete' })],
  ['archived', (world: TestWorld) => cleanup(world, { olderThanMs: MINUTE })],
] as const)('a session leaves the brief immediately when it is %s', async (_, close) => {
  const world = new TestWorld()
  const id = await worked(world, [['action.planned', { text: 'credit notes' }]])
  await ended(world.advance(MINUTE), id)
  world.advance(HOUR)
  expect((await brief(world))?.text).toContain('credit notes')
  await close(world, id)
  expect(await brief(world)).toBeUndefined()
})

const ask: BriefAsk = { budget: 1500 }
const file = (path: string, at: number) => eventOfType('file.changed', { path, change: 'edited' }, at)
const symbol = (name: string, at: number) => eventOfType('symbol.touched', { name }, at)
const decision = (choice: string, why: string, at: number) =>
  eventOfType('decision.made', { choice, why }, at)
const blocker = (kind: string, text: string, at: number) => eventOfType('blocker.met', { kind, text }, at)
const next = (text: string, at: number) => eventOfType('action.planned', { text }, at)
const many = (n: number, make: (i: number) => NewEvent): NewEvent[] =>
  Array.from({ length: n }, (_, i) => make(i))

/** A project session that recorded these items. */
async function recorded(world: TestWorld, facts: (at: number) => readonly NewEvent[]) {
  const id = await world.startSession()
  await record(world, id, facts(world.time))
  return id
}

const hydra = (at: number): readonly NewEvent[] => [
  file('cmd/proxy.go', at),
  file('supervisor.go', at),
  symbol('supervisor.Process', at),
  symbol('config.Load', at),
  decision('split proxy', '3 files', at),
  blocker('race', 'test failure line 712', at),
  next('add mutex to process struct', at),
  next('rerun race detector', at),
]

describe('typical scenarios', () => {
  test('three functions and two files become five codes', async () => {
    const world = new TestWorld()
    await recorded(world, (at) => [
      file('src/f1.ts', at),
      file('f2.ts', at),
      ...['fn1', 'fn2', 'fn3'].map((name) => symbol(name, at)),
    ])
    expect((await codesBrief(world, ask))?.codes).toEqual([
      'proj:app',
      'impl:f1.ts',
      'impl:f2.ts',
      'impl:fn1',
      'impl:fn2',
      'impl:fn3',
    ])
  })

  test('the next session reads what the last session recorded, always in the same order', async () => {
    const world = new TestWorld()
    world.place = locationNamed('hydra')
    const id = await recorded(world, hydra)
    await changeState(world, id, { move: 'end', trigger: 'exit' })
    await world.advance(DAY).startSession()
    const brief = await codesBrief(world, ask)
    expect(brief?.session).toBe(id)
    expect(brief?.codes).toEqual([
      'proj:hydra',
      'impl:proxy.go',
      'impl:supervisor.go',
      'impl:supervisor.Process',
      'impl:config.Load',
      'dec:split-proxy-3-files',
      'block:race:test-failure-line-712',
      'next:add-mutex-to-process-struct',
      'next:rerun-race-detector',
    ])
  })

  test('a session that is eight days old is archived and not offered', async () => {
    const world = new TestWorld()
    const id = await recorded(world, hydra)
    world.advance(8 * DAY)
    expect(await codesBrief(world, ask)).toBeUndefined()
    const fresh = await world.startSession()
    expect((await world.view(id)).life.archivedAt).toBe(world.time)
    expect((await codesBrief(world, ask))?.session).toBe(fresh)
  })

  test('twenty files, ten decisions and five blockers are all included', async () => {
    const world = new TestWorld()
    await recorded(world, (at) => [
      ...many(20, (i) => file(`f${i}.ts`, at)),
      ...many(10, (i) => decision(`choice ${i}`, 'why', at)),
      ...many(5, (i) => blocker('need', `thing ${i}`, at)),
    ])
    const brief = await codesBrief(world, ask)
    expect([brief?.codes.length, brief?.left]).toEqual([36, 0])
  })

  test('without a previous session there are no codes and no error', async () => {
    expect(await codesBrief(new TestWorld(), ask)).toBeUndefined()
  })

  test('15 files, 8 decisions and 3 blockers need fewer than 1,500 tokens', async () => {
    const world = new TestWorld()
    await recorded(world, (at) => [
      ...many(15, (i) => file(`src/module/some-longer-name-${i}.ts`, at)),
      ...many(8, (i) => decision(`use the library number ${i} for it`, 'it is well kept and small', at)),
      ...many(3, (i) => blocker('unclear', `what the format of number ${i} should be`, at)),
    ])
    const brief = await codesBrief(world, ask)
    expect(world.countTokens(brief?.codes.join('\n') ?? '')).toBeLessThan(1500)
    expect(brief?.tokens).toBeLessThan(1500)
    expect(brief?.left).toBe(0)
  })

  test('malformed data is quarantined, and the rest is offered', async () => {
    const world = new TestWorld()
    await recorded(world, hydra)
    await world.spool.deliver('leftoff', '{"session_id": corrupted')
    expect(await drainSpool(world)).toMatchObject({ quarantined: 1 })
    expect((await codesBrief(world, ask))?.codes).toContain('impl:proxy.go')
  })

  test('each of several projects gets only its own codes', async () => {
    const world = new TestWorld()
    world.place = locationNamed('cerberus')
    await recorded(world, (at) => [file('secret-of-cerberus.py', at)])
    world.place = locationNamed('hydra')
    await recorded(world.advance(MINUTE), hydra)
    expect((await codesBrief(world, ask))?.codes.join()).not.toContain('cerberus')
    const other = await codesBrief(world, { ...ask, projectIds: locationNamed('cerberus').projectIds })
    expect(other?.codes).toEqual(['proj:cerberus', 'impl:secret-of-cerberus.py'])
  })

  test('a cleanup archives two expired sessions but not the active one', async () => {
    const world = new TestWorld().set({ 'session.auto-archive': false })
    await recorded(world, hydra)
    await recorded(world, hydra)
    const active = await recorded(world.advance(8 * DAY), () => [next('go on', world.time)])
    expect(await cleanup(world, { olderThanMs: 7 * DAY })).toMatchObject({ archived: 2 })
    expect((await codesBrief(world, ask))?.session).toBe(active)
  })

  test('all rules plus a full brief need at most 2,500 tokens', async () => {
    const world = new TestWorld()
    const words = (n: number): string => Array.from({ length: 12 }, (_, i) => `word${n}x${i}`).join(' ')
    await recorded(world, (at) => many(60, (i) => decision(words(i), 'it is so', at)))
    for (let i = 0; i < 60; i += 1)
      await approve(
        world,
        await propose(world, {
          text: `Always mind ${words(i)}`,
          scope: { kind: 'universal' },
          origin: 'user',
        }),
      )
    const session = await codesBrief(world, ask)
    const rules = await rulesHere(world, session?.tokens ?? 0)
    const told = world.countTokens(rules?.text ?? '')
    expect(told).toBeGreaterThan(500)
    expect(told).toBeLessThanOrEqual(1500)
    expect(told + (session?.tokens ?? 0)).toBeLessThanOrEqual(2500)
  })
})

describe('choosing the session to offer', () => {
  test('an empty session that has just started does not hide the previous one', async () => {
    const world = new TestWorld()
    const id = await recorded(world, hydra)
    await world.advance(MINUTE).startSession()
    expect((await codesBrief(world, ask))?.session).toBe(id)
  })

  test('a completed session is not offered', async () => {
    const world = new TestWorld()
    const id = await recorded(world, hydra)
    await changeState(world, id, { move: 'complete' })
    expect(await codesBrief(world, ask)).toBeUndefined()
  })

  test('a named session is offered in any state', async () => {
    const world = new TestWorld()
    const id = await recorded(world, hydra)
    await changeState(world, id, { move: 'complete' })
    world.advance(90 * DAY)
    const session = await world.log.view(id)
    if (!session) throw new Error('no session')
    const brief = await codesBrief(world, { ...ask, session })
    expect([brief?.session, brief?.expiresAt]).toEqual([id, session.view.life.lastActivityAt + 7 * DAY])
  })
})

test.each([1, 10, 40, 200])(
  'codes stay within a budget of %i tokens, and the number of omitted codes is correct',
  async (budget) => {
    const world = new TestWorld()
    await recorded(world, (at) => many(100, (i) => next(`step ${i} of the longer plan`, at)))
    const brief = await codesBrief(world, { ...ask, budget })
    expect(world.countTokens(brief?.codes.join('\n') ?? '')).toBeLessThanOrEqual(budget)
    expect(brief?.tokens).toBeLessThanOrEqual(budget)
    expect((brief?.codes.length ?? 0) + (brief?.left ?? 0)).toBe(101)
  },
)
