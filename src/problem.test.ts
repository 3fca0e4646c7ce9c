import { expect, test } from 'vitest'
import { EXIT, Problem } from './problem.ts'

test('the exit codes are those that scripts depend on', () => {
  expect(EXIT).toEqual({ ok: 0, failed: 1, usage: 2, notFound: 3, damaged: 4, busy: 5 })
})

test('a problem says what happened, where, what to do, and how the process ends', () => {
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

test('a problem that names no outcome is a failure', () => {
  expect(new Problem({ code: 'x', message: 'y', fix: 'z' }).outcome).toBe('failed')
  expect('cause' in new Problem({ code: 'x', message: 'y', fix: 'z' })).toBe(false)
})
