import { expect, test } from 'vitest'
import { repositoryPath } from './gather-activity.ts'

test.each([
  ['/work/app', '/work/app/src/list.ts', 'src/list.ts'],
  ['D:\\app', 'D:\\app\\src\\list.ts', 'src/list.ts'],
  ['d:\\app', 'D:\\app\\src\\list.ts', 'src/list.ts'],
  ['/work/app', '/work/app/.claude/worktrees/try/src/list.ts', 'src/list.ts'],
  ['/work/app', '/work/apple/list.ts', '/work/apple/list.ts'],
  ['/work/app', '/etc/hosts', '/etc/hosts'],
  ['', '/work/app/list.ts', '/work/app/list.ts'],
])('in %s the file %s is %s', (checkout, path, seen) => {
  expect(repositoryPath(checkout, path)).toBe(seen)
})
