import { describe, expect, test } from 'vitest'
import { checkClaim, claim, FILES, knownSession } from '../../tests/support/claims.ts'
import { session as named } from '../../tests/support/events.ts'
import { plainTree } from '../../tests/support/tree.ts'
import { compareClaims, type SessionView, splitByCheck, summarizeLater } from './check.ts'
import { markOf } from './write-brief.ts'

describe('a claim about files', () => {
  test.each([
    ['same', { kind: 'verified', why: 'unchanged' }],
    ['changed', { kind: 'changed', why: 'edited since' }],
    ['gone', { kind: 'gone', why: 'deleted' }],
    ['unknown', { kind: 'unchecked', why: 'its files cannot be looked at' }],
  ] as const)('whose file is %s', (state, expected) => {
    expect(checkClaim(claim('files', 'a.ts', FILES), { tree: { files: { '/w/a.ts': state } } })).toEqual(
      expected,
    )
  })

  test('names which of several files changed or are gone', () => {
    const about = { files: ['/w/a.ts', '/w/b.ts', '/w/c.ts'] }
    const files = { '/w/a.ts': 'same', '/w/b.ts': 'changed', '/w/c.ts': 'same' } as const
    expect(checkClaim(claim('files', 'x', { about }), { tree: { files } })?.why).toBe('edited since: b.ts')
    const without = { ...files, '/w/c.ts': 'gone' } as const
    expect(checkClaim(claim('files', 'x', { about }), { tree: { files: without } })).toEqual({
      kind: 'changed',
      why: 'deleted: c.ts',
    })
  })

  test('is dropped if the project folder is gone', () => {
    expect(checkClaim(claim('files', 'a.ts', FILES), { tree: { exists: false } })).toEqual({
      kind: 'gone',
      why: 'its folder is gone',
    })
  })

  test("is compared with the file as its own session left it, not with a later session's version", () => {
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
  ] as const)('when %s is checked out', (branch, expected) => {
    const one = claim('standing', 'on main', { about: { branch: 'main' } })
    expect(checkClaim(one, { tree: branch ? { branch } : {} })).toEqual(expected)
  })

  test('counts the commits since', () => {
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

test('a test claim is marked if the test now has the opposite result', () => {
  const tests = (text: string, outcome: string) =>
    checkClaim(claim('tests', text, { about: { test: 't' } }), {
      sessions: [knownSession('two', ['test.ran', { name: 't', outcome }, 2000])],
    })
  expect(tests('t passed', 'failed')).toEqual({ kind: 'changed', why: 'fails now' })
  expect(tests('t failed', 'passed')).toEqual({ kind: 'changed', why: 'passes now' })
  expect(tests('t passed', 'passed')).toEqual({ kind: 'verified', why: 'still passes' })
})

test('a claim about nothing that can be checked stays unchecked', () => {
  expect(checkClaim(claim('decisions', 'use SQLite'))).toEqual({ kind: 'unchecked' })
})

test('a reason is one short line for any branch or commit name', () => {
  const one = claim('standing', 'x', { about: { branch: 'main' } })
  const why = checkClaim(one, { tree: { branch: `a\n]\u2028[${'b'.repeat(500)}` } })?.why ?? ''
  expect(why).not.toMatch(/[\n\u2028[\]]/)
  expect(why.length).toBeLessThanOrEqual(120)
})

test('outdated claims are dropped with a reason, changed ones are shown with it', () => {
  const all = [
    { ...claim('next', 'a'), check: { kind: 'gone', why: 'done since' } },
    { ...claim('files', 'b'), check: { kind: 'changed', why: 'edited since' } },
    { ...claim('facts', 'c'), check: { kind: 'verified', why: 'unchanged' } },
  ] as const
  const { kept, dropped } = splitByCheck(all)
  expect(kept.map(({ text, check }) => text + markOf(check))).toEqual(['b [edited since]', 'c'])
  expect(dropped.map(({ text, check }) => text + markOf(check))).toEqual(['a [done since]'])
})
