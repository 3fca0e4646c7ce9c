import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTimeMs } from '../../tests/support/cpu-time.ts'
import { errorLine, type Failure, failuresAfter, openFailures } from './failures.ts'

interface ReportedFailure {
  readonly command?: string
  readonly tool?: string
  readonly output?: string
}
const failed = (report: ReportedFailure, before: readonly Failure[] = []): readonly Failure[] =>
  failuresAfter(before, { tool: 'Bash', at: 1, ...report, outcome: 'failed' })
const succeeded = (before: readonly Failure[], report: ReportedFailure): readonly Failure[] =>
  failuresAfter(before, { tool: 'Bash', at: 2, ...report, outcome: 'ok' })

describe('failed commands', () => {
  test.each([
    ['npm run build', 'cd app && CI=1 npm run build --verbose 2>&1 | tail -20'],
    ['cd /a && go build ./cmd/x', 'go build ./...'],
    ['npx tsc --noEmit -p a', 'tsc'],
    ['python3 a.py --x', 'python a.py --y'],
    ['git -C /a push origin main', 'git push'],
    ['for f in a b; do npm run build; done', 'npm run build'],
    ['docker compose up -d', 'docker compose up'],
    ['a && b', 'a && b'],
  ])('the failure of %j is resolved by %j', (command, later) => {
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
  ])('the failure of %j is not resolved by %j', (command, later) => {
    expect(succeeded(failed({ command }), { command: later })).toHaveLength(1)
  })

  test('the failure of a command with two parts is resolved once both parts have succeeded', () => {
    const first = succeeded(failed({ command: 'npm run build && npm run lint' }), {
      command: 'npm run build',
    })
    expect(succeeded(first, { command: 'npm run lint' })).toEqual([])
  })

  test('a failure is not resolved if only the last command in a pipeline succeeded', () => {
    const before = failed({ command: 'npm run build' })
    const command = 'npm run build | tail -3'
    expect(succeeded(before, { command, output: 'src/a.ts(3,1): error TS2304: no x' })).toHaveLength(1)
    expect(succeeded(before, { command, output: 'built in 3 s' })).toEqual([])
  })

  test('a failure in a later part of a command line does not mark the earlier parts as failed', () => {
    expect(failed({ command: 'git status; npm run build' })).toMatchObject([{ open: ['npm run build'] }])
  })

  test('a failed command is truncated and stored with its error line', () => {
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
])('a negative result of %j is not a failure', (command) => {
  expect(failed({ command })).toEqual([])
  expect(failed({ command, output: 'Exit code 1' })).toEqual([])
})

test('looking for a missing file is not a failure', () => {
  for (const command of ['ls /nowhere', 'cd /a && cat b', 'cat a | head -3', 'find /nowhere -name x'])
    expect(failed({ command, output: 'No such file or directory' })).toEqual([])
  for (const tool of ['Read', 'Glob', 'read_file']) expect(failed({ tool, output: 'no' })).toEqual([])
})

test('a search that could not run is a failure', () => {
  expect(
    failed({ command: 'grep x a', output: 'Exit code 2\ngrep: a: No such file or directory' }),
  ).toMatchObject([{ why: 'grep: a: No such file or directory' }])
})

test('failures of tools that do not run commands are ignored', () => {
  expect(failed({ tool: 'Edit', output: 'String to replace not found in file.' })).toEqual([])
  expect(failed({ tool: 'mcp__browser__computer', output: 'timed out' })).toEqual([])
})

test('a commit resolves all earlier failures', () => {
  const before = failed({ command: 'npm run build', output: 'error: no such module' })
  const commit = 'git add -A && git commit -m "build again"'
  expect(before).toHaveLength(1)
  expect(succeeded(before, { command: commit })).toEqual([])
})

describe('open failures', () => {
  const failure = { what: 'npm run build', at: 10, open: ['npm run build'] }
  const state = (talk: object, tests: readonly { outcome: string; at: number }[] = []) => ({
    craft: { failures: [failure], tests },
    talk,
  })

  test('only failures of the last turn are open', () => {
    expect(openFailures(state({ lastPromptAt: 9 }))).toEqual([failure])
    expect(openFailures(state({}))).toEqual([failure])
    expect(openFailures(state({ lastPromptAt: 11 }))).toEqual([])
  })

  test('open failures are resolved by tests that pass later', () => {
    expect(openFailures(state({}, [{ outcome: 'passed', at: 11 }]))).toEqual([])
    expect(openFailures(state({}, [{ outcome: 'passed', at: 9 }]))).toEqual([failure])
    expect(openFailures(state({}, [{ outcome: 'failed', at: 11 }]))).toEqual([failure])
  })
})

test.each([
  [
    'Exit code 2\nsrc/a.ts(3,1): error TS2304: Cannot find name',
    'src/a.ts(3,1): error TS2304: Cannot find name',
  ],
  ['Compiling\nerror[E0308]: mismatched types\n --> src/a.rs:3:1', 'error[E0308]: mismatched types'],
  ['Traceback (most recent call last):\n  File "a.py", line 1\nValueError: no', 'ValueError: no'],
  ['# x\n./a.go:3:2: undefined: y', './a.go:3:2: undefined: y'],
  ['a.c:3:1: error: expected ;', 'a.c:3:1: error: expected ;'],
  ['bash: foo: command not found', 'bash: foo: command not found'],
  ['npm error code E404\nnpm error 404 Not Found', 'npm error 404 Not Found'],
  ['fatal: not a git repository', 'fatal: not a git repository'],
  ['node:internal/x\n\nTypeError [ERR_X]: no\n    at a', 'TypeError [ERR_X]: no'],
  ['hello\nthe build failed\nbye', 'the build failed'],
  ['hello\nbye\n\n', 'bye'],
  ['Exit code 1', undefined],
  ['', undefined],
])('the error line of %j is %j', (output, line) => {
  expect(errorLine(output)).toBe(line)
})

test('an error line contains no color codes', () => {
  const esc = String.fromCharCode(27)
  expect(errorLine(`${esc}[31merror: no${esc}[0m`)).toBe('error: no')
})

test('with sureOnly, only lines that certainly report an error are used', () => {
  expect(errorLine('0 failed, 3 passed', { sureOnly: true })).toBeUndefined()
})

test('the error line of any output has at most 200 characters and is found in linear time', () => {
  const piece = fc.constantFrom(
    'error',
    ': ',
    'a.ts:3:',
    '\n',
    'x'.repeat(300),
    ' failed',
    '(1,2)',
    '\r\n',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
      const text = pieces.join('')
      const begun = cpuTimeMs()
      const line = errorLine(text.repeat(Math.ceil(200_000 / text.length)))
      expect(cpuTimeMs() - begun).toBeLessThan(500)
      expect(line?.includes('\n') ?? false).toBe(false)
      expect(Array.from(line ?? '').length).toBeLessThanOrEqual(200)
    }),
    { numRuns: 50 },
  )
})
