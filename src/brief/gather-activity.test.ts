import { expect, test } from 'vitest'
import { session } from '../../tests/support/events.ts'
import { estimateTokens } from '../text/tokens.ts'
import { fileClaims, repositoryPath } from './gather-activity.ts'
import { writeBrief } from './write-brief.ts'

test.each([
  ['/work/app', '/work/app/src/list.ts', 'src/list.ts'],
  ['D:\\app', 'D:\\app\\src\\list.ts', 'src/list.ts'],
  ['d:\\app', 'D:\\app\\src\\list.ts', 'src/list.ts'],
  ['/work/app', '/work/app/.claude/worktrees/try/src/list.ts', 'src/list.ts'],
  ['/work/app', '/work/apple/list.ts', '/work/apple/list.ts'],
  ['/work/app', '/etc/hosts', '/etc/hosts'],
  ['', '/work/app/list.ts', '/work/app/list.ts'],
])('a session in %s shows the file %s as %s', (checkout, path, seen) => {
  expect(repositoryPath([checkout], path)).toBe(seen)
})

test('files of earlier sessions are listed separately, unless the prompt names them', () => {
  const touch = (name: string, path: string) => ({
    session: session(name),
    because: [],
    path: `/w/${path}`,
    at: 1,
    done: 'edited',
    isDeleted: false,
    score: 0.5,
  })
  const touched = new Map([
    ['new.ts', touch('last', 'new.ts')],
    ['old.ts', touch('first', 'old.ts')],
    ['named.ts', touch('first', 'named.ts')],
  ])
  const files = [...touched.keys()].map((path) => ({
    path,
    score: 1,
    because: path === 'named.ts' ? ['the prompt names it'] : [],
  }))
  const by = { session: session('last'), because: [] }
  const claims = fileClaims(files, { touched, by, last: session('last'), checkout: '/w', now: 2 })
  expect(claims.map(({ isEarlier }) => isEarlier ?? false)).toEqual([false, true, false])
  const text = writeBrief(claims, { budget: 500, count: estimateTokens })?.text
  expect(text).toContain('- new.ts (edited)')
  expect(text).toContain('- in earlier sessions: old.ts')
})
