import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTimeMs } from '../../../tests/support/cpu-time.ts'
import { readTestOutput } from './read-output.ts'
import { testFrameworks } from './runners.ts'

const FIXTURES = join(import.meta.dirname, '../../../tests/fixtures/test-output')
const printed = (name: string): string => readFileSync(join(FIXTURES, `${name}.txt`), 'utf8')

describe('test output', () => {
  test.each([
    ['vitest', { passed: 1, failed: 1, skipped: 1, failing: ['a.test.js > sums > adds'] }],
    ['jest', { passed: 1, failed: 1, skipped: 1, failing: ['sums › adds'] }],
    ['mocha', { passed: 1, failed: 1, skipped: 1, failing: ['sums small adds'] }],
    ['node-spec', { passed: 1, failed: 1, skipped: 1, failing: ['adds', 'sums'] }],
    ['node-tap', { passed: 1, failed: 1, skipped: 1, failing: ['adds', 'sums'] }],
    [
      'pytest',
      {
        passed: 1,
        failed: 2,
        skipped: 1,
        failing: ['test_sums.py::test_adds', 'test_sums.py::TestSums::test_times'],
      },
    ],
    [
      'unittest',
      {
        passed: 1,
        failed: 2,
        skipped: 1,
        failing: ['test_breaks (unit_sums.Sums.test_breaks)', 'test_adds (unit_sums.Sums.test_adds)'],
      },
    ],
    ['cargo', { passed: 1, failed: 1, skipped: 1, failing: ['tests::adds'] }],
  ])('real %s output is recognized, whether the command names the runner or a script', (name, expected) => {
    for (const command of [name, 'npm test', 'make test'])
      expect(readTestOutput(command, printed(name))).toMatchObject({ outcome: 'failed', ...expected })
  })
})

const DOCUMENTED: readonly (readonly [string, string, object])[] = [
  [
    'go test',
    '--- FAIL: TestAdd (0.00s)\n    a_test.go:9: got 3\nFAIL\nFAIL\tx/sum\t0.01s\nFAIL',
    { outcome: 'failed', failing: ['TestAdd'] },
  ],
  ['go test', 'ok  \tx/sum\t0.012s\n?   \tx/cmd\t[no test files]', { outcome: 'passed' }],
  [
    'go test',
    '# x/sum\n./a.go:3:1: undefined: y\nFAIL\tx/sum [build failed]\nFAIL',
    { outcome: 'failed', failing: [] },
  ],
  [
    'gotestsum',
    '=== FAIL: x/sum TestAdd (0.00s)\n\nDONE 5 tests, 1 failure in 0.2s',
    { outcome: 'failed', passed: 4, failed: 1, failing: ['x/sum TestAdd'] },
  ],
  [
    'cargo nextest',
    '        FAIL [   0.005s] sums tests::adds\n     Summary [   0.01s] 3 tests run: 2 passed, 1 failed, 0 skipped',
    { outcome: 'failed', passed: 2, failed: 1, failing: ['sums tests::adds'] },
  ],
  [
    'cargo test',
    'test result: ok. 3 passed; 0 failed; 1 ignored;\n\ntest result: ok. 2 passed; 0 failed; 0 ignored;',
    { outcome: 'passed', passed: 5, failed: 0, skipped: 1 },
  ],
  [
    'mvn test',
    '[ERROR] Failures: \n[ERROR]   SumTest.adds:14 expected: <3> but was: <2>\n[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 1\n[INFO] BUILD FAILURE',
    { outcome: 'failed', passed: 3, failed: 1, skipped: 1, failing: ['SumTest.adds'] },
  ],
  [
    'gradle test',
    'SumTest > adds() FAILED\n    java.lang.AssertionError\n\n5 tests completed, 1 failed\n\nBUILD FAILED in 2s',
    { outcome: 'failed', passed: 4, failed: 1, failing: ['SumTest > adds()'] },
  ],
  ['gradle test', '> Task :test\n\nBUILD SUCCESSFUL in 3s', { outcome: 'passed' }],
  [
    'dotnet test',
    '  Failed Sums.Tests.Adds [12 ms]\n\nFailed!  - Failed:     1, Passed:     4, Skipped:     2, Total:     7, Duration: 20 ms - Sums.dll',
    { outcome: 'failed', passed: 4, failed: 1, skipped: 2, failing: ['Sums.Tests.Adds'] },
  ],
  [
    'rspec',
    '5 examples, 1 failure, 1 pending\n\nFailed examples:\n\nrspec ./spec/sum_spec.rb:4 # Sum adds',
    { outcome: 'failed', passed: 3, failed: 1, skipped: 1, failing: ['./spec/sum_spec.rb:4 # Sum adds'] },
  ],
  [
    'rake test',
    '  1) Failure:\nSumTest#test_adds [test/sum_test.rb:7]:\nExpected: 3\n\n5 runs, 8 assertions, 1 failures, 0 errors, 0 skips',
    { outcome: 'failed', passed: 4, failed: 1, failing: ['SumTest#test_adds'] },
  ],
  [
    'phpunit',
    '1) SumTest::testAdds\nFailed asserting that 2 is 3.\n\nFAILURES!\nTests: 5, Assertions: 8, Failures: 1.',
    { outcome: 'failed', passed: 4, failed: 1, failing: ['SumTest::testAdds'] },
  ],
  ['phpunit', 'OK (5 tests, 8 assertions)', { outcome: 'passed', passed: 5 }],
  [
    'pest',
    '   FAIL  Tests\\Unit\\SumTest\n  ⨯ it adds                0.02s\n\n  Tests:    1 failed, 4 passed (8 assertions)',
    { outcome: 'failed', passed: 4, failed: 1, failing: ['it adds'] },
  ],
  [
    'ctest',
    '80% tests passed, 1 tests failed out of 5\n\nThe following tests FAILED:\n\t  3 - sum_adds (Failed)',
    { outcome: 'failed', failed: 1, failing: ['sum_adds'] },
  ],
  ['ctest', '100% tests passed, 0 tests failed out of 5', { outcome: 'passed', failed: 0 }],
  [
    'deno test',
    'adds ... FAILED (2ms)\n\nFAILED | 4 passed | 1 failed (12ms)',
    { outcome: 'failed', passed: 4, failed: 1, failing: ['adds'] },
  ],
  [
    'bun test',
    '(fail) sums > adds [0.10ms]\n\n 4 pass\n 1 fail\nRan 5 tests across 1 files.',
    { outcome: 'failed', passed: 4, failed: 1, failing: ['sums > adds'] },
  ],
  [
    'swift test',
    "Test Case '-[SumTests.Sums testAdds]' failed (0.1 seconds).\n\t Executed 5 tests, with 1 failure (0 unexpected) in 0.2 seconds",
    { outcome: 'failed', passed: 4, failed: 1, failing: ['SumTests.Sums testAdds'] },
  ],
  [
    'playwright test',
    '  1) [chromium] › sum.spec.ts:3:1 › adds ──────\n\n    Error: no\n\n  1 failed\n    [chromium] › sum.spec.ts:3:1 › adds ──────\n  2 passed (3.1s)',
    { outcome: 'failed', passed: 2, failed: 1, failing: ['[chromium] › sum.spec.ts:3:1 › adds'] },
  ],
  [
    'cypress run',
    '  2 passing (1s)\n  1 failing\n\n  1) sums\n       adds:\n     AssertionError',
    { outcome: 'failed', passed: 2, failed: 1, failing: ['sums adds'] },
  ],
  [
    'tox',
    '1 passed in 0.01s\n  py311: OK (1.2=setup[1.0]+cmd[0.2] seconds)',
    { outcome: 'passed', passed: 1 },
  ],
  ['npm test', 'src/a.ts(3,1): error TS2304: Cannot find name', { outcome: 'failed' }],
  ['mise test', 'ok  \tx/sum\t0.012s\nok  \tx/b\t(cached)', { outcome: 'passed' }],
  ['make test', 'ok  \tx/a\t0.012s\nFAIL\tx/b\t0.1s\nFAIL', { outcome: 'failed' }],
  ['npm test', 'building', { failing: [] }],
]

test.each(DOCUMENTED)('%s with the output %j has the documented result', (name, output, expected) => {
  const result = readTestOutput(name, output)
  expect(result).toMatchObject(expected)
  expect(result.outcome).toBe('outcome' in expected ? expected.outcome : undefined)
})

test('a summary with colors and carriage returns is recognized', () => {
  const esc = String.fromCharCode(27)
  const output = `${esc}[2m      Tests ${esc}[22m ${esc}[1m${esc}[32m3 passed${esc}[39m${esc}[22m${esc}[90m (3)${esc}[39m\r\n`
  expect(readTestOutput('npm test', output)).toMatchObject({ outcome: 'passed', passed: 3 })
})

test('at most 20 failed tests are reported, each once, with names of up to 200 characters', () => {
  const lines = Array.from({ length: 50 }, (_, index) => `--- FAIL: Test${index}${'x'.repeat(150)} (0.00s)`)
  const { failing } = readTestOutput('go test', [...lines, ...lines].join('\n'))
  expect(new Set(failing).size).toBe(20)
  expect(failing.every((name) => name.length <= 200)).toBe(true)
})

describe('arbitrary output', () => {
  const words = fc.constantFrom(
    ...[
      'FAIL',
      '--- FAIL: ',
      'ok ',
      '  1) ',
      'Tests: ',
      '1 failed',
      ' passed',
      '\n',
      ' ',
      '●',
      '✖ ',
      '›',
      '::',
      'x',
      '=',
      '(',
      ')',
      '[ERROR] ',
      'A > b',
      ' in 0.1s',
      'not ok 1 - ',
      '\n--- FAIL: TestParse (0.00s)\n',
      '\n  ● parser › reads lists\n',
      '\n FAIL  src/a.test.ts > reads lists\n',
    ],
  )
  test('any output is read without throwing, and every reported test name appears in the output', () => {
    let names = 0
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 80 }),
        fc.constantFrom('npm test', 'go test', 'jest'),
        (pieces, name) => {
          const output = pieces.join('')
          const flat = output.replaceAll(/\s+/g, ' ')
          const { failing } = readTestOutput(name, output)
          names += failing.length
          for (const one of failing) expect(flat).toContain(one)
        },
      ),
    )
    expect(names).toBeGreaterThan(0)
  })

  test('one megabyte of output is read in less than a second, even with hostile repetition', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), (pieces) => {
        const piece = pieces.join('')
        const output = piece.repeat(Math.ceil(1_000_000 / piece.length))
        const begun = cpuTimeMs()
        readTestOutput('npm test', output)
        expect(cpuTimeMs() - begun).toBeLessThan(1000)
      }),
      { numRuns: 40 },
    )
  })
})

test('patterns have no unbounded quantifiers', () => {
  const patterns = testFrameworks().flatMap(({ summary, failing }) => [...summary, ...failing])
  expect(patterns.length).toBeGreaterThan(20)
  for (const { source } of patterns) expect(source).not.toMatch(/(?:\.|\\S|\\w|\[\^\\n\])[*+](?!\?)/)
})
