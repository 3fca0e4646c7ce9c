import { describe, expect, test } from 'vitest'
import { type Failure, failuresAfter } from './failures.ts'

interface Told {
  readonly command?: string
  readonly tool?: string
  readonly output?: string
}
const failed = (told: Told, before: readonly Failure[] = []): readonly Failure[] =>
  failuresAfter(before, { tool: 'Bash', at: 1, ...told, outcome: 'failed' })
const succeeded = (before: readonly Failure[], told: Told): readonly Failure[] =>
  failuresAfter(before, { tool: 'Bash', at: 2, ...told, outcome: 'ok' })

describe('a command that failed', () => {
  test.each([
    ['npm run build', 'cd app && CI=1 npm run build --verbose 2>&1 | tail -20'],
    ['cd /a && go build ./cmd/x', 'go build ./...'],
    ['npx tsc --noEmit -p a', 'tsc'],
    ['python3 a.py --x', 'python a.py --y'],
    ['git -C /a push origin main', 'git push'],
    ['for f in a b; do npm run build; done', 'npm run build'],
    ['docker compose up -d', 'docker compose up'],
    ['a && b', 'a && b'],
  ])('%j is settled by %j', (command, later) => {
    expect(succeeded(failed({ command }), { command: later })).toEqual([])
  })

  test.each([
    ['npm run build', 'npm run lint'],
    ['python a.py', 'python b.py'],
    ['git push', 'git status'],
    ['npm run build && npm run lint', 'npm run build'],
    ['npm run build', 'npm run build || true'],
    ['npm run build', 'npm run build; ls'],
    ['npm run build', 'echo "npm run build"'],
  ])('%j is not settled by %j', (command, later) => {
    expect(succeeded(failed({ command }), { command: later })).toHaveLength(1)
  })

  test('of two commands is settled when each has succeeded', () => {
    const first = succeeded(failed({ command: 'npm run build && npm run lint' }), {
      command: 'npm run build',
    })
    expect(succeeded(first, { command: 'npm run lint' })).toEqual([])
  })

  test('is not settled if only the pipe succeeded', () => {
    const before = failed({ command: 'npm run build' })
    const command = 'npm run build | tail -3'
    expect(succeeded(before, { command, output: 'src/a.ts(3,1): error TS2304: no x' })).toHaveLength(1)
    expect(succeeded(before, { command, output: 'built in 3 s' })).toEqual([])
  })

  test('in a later part of the line leaves the parts before it out', () => {
    expect(failed({ command: 'git status; npm run build' })).toMatchObject([{ open: ['npm run build'] }])
  })

  test('is shown with its error line, truncated', () => {
    const [failure] = failed({ command: `x ${'y'.repeat(5000)}`, output: 'hm\nerror: no such thing\nbye' })
    expect(failure).toMatchObject({ why: 'error: no such thing' })
    expect(failure?.what.length).toBeLessThanOrEqual(500)
  })
})

test.each([
  'grep x a',
  'cat a | grep x',
  'rg -n x',
  'diff a b',
  'test -f a',
  '[ -f a ]',
  'git diff --quiet',
  'which x',
])('the answer no of %j is no failure', (command) => {
  expect(failed({ command })).toEqual([])
  expect(failed({ command, output: 'Exit code 1' })).toEqual([])
})

test('looking for a missing file is no failure', () => {
  for (const command of ['ls /nowhere', 'cd /a && cat b', 'cat a | head -3', 'find /nowhere -name x'])
    expect(failed({ command, output: 'No such file or directory' })).toEqual([])
  for (const tool of ['Read', 'Glob', 'read_file']) expect(failed({ tool, output: 'no' })).toEqual([])
})

test('a search that could not run is a failure', () => {
  expect(
    failed({ command: 'grep x a', output: 'Exit code 2\ngrep: a: No such file or directory' }),
  ).toMatchObject([{ why: 'grep: a: No such file or directory' }])
})

test('a failed tool is settled by its own success only', () => {
  const before = failed({ tool: 'Edit', output: 'String to replace not found in file.' })
  expect(before).toMatchObject([{ what: 'Edit', why: 'String to replace not found in file.' }])
  expect(succeeded(before, { tool: 'Read' })).toHaveLength(1)
  expect(succeeded(before, { tool: 'Edit' })).toEqual([])
})
