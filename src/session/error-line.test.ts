import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuTimeMs } from '../../tests/support/cpu-time.ts'
import { errorLine } from './error-line.ts'

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
])('%j says %j', (output, line) => {
  expect(errorLine(output)).toBe(line)
})

test('colours are removed', () => {
  const esc = String.fromCharCode(27)
  expect(errorLine(`${esc}[31merror: no${esc}[0m`)).toBe('error: no')
})

test('with sureOnly, only certain error lines count', () => {
  expect(errorLine('0 failed, 3 passed', { sureOnly: true })).toBeUndefined()
})

test('any output gives one line of at most 200 characters, in time', () => {
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
