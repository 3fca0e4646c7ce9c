import { expect, test } from 'vitest'
import { knownEvent } from '../../tests/support/events.ts'
import type { KnownEvent } from '../event/catalogue.ts'
import { afterRun, proof, type TestResult, type TestRun } from './test-runs.ts'

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

test('failed tests are listed until they pass in a later run', () => {
  const whole = run('pytest -q', 'failed', BOTH)
  expect(after(whole)?.failing).toEqual(BOTH)
  expect(after(whole, run('python3 -m pytest --timeout 60s', 'passed'))).not.toHaveProperty('failing')
  expect(after(whole, run('pytest tests/a.py', 'passed'))?.failing).toEqual(['tests/b.py::test_y'])
  expect(
    after(whole, run('pytest tests/a.py', 'passed'), run('pytest -k test_y', 'passed')),
  ).not.toHaveProperty('failing')
  expect(after(whole, run('pytest tests/c.py', 'passed'))?.failing).toEqual(BOTH)
})

test('a passing run resolves the failures of an earlier run with the same filter, regardless of the test names', () => {
  const go = (outcome: TestResult['outcome'], command: string): TestResult => ({
    ...run(command, outcome, ['TestX']),
    name: 'go test',
  })
  expect(after(go('failed', 'go test ./a/...'), go('passed', 'go test -v ./a/...'))).not.toHaveProperty(
    'failing',
  )
  expect(after(go('failed', 'go test ./a/...'), go('passed', 'go test ./b/...'))?.failing).toEqual(['TestX'])
})

test('a failing partial run keeps earlier failures of tests that it did not run', () => {
  const partly = after(
    run('pytest', 'failed', BOTH),
    run('pytest tests/a.py', 'failed', ['tests/a.py::test_z']),
  )
  expect(partly?.failing).toEqual(['tests/a.py::test_z', 'tests/b.py::test_y'])
})

test('test counts are from the last run, and at most twenty failed tests are named', () => {
  const many = Array.from({ length: 30 }, (_, index) => `t${index}`)
  const counted = after({ ...run('pytest', 'failed', many), passed: 3, failed: 30, skipped: 1 })
  expect(counted).toMatchObject({ passed: 3, failed: 30, skipped: 1 })
  expect(counted?.failing).toHaveLength(20)
})

const proofAfter = (...events: readonly KnownEvent[]) => events.reduce(proof.apply, proof.initial)
const edit = (path: string, at: number, more: object = {}) =>
  knownEvent('file.changed', { path, change: 'edited', ...more }, at)
const ran = (outcome: 'passed' | 'failed', at: number, more: object = {}) =>
  knownEvent('test.ran', { name: 'npm test', outcome, ...more }, at)
const paths = (...events: readonly KnownEvent[]) => proofAfter(...events).unproven.map(({ path }) => path)

test('changed code is unproven until tests pass', () => {
  expect(paths(edit('a.ts', 1), edit('b.ts', 2), edit('a.ts', 3))).toEqual(['b.ts', 'a.ts'])
  expect(paths(edit('a.ts', 1), ran('failed', 2))).toEqual(['a.ts'])
  expect(proofAfter(edit('a.ts', 1), ran('passed', 2))).toEqual({
    unproven: [],
    passedAt: 2,
    passedName: 'npm test',
  })
  expect(paths(edit('a.ts', 1), ran('passed', 2), edit('b.ts', 3))).toEqual(['b.ts'])
})

test('changes to prose do not require a test run', () => {
  expect(paths(edit('README.md', 1), edit('LICENSE', 2))).toEqual([])
})

test('test runs are ordered by the log, not by the clock', () => {
  expect(paths(ran('passed', 9), edit('a.ts', 5))).toEqual(['a.ts'])
})

test('events filled in from a transcript are ordered by their time', () => {
  const via = { via: 'transcript' }
  expect(paths(ran('passed', 5), edit('a.ts', 3, via), edit('b.ts', 7, via))).toEqual(['b.ts'])
  expect(paths(edit('a.ts', 3), edit('b.ts', 7), ran('passed', 5, via))).toEqual(['b.ts'])
  expect(proofAfter(ran('passed', 9), ran('passed', 5, via)).passedAt).toBe(9)
})

test.each([
  ['parser.test.mjs', 'node --test parser.test.mjs', undefined],
  ['npm test', 'npm test', undefined],
  ['npm test', 'npm test 2>&1 | grep -v src/ok', undefined],
  ['mise test', 'mise run test:ci', undefined],
  ['go test', 'go test ./... 2>&1 | tail -5', undefined],
  ['cargo test', 'cargo test --features fuse', undefined],
  ['pytest', 'python -m pytest', undefined],
  ['pytest', 'pytest tests/test_parser.py -k slow', ['tests/test_parser.py', 'slow']],
  ['pytest', 'pytest tests/a.py::test_x', ['tests/a.py::test_x']],
  ['go test', 'go test ./pkg/parse -run TestEmpty -count=1', ['pkg/parse', 'TestEmpty']],
  ['vitest', 'npx vitest run src/parser.test.ts', ['src/parser.test.ts']],
  ['jest', "jest -t 'reads'", ['reads']],
])('%s, run with the command "%s", is limited to the tests %j', (name, command, part) => {
  expect(afterRun(undefined, { name, command, outcome: 'passed', at: 1 }).part).toEqual(part)
})
