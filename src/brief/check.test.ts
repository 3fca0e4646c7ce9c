import { describe, expect, test } from 'vitest'
import { chained, eventId, session as named, typed } from '../../tests/support/events.ts'
import { type PlainTree, plainTree } from '../../tests/support/tree.ts'
import type { JsonObject } from '../event/canonical-json.ts'
import { foldSession, noSession } from '../fold/session.ts'
import { checked, sifted } from './check.ts'
import type { Claim, Standing } from './claim.ts'
import { type Known, laterOf } from './later.ts'
import { markOf } from './markdown.ts'

const claim = (section: Claim['section'], text: string, more: Partial<Claim> = {}): Claim => ({
  section,
  text,
  session: named('one'),
  at: 1000,
  score: 0.5,
  because: [],
  ...more,
})

/** A session of which these facts are known, each a second after the other unless it says when. */
const known = (name: string, ...facts: readonly (readonly [string, JsonObject, number?])[]): Known => {
  const events = facts.map(([type, data, at], n) => typed(type, data, at ?? 2000 + n))
  return { session: named(name), view: chained(named(name), events).reduce(foldSession, noSession) }
}

interface Facts {
  readonly tree?: PlainTree
  readonly sessions?: readonly Known[]
  readonly atWork?: ReadonlySet<string>
}
const standing = (one: Claim, { tree, sessions = [], atWork }: Facts = {}): Standing | undefined =>
  checked([one], plainTree(tree), laterOf({ sessions, ...(atWork && { atWork }) }))[0]?.standing

const FILES = { about: { files: ['/w/a.ts'] } } as const

describe('a claim about files', () => {
  test.each([
    ['same', { kind: 'verified', why: 'unchanged' }],
    ['changed', { kind: 'changed', why: 'edited since' }],
    ['gone', { kind: 'gone', why: 'deleted' }],
    ['unknown', { kind: 'unchecked', why: 'its files cannot be looked at' }],
  ] as const)('whose file is %s', (state, expected) => {
    expect(standing(claim('files', 'a.ts', FILES), { tree: { files: { '/w/a.ts': state } } })).toEqual(
      expected,
    )
  })

  test('names those of several that changed or are gone', () => {
    const about = { files: ['/w/a.ts', '/w/b.ts', '/w/c.ts'] }
    const files = { '/w/a.ts': 'same', '/w/b.ts': 'changed', '/w/c.ts': 'same' } as const
    expect(standing(claim('files', 'x', { about }), { tree: { files } })?.why).toBe('edited since: b.ts')
    const without = { ...files, '/w/c.ts': 'gone' } as const
    expect(standing(claim('files', 'x', { about }), { tree: { files: without } })).toEqual({
      kind: 'changed',
      why: 'deleted: c.ts',
    })
  })

  test('is gone with the folder of its project', () => {
    expect(standing(claim('files', 'a.ts', FILES), { tree: { isThere: false } })).toEqual({
      kind: 'gone',
      why: 'its folder is gone',
    })
  })

  test('is compared with how its own session left the file, not with what a later one made of it', () => {
    const asked: unknown[] = []
    const settle = (name: string, at: number): Known =>
      known(
        name,
        ['file.changed', { path: '/w/a.ts', change: 'edited' }, at],
        ['file.settled', { path: '/w/a.ts', bytes: at, writtenAt: at }, at + 1],
      )
    const tree = {
      ...plainTree(),
      file: (_: string, since: unknown) => {
        asked.push(since)
        return 'same' as const
      },
    }
    checked(
      [claim('files', 'a.ts', FILES)],
      tree,
      laterOf({ sessions: [settle('two', 5000), settle('one', 900)] }),
    )
    expect(asked).toEqual([{ at: 1000, settled: { at: 901, bytes: 900, writtenAt: 900 } }])
  })
})

describe('a claim about a branch or a commit', () => {
  test.each([
    ['main', { kind: 'verified', why: 'branch is main' }],
    ['side', { kind: 'changed', why: 'branch is side now' }],
    [undefined, { kind: 'changed', why: 'no branch is checked out now' }],
  ] as const)('where %s is checked out', (branch, expected) => {
    const one = claim('standing', 'on main', { about: { branch: 'main' } })
    expect(standing(one, { tree: branch ? { branch } : {} })).toEqual(expected)
  })

  test('counts the commits since', () => {
    const one = claim('standing', 'at a', { about: { head: 'a' } })
    const commits = [1, 2, 3].map((n) => ({ id: `${n}`, subject: 's', at: 2000 + n }))
    expect(standing(one, { tree: { head: 'a' } })?.kind).toBe('verified')
    expect(standing(one, { tree: { head: 'b', moves: { commits } } })?.why).toBe('3 commits since')
    expect(
      standing(one, { tree: { head: 'b', moves: { commits: commits.slice(0, 1), isCut: true } } })?.why,
    ).toBe('at least 1 commit since')
    expect(standing(one, { tree: { head: 'b' } })?.why).toBe('another commit is checked out now')
  })
})

describe('a blocker', () => {
  const blocker = claim('blockers', 'login test fails', { about: { test: 'npm test' } })
  const run = (outcome: string, at: number): Known =>
    known('two', ['test.ran', { name: 'npm test', outcome }, at])

  test('whose test passed later is gone', () => {
    expect(standing(blocker, { sessions: [run('passed', 2000)] })).toEqual({
      kind: 'gone',
      why: 'its test passes now',
    })
  })

  test('whose test failed again still stands', () => {
    expect(standing(blocker, { sessions: [run('failed', 2000)] })).toEqual({
      kind: 'verified',
      why: 'still fails',
    })
  })

  test('whose test passed only before it was met is not cleared by that', () => {
    expect(standing(blocker, { sessions: [run('passed', 500)] })?.kind).toBe('unchecked')
  })

  test('whose test passed and then failed in a third session still stands', () => {
    const third = known('three', ['test.ran', { name: 'npm test', outcome: 'failed' }, 9000])
    expect(standing(blocker, { sessions: [third, run('passed', 2000)] })?.why).toBe('still fails')
  })

  test('whose command succeeds now is gone', () => {
    const one = claim('blockers', 'build fails', { about: { command: 'make' } })
    const ran = ['tool.returned', { call: 'c', tool: 'Bash', outcome: 'ok', command: 'make' }, 2000] as const
    expect(standing(one, { sessions: [known('two', ran)] })).toEqual({ kind: 'gone', why: 'it succeeds now' })
  })

  test('that was cleared is gone, by its event or by its words', () => {
    const met = typed('blocker.met', { text: 'No key.' }, 1000)
    const cleared = known(
      'two',
      ['blocker.met', { text: 'No key.' }, 1000],
      ['blocker.cleared', { blocker: met.id }, 3000],
    )
    const byId = claim('blockers', 'told otherwise', { event: met.id })
    const byWords = claim('blockers', 'no  key')
    for (const one of [byId, byWords])
      expect(standing(one, { sessions: [cleared] })).toEqual({ kind: 'gone', why: 'cleared since' })
    expect(
      standing(claim('blockers', 'no key', { at: 4000, event: eventId('x') }), { sessions: [cleared] })?.kind,
    ).toBe('unchecked')
  })
})

describe('an action', () => {
  test('that is done is gone', () => {
    const planned = typed('action.planned', { text: 'write tests' }, 1000)
    const done = known(
      'two',
      ['action.planned', { text: 'write tests' }, 1000],
      ['action.done', { action: planned.id }, 3000],
    )
    expect(standing(claim('next', 'Write tests'), { sessions: [done] })).toEqual({
      kind: 'gone',
      why: 'done since',
    })
  })

  test('that a commit since says was done is gone, with that commit', () => {
    const commits = [{ id: 'abcdef0123', subject: 'feat: retry failed uploads [skip ci]', at: 2000 }]
    const one = claim('next', 'Retry the failed uploads')
    expect(standing(one, { tree: { moves: { commits } } })).toEqual({
      kind: 'gone',
      why: 'done since: commit abcdef0 feat: retry failed uploads skip ci',
    })
    expect(standing(claim('next', 'retry downloads of images'), { tree: { moves: { commits } } })?.kind).toBe(
      'unchecked',
    )
    expect(standing({ ...one, at: 3000 }, { tree: { moves: { commits } } })?.kind).toBe('unchecked')
  })

  test('whose file a later session created says so, and one whose file is not there yet is not called deleted', () => {
    const one = claim('next', 'write a.ts', FILES)
    const two = known('two', ['file.changed', { path: '/w/a.ts', change: 'created' }, 3000])
    expect(standing(one, { sessions: [two], tree: { files: { '/w/a.ts': 'changed' } } })).toEqual({
      kind: 'changed',
      why: 'a.ts was created since',
    })
    expect(standing(one, { tree: { files: { '/w/a.ts': 'gone' } } })?.kind).toBe('unchecked')
  })
})

describe('a goal', () => {
  const goal = claim('goal', 'Cache the product images')
  const about = (name: string, text: string, at: number): Known =>
    known(name, ['prompt.submitted', { text }, at], ['task.opened', { text }, at + 1])

  test('is marked where a later session had another; the same goal again, or an older one, says nothing', () => {
    const set = (text: string, at: number): Known => known('two', ['goal.set', { text }, at])
    expect(standing(goal, { sessions: [set('Ship 2.0', 2000)] })?.why).toBe(
      'a later session had another goal',
    )
    expect(standing(goal, { sessions: [set('cache the product images.', 2000)] })?.kind).toBe('unchecked')
    expect(standing(goal, { sessions: [set('Ship 2.0', 500)] })?.kind).toBe('unchecked')
  })

  test('of a session that was completed is gone', () => {
    const one = known('one', ['prompt.submitted', { text: 'x' }, 1], ['session.completed', {}, 3000])
    expect(standing(goal, { sessions: [one] })?.why).toBe('done since')
  })

  test('that two later sessions do not mention is marked, one that either mentions is not', () => {
    const [two, three] = [
      about('two', 'rename the billing module everywhere', 2000),
      about('three', 'translate billing invoices to French', 3000),
    ]
    expect(standing(goal, { sessions: [two, three] })).toEqual({
      kind: 'changed',
      why: 'later sessions were about something else',
    })
    expect(standing(goal, { sessions: [two] })?.kind).toBe('unchecked')
    const back = about('four', 'caching of images is too slow', 4000)
    expect(standing(goal, { sessions: [two, three, back] })?.kind).toBe('unchecked')
  })
})

test('a claim of a session that is in use elsewhere says so', () => {
  expect(standing(claim('facts', 'x'), { atWork: new Set([named('one')]) })?.why).toBe(
    'its session is in use elsewhere now',
  )
})

test('a test that passed and fails now is marked, and one that failed and passes now', () => {
  const tests = (text: string, outcome: string) =>
    standing(claim('tests', text, { about: { test: 't' } }), {
      sessions: [known('two', ['test.ran', { name: 't', outcome }, 2000])],
    })
  expect(tests('t passed', 'failed')).toEqual({ kind: 'changed', why: 'fails now' })
  expect(tests('t failed', 'passed')).toEqual({ kind: 'changed', why: 'passes now' })
  expect(tests('t passed', 'passed')).toEqual({ kind: 'verified', why: 'still passes' })
})

test('what speaks of nothing that can be looked at is unchecked, and nothing else', () => {
  expect(standing(claim('decisions', 'use SQLite'))).toEqual({ kind: 'unchecked' })
})

test('a reason is one short line, whatever a branch or a commit is called', () => {
  const one = claim('standing', 'x', { about: { branch: 'main' } })
  const why = standing(one, { tree: { branch: `a\n]\u2028[${'b'.repeat(500)}` } })?.why ?? ''
  expect(why).not.toMatch(/[\n\u2028[\]]/)
  expect(why.length).toBeLessThanOrEqual(120)
})

test('what is gone is dropped with its reason, what has changed is shown with it', () => {
  const all = [
    { ...claim('next', 'a'), standing: { kind: 'gone', why: 'done since' } },
    { ...claim('files', 'b'), standing: { kind: 'changed', why: 'edited since' } },
    { ...claim('facts', 'c'), standing: { kind: 'verified', why: 'unchanged' } },
  ] as const
  const { kept, dropped } = sifted(all)
  expect(kept.map(({ text, standing }) => text + markOf(standing))).toEqual(['b [edited since]', 'c'])
  expect(dropped.map(({ text, standing }) => text + markOf(standing))).toEqual(['a [done since]'])
})
