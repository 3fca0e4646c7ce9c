import { expect, test } from 'vitest'
import { afterRun, type TestResult, type TestRun } from './test-runs.ts'

const run = (
  command: string,
  outcome: TestResult['outcome'],
  failing: readonly string[] = [],
): TestResult => ({
  name: 'pytest',
  command,
  outcome,
  at: 1,
  ...(failing.length > 0 && { failing }),
})
const after = (...runs: readonly TestResult[]): TestRun | undefined =>
  runs.reduce<TestRun | undefined>(afterRun, undefined)

const BOTH = ['tests/a.py::test_x', 'tests/b.py::test_y']

test('failed tests stay failing until a run passes them', () => {
  const whole = run('pytest -q', 'failed', BOTH)
  expect(after(whole)?.failing).toEqual(BOTH)
  expect(after(whole, run('python3 -m pytest --timeout 60s', 'passed'))).not.toHaveProperty('failing')
  expect(after(whole, run('pytest tests/a.py', 'passed'))?.failing).toEqual(['tests/b.py::test_y'])
  expect(
    after(whole, run('pytest tests/a.py', 'passed'), run('pytest -k test_y', 'passed')),
  ).not.toHaveProperty('failing')
  expect(after(whole, run('pytest tests/c.py', 'passed'))?.failing).toEqual(BOTH)
})

test('a run of the same part resolves its failures, whatever the names of the tests', () => {
  const go = (outcome: TestResult['outcome'], command: string): TestResult => ({
    ...run(command, outcome, ['TestX']),
    name: 'go test',
  })
  expect(after(go('failed', 'go test ./a/...'), go('passed', 'go test -v ./a/...'))).not.toHaveProperty(
    'failing',
  )
  expect(after(go('failed', 'go test ./a/...'), go('passed', 'go test ./b/...'))?.failing).toEqual(['TestX'])
})

test('a failing partial run keeps the failures of other parts', () => {
  const partly = after(
    run('pytest', 'failed', BOTH),
    run('pytest tests/a.py', 'failed', ['tests/a.py::test_z']),
  )
  expect(partly?.failing).toEqual(['tests/a.py::test_z', 'tests/b.py::test_y'])
})

test('the counts are those of the last run, and at most twenty tests are named', () => {
  const many = Array.from({ length: 30 }, (_, index) => `t${index}`)
  const counted = after({ ...run('pytest', 'failed', many), passed: 3, failed: 30, skipped: 1 })
  expect(counted).toMatchObject({ passed: 3, failed: 30, skipped: 1 })
  expect(counted?.failing).toHaveLength(20)
})
