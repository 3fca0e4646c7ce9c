import { expect, test } from 'vitest'
import { EXIT, Problem } from './problem.ts'

test('the exit codes have the documented numbers', () => {
  expect(EXIT).toEqual({ ok: 0, failed: 1, usage: 2, notFound: 3, damaged: 4, busy: 5 })
})

test('a problem contains the message, the place, the fix, the outcome and the cause', () => {
  const cause = new Error('EIO')
  const problem = new Problem({
    code: 'x',
    message: 'it broke',
    where: '/w',
    fix: 'mend it',
    outcome: 'busy',
    cause,
  })
  expect(problem).toBeInstanceOf(Error)
  expect(problem).toMatchObject({
    name: 'Problem',
    code: 'x',
    message: 'it broke',
    where: '/w',
    fix: 'mend it',
  })
  expect([problem.outcome, problem.cause]).toEqual(['busy', cause])
})

test('a problem without an outcome is a failure', () => {
  expect(new Problem({ code: 'x', message: 'y', fix: 'z' }).outcome).toBe('failed')
  expect('cause' in new Problem({ code: 'x', message: 'y', fix: 'z' })).toBe(false)
})
