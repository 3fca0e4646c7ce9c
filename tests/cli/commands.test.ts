import { describe, expect, test } from 'vitest'
import { createSandbox } from '../support/sandbox.ts'

const ID = /^ses_[0-9a-z]{16}$/
const summary = (more: object) =>
  expect.objectContaining({
    id: expect.stringMatching(ID),
    agent: 'person',
    project: { id: expect.stringMatching(/^repository:/), name: 'app' },
    checkout: expect.stringMatching(/\/app$/),
    branch: 'main',
    startedAt: expect.any(Number),
    ...more,
  })

describe('sessions', () => {
  test('the session commands print JSON', async () => {
    const { json, folder } = await createSandbox()
    const { session, crashed } = await json(['session', 'start', '--goal', 'ship it', '--tag', 'x'])
    expect(session).toEqual(summary({ state: 'active', tags: ['x'] }))
    expect(crashed).toEqual([])
    const short = session.id.slice(4, 10)

    expect(await json(['session', 'status'])).toEqual({
      project: session.project,
      session: summary({ id: session.id, state: 'active' }),
      open: [],
      others: [],
      focus: { task: 'ship it', directory: folder, files: [], tools: [], entities: [] },
      carry: { confidence: 50, completion: { value: 20, because: [] } },
    })
    expect(await json(['session', 'title', short, 'Ship', 'the  importer'])).toMatchObject({
      session: { title: 'Ship the importer', titleBy: 'user' },
    })
    expect((await json(['session', 'list'])).sessions[0]).toMatchObject({ about: 'Ship the importer' })
    expect(await json(['session', 'tag', short, 'y'])).toEqual({ session: summary({ tags: ['x', 'y'] }) })
    expect(await json(['session', 'tag', short, 'x', '--remove'])).toMatchObject({ session: { tags: ['y'] } })

    const listed = { sessions: [summary({ id: session.id, about: 'Ship the importer' })] }
    expect(await json(['session', 'list'])).toEqual(listed)
    expect(await json(['sessions', '--limit', '1', '--project', 'app', '--state', 'active'])).toEqual(listed)
    expect(await json(['sessions', '--tag', 'nobody'])).toEqual({ sessions: [] })

    const story = await json(['session', 'show', short])
    expect(story.events.map(({ type }: { type: string }) => type)).toEqual([
      'session.started',
      'goal.set',
      'session.tagged',
      'session.titled',
      'session.tagged',
      'session.tagged',
    ])
    expect((await json(['session', 'show', '--limit', '2'])).events).toHaveLength(2)

    const history = await json(['session', 'history', '--days', '3', '--here'])
    expect(history.days).toHaveLength(3)
    expect(history.totals).toEqual({
      sessions: 1,
      durationMs: expect.any(Number),
      turns: 0,
      corrections: 0,
      tools: 0,
      files: 0,
      crashes: 0,
    })

    expect(await json(['session', 'suspend', '--reason', 'lunch'])).toEqual({
      session: summary({ state: 'suspended' }),
    })
    const resumed = await json(['session', 'resume'])
    expect(resumed).toEqual({ session: summary({ state: 'active' }), text: expect.any(String) })
    expect(resumed.text).toContain('You were working on: ship it')
    const ended = await json(['session', 'end', '--reason', 'done for today'])
    expect(ended.session).toEqual(summary({ state: 'ended', endedBy: 'command' }))
    expect(ended.left).toMatchObject({ goal: 'ship it', decided: [], blocked: [], next: [] })
    expect(await json(['session', 'complete'])).toEqual({ session: summary({ completed: true }) })
    expect(await json(['session', 'cleanup', '--older-than', '1w'])).toEqual({
      settled: 0,
      archived: 0,
      swept: 0,
      quarantined: 0,
    })
  })

  test('an archived session is listed only on request', async () => {
    const { json } = await createSandbox()
    await json(['session', 'start'])
    await json(['session', 'end'])
    expect(await json(['session', 'cleanup', '--older-than', '1ms'])).toMatchObject({ archived: 1 })
    expect(await json(['session', 'list'])).toEqual({ sessions: [] })
    expect((await json(['session', 'list', '--all'])).sessions).toEqual([summary({ archived: true })])
  })
})

describe('notes and briefs', () => {
  test('every kind of note prints JSON and appears in the brief or the open items', async () => {
    const { json } = await createSandbox()
    await json(['session', 'start'])
    const kinds = ['decision', 'blocker', 'next', 'fact', 'goal', 'task', 'evidence', 'phase']
    for (const kind of kinds) {
      const noted = await json(['note', kind, 'the', `${kind}!`, '--why', 'reasons'])
      expect(noted).toEqual({
        id: expect.stringMatching(/^evt_[0-9a-z]{20}$/),
        session: expect.stringMatching(ID),
        kind,
        text: `the ${kind}!`,
        stored: 'logged',
      })
    }
    const { brief } = await json(['brief', '--format', 'codes'])
    expect(brief).toEqual({
      session: expect.stringMatching(ID),
      project: { id: expect.any(String), name: 'app' },
      codes: [
        'proj:app',
        'goal:the-goal!',
        'evid:the-evidence!',
        'dec:the-decision!-reasons',
        'fact:the-fact!',
        'block:open:the-blocker!',
        'next:the-next!',
        'task:the-task!',
      ],
      tokens: expect.any(Number),
      left: 0,
      expiresAt: expect.any(Number),
    })
    const done = await json(['note', 'done', 'the next!'])
    expect(done).toEqual({
      id: expect.stringMatching(/^evt_/),
      session: brief.session,
      closed: expect.stringMatching(/^evt_/),
      text: 'the next!',
      as: 'done',
    })
    expect(await json(['note', 'cleared', 'blocker'])).toMatchObject({ as: 'cleared' })
    expect((await json(['brief', '--format', 'codes'])).brief.codes).toEqual([
      'proj:app',
      'goal:the-goal!',
      'evid:the-evidence!',
      'dec:the-decision!-reasons',
      'fact:the-fact!',
      'task:the-task!',
    ])
  })

  test('if no session is open, a note starts one and reports it', async () => {
    const { run, json } = await createSandbox()
    const { code, out, err } = await run(['note', 'next', 'remember', 'this'])
    expect([code, err]).toEqual([0, expect.stringContaining('started')])
    expect(out).toMatch(/^Recorded next action [0-9a-z]{6} in session/)
    expect((await json(['session', 'status'])).session.agent).toBe('person')
  })

  test('closing an item of an earlier session does not reopen that session', async () => {
    const { json } = await createSandbox()
    const { session } = await json(['session', 'start'])
    await json(['note', 'next', 'finish the tests'])
    await json(['session', 'end'])
    await json(['session', 'start'])
    expect(await json(['note', 'done', 'finish'])).toMatchObject({ session: session.id })
    expect((await json(['session', 'show', session.id])).session.state).toBe('ended')
  })

  test('if there is nothing to report, the brief is null and the exit code is 0', async () => {
    const { run, json } = await createSandbox()
    expect(await json(['brief'])).toEqual({ brief: null })
    const { code, out, err } = await run(['brief'])
    expect([code, out, err]).toEqual([0, '', expect.stringContaining('No brief for app')])
  })

  test('a brief is shortened to its budget and reports the number of omitted items', async () => {
    const { run, json } = await createSandbox()
    for (let i = 0; i < 4; i += 1) await json(['note', 'next', `step number ${i} of a longer plan`])
    const { brief } = await json(['brief', '--budget', '20', '--format', 'codes'])
    expect(brief.tokens).toBeLessThanOrEqual(20)
    expect(brief.left).toBe(5 - brief.codes.length)
    expect((await run(['brief', '--format', 'codes', '--budget', '20'])).err).toContain(
      'left out to fit the budget',
    )
  })
})

describe('other commands', () => {
  test('verify, rebuild, forget, config and completion print JSON', async () => {
    const { json, home, folder } = await createSandbox()
    const { session } = await json(['session', 'start', '--goal', 'secret'])
    expect(await json(['verify'])).toEqual({
      ok: true,
      events: 2,
      sessions: 1,
      damage: [],
      spool: { waiting: 0, quarantined: [] },
    })
    expect(await json(['rebuild'])).toEqual({ sessions: 1, events: 2 })
    expect(await json(['forget', session.id, '--event', '2', '--yes', '--reason', 'private'])).toEqual({
      sessions: 1,
      events: 1,
      heirs: [],
      rules: [],
      deliveries: 0,
      copies: [],
      quarantined: 0,
    })
    expect(JSON.stringify(await json(['session', 'show']))).not.toContain('secret')
    expect(await json(['verify'])).toMatchObject({ ok: true, events: 3 })

    expect(await json(['config', 'path'])).toEqual({
      home,
      log: `${home}/log.db`,
      spool: `${home}/spool`,
      config: `${home}/config.json`,
      project: `${folder}/.leftoff.json`,
    })
    expect(await json(['config', 'set', 'session.expiry', '3d'])).toEqual({
      key: 'session.expiry',
      value: '3d',
      where: `${home}/config.json`,
    })
    expect(await json(['config', 'get', 'session.expiry'])).toEqual({
      key: 'session.expiry',
      value: '3d',
      source: 'user',
      where: `${home}/config.json`,
      about: expect.any(String),
      variable: 'LEFTOFF_SESSION_EXPIRY',
    })
    for (const shell of ['bash', 'zsh', 'fish'])
      expect(await json(['completion', shell])).toEqual({
        shell,
        script: expect.stringContaining('leftoff'),
        use: expect.any(String),
      })
  })

  test('forget --all erases everything and requires confirmation', async () => {
    const { run, json } = await createSandbox()
    await json(['session', 'start', '--goal', 'secret'])
    expect(await run(['forget', '--all'])).toMatchObject({ code: 2, out: '' })
    expect(await json(['forget', '--all', '--yes'])).toMatchObject({ sessions: 1 })
    expect(await json(['forget', '--all', '--yes'])).toMatchObject({ sessions: 0 })
  })
})

const COMMANDS = [
  ...'start end status list show history suspend resume complete cleanup tag branch merge tree export import'
    .split(' ')
    .map((name) => ['session', name]),
  ...'decision blocker next fact goal task evidence done cleared'.split(' ').map((name) => ['note', name]),
  ...'get set list path'.split(' ').map((name) => ['config', name]),
  ...'bash zsh fish'.split(' ').map((name) => ['completion', name]),
  ...'sessions brief verify rebuild forget'.split(' ').map((name) => [name]),
]

test('--help works for every command and group and creates no files', async () => {
  const { run, home } = await createSandbox()
  const { existsSync } = await import('node:fs')
  const groups = [[], ['session'], ['note'], ['config'], ['completion']]
  const all = [...COMMANDS, ...groups]
  const answers = await Promise.all(
    all.map(async (words) => ({ words, ...(await run([...words, '--help'])) })),
  )
  for (const { words, code, out, err } of answers) {
    expect([words, code, err]).toEqual([words, 0, ''])
    expect(out).toContain(`leftoff ${words.join(' ')}`.trim())
    if (!groups.includes(words)) expect(out, words.join(' ')).toContain('--json')
  }
  expect(existsSync(home)).toBe(false)
})

test('--version prints the package version', async () => {
  const { run } = await createSandbox()
  const { version } = (await import('../../package.json', { with: { type: 'json' } })).default
  expect(await run(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
})
