import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyLog } from '../../tests/property/arbitrary-events.ts'
import {
  blocked,
  type EventSketch,
  edited,
  next,
  ran,
  tested,
  viewAfter,
} from '../../tests/support/session-view.ts'
import { completionOf, isProven } from './completion.ts'
import { foldSession, noSession } from './session.ts'

const reasons = (...happened: readonly EventSketch[]) =>
  completionOf(viewAfter(...happened)).because.map(({ reason }) => reason)

test('a session in which nothing happened is not done', () => {
  expect(completionOf(viewAfter())).toEqual({ value: 20, because: [] })
})

test('tests that pass after the last edit speak for it, an edit after them against it', () => {
  expect(reasons(edited('/w/a.ts'), tested('passed'))).toEqual(['tests passed after the last edit'])
  expect(reasons(tested('passed'), edited('/w/a.ts'))).toEqual(['code changed since tests passed'])
  expect(reasons(tested('failed'))).toEqual(['last tests failed'])
})

test('the evidence ledger counts, up to three entries', () => {
  const evidence = (n: number) =>
    Array.from({ length: n }, (_, i) => ['evidence.found', { text: `proof ${i}` }] as const)
  const changes = [1, 3, 9].map((n) => completionOf(viewAfter(...evidence(n))).because[0]?.change)
  expect(changes).toEqual([10, 30, 30])
})

test('what is open or failing speaks against it', () => {
  expect(reasons(blocked('no key'), next('write docs'), ran('lint', 'failed'))).toEqual([
    'open blocker',
    'open action or task',
    'command still failing',
  ])
})

test('proof is a passing run with nothing changed since, or something noted', () => {
  expect(isProven(viewAfter(edited('/w/a.ts')))).toBe(false)
  expect(isProven(viewAfter(edited('/w/a.ts'), tested('passed')))).toBe(true)
  expect(isProven(viewAfter(edited('/w/a.ts'), ['evidence.found', { text: 'seen' }]))).toBe(true)
})

test('whatever happens, it stays between 0 and 100', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      const { value } = completionOf(events.reduce(foldSession, noSession))
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(100)
    }),
  )
})
