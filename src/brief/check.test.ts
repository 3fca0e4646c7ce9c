import { describe, expect, test } from 'vitest'
import { checkClaim, claim, FILES, knownSession } from '../../tests/support/claims.ts'
import { eventId, eventOfType, session as named } from '../../tests/support/events.ts'
import { plainTree } from '../../tests/support/tree.ts'
import { compareClaims, type SessionView, splitByCheck, summarizeLater } from './check.ts'
import type { Section } from './claim.ts'
import { markOf } from './write-brief.ts'

describe('a claim about files', () => {
  test.each([
    ['same', { kind: 'verified', why: 'unchanged' }],
    ['changed', { kind: 'changed', why: 'edited since' }],
    ['gone', { kind: 'gone', why: 'deleted' }],
    ['unknown', { kind: 'gone', why: 'no file here' }],
  ] as const)('a claim about a file is checked against the state of the file: %s', (state, expected) => {
    expect(checkClaim(claim('files', 'a.ts', FILES), { tree: { files: { '/w/a.ts': state } } })).toEqual(
      expected,
    )
  })

  test('a claim about a file that was not inspected is not dropped', () => {
    expect(checkClaim(claim('facts', 'a.ts', FILES))?.kind).toBe('unchecked')
  })

  test('a file that is on another branch or was renamed is not reported as deleted', () => {
    const sessions = [
      knownSession('one', [
        'session.started',
        {
          trigger: 'hook',
          agent: 'a',
          project: { id: 'p', name: 'p' },
          checkout: '/w',
          directory: '/w',
          branch: 'feature',
        },
        1,
      ]),
    ]
    const gone = { files: { '/w/a.ts': 'gone' } } as const
    const check = (tree: object) =>
      checkClaim(claim('files', 'a.ts', FILES), { tree: { ...gone, ...tree }, sessions })
    expect(check({ branch: 'main' })).toEqual({ kind: 'changed', why: 'on feature' })
    expect(check({ branch: 'feature' })).toEqual({ kind: 'gone', why: 'deleted' })
    const renames = { '/w/a.ts': '/w/lib/b.ts' }
    expect(check({ branch: 'feature', renames })).toEqual({ kind: 'changed', why: 'renamed to b.ts' })
  })

  test('a claim about several files names those that changed or no longer exist', () => {
    const about = { files: ['/w/a.ts', '/w/b.ts', '/w/c.ts'] }
    const files = { '/w/a.ts': 'same', '/w/b.ts': 'changed', '/w/c.ts': 'same' } as const
    expect(checkClaim(claim('files', 'x', { about }), { tree: { files } })?.why).toBe('edited since: b.ts')
    const without = { ...files, '/w/c.ts': 'gone' } as const
    expect(checkClaim(claim('files', 'x', { about }), { tree: { files: without } })).toEqual({
      kind: 'changed',
      why: 'deleted: c.ts',
    })
  })

  test('a claim about files is dropped if the project folder is gone', () => {
    expect(checkClaim(claim('files', 'a.ts', FILES), { tree: { exists: false } })).toEqual({
      kind: 'gone',
      why: 'its folder is gone',
    })
  })

  test('a claim is compared with the version of the file from its own session, not from a later session', () => {
    const asked: unknown[] = []
    const settle = (name: string, at: number): SessionView =>
      knownSession(
        name,
        ['file.changed', { path: '/w/a.ts', change: 'edited' }, at],
        ['file.settled', { path: '/w/a.ts', bytes: at, writtenAt: at }, at + 1],
      )
    const tree = {
      ...plainTree(),
      fileState: (_: string, since: unknown) => {
        asked.push(since)
        return 'same' as const
      },
    }
    compareClaims(
      [claim('files', 'a.ts', FILES)],
      tree,
      summarizeLater({ sessions: [settle('two', 5000), settle('one', 900)] }),
    )
    expect(asked).toEqual([{ at: 1000, settled: { at: 901, bytes: 900, writtenAt: 900 } }])
  })
})

describe('a claim about a branch or a commit', () => {
  test.each([
    ['main', { kind: 'verified', why: 'branch is main' }],
    ['side', { kind: 'changed', why: 'branch is side now' }],
    [undefined, { kind: 'changed', why: 'no branch is checked out now' }],
  ] as const)(
    'a claim about a branch is compared with the branch that is checked out: %s',
    (branch, expected) => {
      const one = claim('standing', 'on main', { about: { branch: 'main' } })
      expect(checkClaim(one, { tree: branch ? { branch } : {} })).toEqual(expected)
    },
  )

  test('a claim about a commit reports how many commits were made since', () => {
    const one = claim('standing', 'at a', { about: { head: 'a' } })
    const commits = [1, 2, 3].map((n) => ({ id: `${n}`, subject: 's', at: 2000 + n }))
    expect(checkClaim(one, { tree: { head: 'a' } })?.kind).toBe('verified')
    expect(checkClaim(one, { tree: { head: 'b', moves: { commits } } })?.why).toBe('3 commits since')
    expect(
      checkClaim(one, { tree: { head: 'b', moves: { commits: commits.slice(0, 1), isCut: true } } })?.why,
    ).toBe('at least 1 commit since')
    expect(checkClaim(one, { tree: { head: 'b' } })?.why).toBe('another commit is checked out now')
  })
})

test('a claim from a session in use elsewhere is marked', () => {
  expect(checkClaim(claim('facts', 'x'), { atWork: new Set([named('one')]) })?.why).toBe(
    'its session is in use elsewhere now',
  )
})

test('a claim about a test is marked if the test now has the opposite result', () => {
  const tests = (section: Section, outcome: string) =>
    checkClaim(claim(section, 'about a test', { about: { test: 't' } }), {
      sessions: [knownSession('two', ['test.ran', { name: 't', outcome }, 2000])],
    })
  expect(tests('facts', 'failed')).toEqual({ kind: 'changed', why: 'fails now' })
  expect(tests('facts', 'passed')).toEqual({ kind: 'verified', why: 'still passes' })
  expect(tests('blockers', 'failed')).toEqual({ kind: 'verified', why: 'still fails' })
  expect(tests('blockers', 'passed')).toEqual({ kind: 'gone', why: 'its test passes now' })
})

test('a claim without a file, branch or command stays unchecked', () => {
  expect(checkClaim(claim('decisions', 'use SQLite'))).toEqual({ kind: 'unchecked' })
})

test('the reason is one short line for any branch or commit name', () => {
  const one = claim('standing', 'x', { about: { branch: 'main' } })
  const why = checkClaim(one, { tree: { branch: `a\n]\u2028[${'b'.repeat(500)}` } })?.why ?? ''
  expect(why).not.toMatch(/[\n\u2028[\]]/)
  expect(why.length).toBeLessThanOrEqual(120)
})

test('outdated claims are dropped and changed claims are kept, both with a reason', () => {
  const all = [
    { ...claim('next', 'a'), check: { kind: 'gone', why: 'done since' } },
    { ...claim('files', 'b'), check: { kind: 'changed', why: 'edited since' } },
    { ...claim('facts', 'c'), check: { kind: 'verified', why: 'unchanged' } },
  ] as const
  const { kept, dropped } = splitByCheck(all)
  expect(kept.map(({ text, check }) => text + markOf(check))).toEqual(['b [edited since]', 'c'])
  expect(dropped.map(({ text, check }) => text + markOf(check))).toEqual(['a [done since]'])
})

describe('a blocker', () => {
  const blocker = claim('blockers', 'login test fails', { about: { test: 'npm test' } })
  const run = (outcome: string, at: number): SessionView =>
    knownSession('two', ['test.ran', { name: 'npm test', outcome }, at])

  test('a blocker is dropped if its test passed later', () => {
    expect(checkClaim(blocker, { sessions: [run('passed', 2000)] })).toEqual({
      kind: 'gone',
      why: 'its test passes now',
    })
  })

  test('a blocker stays if its test failed again', () => {
    expect(checkClaim(blocker, { sessions: [run('failed', 2000)] })).toEqual({
      kind: 'verified',
      why: 'still fails',
    })
  })

  test('a blocker stays if its test passed only before the blocker was reported', () => {
    expect(checkClaim(blocker, { sessions: [run('passed', 500)] })?.kind).toBe('unchecked')
  })

  test('a blocker stays if its test passed and then failed in a third session', () => {
    const third = knownSession('three', ['test.ran', { name: 'npm test', outcome: 'failed' }, 9000])
    expect(checkClaim(blocker, { sessions: [third, run('passed', 2000)] })?.why).toBe('still fails')
  })

  test('a blocker is dropped if its command succeeds now', () => {
    const one = claim('blockers', 'build fails', { about: { command: 'make' } })
    const ran = ['tool.returned', { call: 'c', tool: 'Bash', outcome: 'ok', command: 'make' }, 2000] as const
    expect(checkClaim(one, { sessions: [knownSession('two', ran)] })).toEqual({
      kind: 'gone',
      why: 'it succeeds now',
    })
  })

  test('a cleared blocker is dropped, whether the claim matches its event or its words', () => {
    const met = eventOfType('blocker.met', { text: 'No key.' }, 1000)
    const cleared = knownSession(
      'two',
      ['blocker.met', { text: 'No key.' }, 1000],
      ['blocker.cleared', { blocker: met.id }, 3000],
    )
    const byId = claim('blockers', 'told otherwise', { event: met.id })
    const byWords = claim('blockers', 'no  key')
    for (const one of [byId, byWords])
      expect(checkClaim(one, { sessions: [cleared] })).toEqual({ kind: 'gone', why: 'cleared since' })
    expect(
      checkClaim(claim('blockers', 'no key', { at: 4000, event: eventId('x') }), { sessions: [cleared] })
        ?.kind,
    ).toBe('unchecked')
  })
})

describe('an action', () => {
  test('a finished action is dropped', () => {
    const planned = eventOfType('action.planned', { text: 'write tests' }, 1000)
    const done = knownSession(
      'two',
      ['action.planned', { text: 'write tests' }, 1000],
      ['action.done', { action: planned.id }, 3000],
    )
    expect(checkClaim(claim('next', 'Write tests'), { sessions: [done] })).toEqual({
      kind: 'gone',
      why: 'done since',
    })
  })

  test('an action that a later commit completed is dropped, with that commit as the reason', () => {
    const commits = [{ id: 'abcdef0123', subject: 'feat: retry failed uploads [skip ci]', at: 2000 }]
    const one = claim('next', 'Retry the failed uploads')
    expect(checkClaim(one, { tree: { moves: { commits } } })).toEqual({
      kind: 'gone',
      why: 'done since: commit abcdef0 feat: retry failed uploads skip ci',
    })
    expect(
      checkClaim(claim('next', 'retry downloads of images'), { tree: { moves: { commits } } })?.kind,
    ).toBe('unchecked')
    expect(checkClaim({ ...one, at: 3000 }, { tree: { moves: { commits } } })?.kind).toBe('unchecked')
  })

  test('an action is marked if a later session created its file, and a file that never existed is not reported as deleted', () => {
    const one = claim('next', 'write a.ts', FILES)
    const two = knownSession('two', ['file.changed', { path: '/w/a.ts', change: 'created' }, 3000])
    expect(checkClaim(one, { sessions: [two], tree: { files: { '/w/a.ts': 'changed' } } })).toEqual({
      kind: 'changed',
      why: 'a.ts was created since',
    })
    expect(checkClaim(one, { tree: { files: { '/w/a.ts': 'gone' } } })?.kind).toBe('unchecked')
  })
})

describe('a goal', () => {
  const goal = claim('goal', 'Cache the product images')
  const about = (name: string, text: string, at: number): SessionView =>
    knownSession(name, ['prompt.submitted', { text }, at], ['task.opened', { text }, at + 1])

  test('a goal is marked if a later session had a different goal, but not if that session had the same goal or was earlier', () => {
    const set = (text: string, at: number): SessionView => knownSession('two', ['goal.set', { text }, at])
    expect(checkClaim(goal, { sessions: [set('Ship 2.0', 2000)] })?.why).toBe(
      'a later session had a different goal',
    )
    expect(checkClaim(goal, { sessions: [set('cache the product images.', 2000)] })?.kind).toBe('unchecked')
    expect(checkClaim(goal, { sessions: [set('Ship 2.0', 500)] })?.kind).toBe('unchecked')
  })

  test('a goal of a completed session is dropped', () => {
    const one = knownSession('one', ['prompt.submitted', { text: 'x' }, 1], ['session.completed', {}, 3000])
    expect(checkClaim(goal, { sessions: [one] })?.why).toBe('done since')
  })

  test('a goal is marked if two later sessions do not mention it, but not if any later session does', () => {
    const [two, three] = [
      about('two', 'rename the billing module everywhere', 2000),
      about('three', 'translate billing invoices to French', 3000),
    ]
    expect(checkClaim(goal, { sessions: [two, three] })).toEqual({
      kind: 'changed',
      why: 'later sessions were about something else',
    })
    expect(checkClaim(goal, { sessions: [two] })?.kind).toBe('unchecked')
    const back = about('four', 'caching of images is too slow', 4000)
    expect(checkClaim(goal, { sessions: [two, three, back] })?.kind).toBe('unchecked')
  })
})
