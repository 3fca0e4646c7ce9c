import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyKnownEvent, anyLog } from '../../tests/property/arbitrary-events.ts'
import { knownEvent, session, storedEvents } from '../../tests/support/events.ts'
import {
  blocked,
  type EventSketch,
  edited,
  next,
  ran,
  tested,
  viewAfter,
} from '../../tests/support/session-view.ts'
import type { KnownEvent } from '../event/catalogue.ts'
import { completionOf, confidence, isProven, UNDECIDED, WEIGHTS } from './confidence.ts'
import { foldSession, noSession } from './session.ts'

const after = (...events: readonly KnownEvent[]) => events.reduce(confidence.apply, confidence.initial)
const change = (...events: readonly KnownEvent[]): number => after(...events).value - UNDECIDED
const command = (line: string, outcome = 'ok') =>
  knownEvent('tool.returned', { call: 'c', tool: 'Bash', command: line, outcome })
const prompt = (text: string, more: object = {}) => knownEvent('prompt.submitted', { text, ...more })
const edit = (before: string, rest: string) =>
  knownEvent('file.changed', { path: '/w/a.ts', change: 'edited', before, after: rest })

test('the initial confidence is neutral', () => {
  expect(after()).toEqual({ value: UNDECIDED, recent: [], edits: [] })
})

test.each([
  ['tests passed', knownEvent('test.ran', { name: 'npm test', outcome: 'passed' })],
  ['tests failed', knownEvent('test.ran', { name: 'npm test', outcome: 'failed' })],
  ['build passed', command('npm run build')],
  ['build passed', command('cd app && npx tsc --noEmit')],
  ['build failed', command('cargo build --release', 'failed')],
  ['command failed', command('ls nowhere', 'failed')],
  ['edit reverted', command('git checkout -- src/a.ts')],
  ['edit reverted', command('git reset --hard HEAD~1')],
  ['user confirmed', prompt('Perfect, thank you!')],
  ['user confirmed', prompt('that works')],
  ['user corrected', knownEvent('correction.heard', { text: 'never do that' })],
  ['user interrupted', knownEvent('turn.interrupted', {})],
  ['evidence noted', knownEvent('evidence.found', { text: 'screenshot' })],
  ['blocker met', knownEvent('blocker.met', { text: 'no key' })],
  ['blocker cleared', knownEvent('blocker.cleared', { blocker: 'b' })],
  ['action done', knownEvent('action.done', { action: 'a' })],
  ['agent stuck', knownEvent('agent.noticed', { kind: 'could not go on' })],
  ['session crashed', knownEvent('session.crashed', { trigger: 'quiet', quietSince: 1 })],
] as const)('%s changes the confidence by its weight', (reason, event) => {
  expect(change(event)).toBe(WEIGHTS[reason])
  expect(after(event).recent).toEqual([{ at: 1000, reason, change: WEIGHTS[reason] }])
})

test('an edit that undoes an earlier edit lowers the confidence, but any other edit does not', () => {
  expect(change(edit('a', 'b'), edit('b', 'c'))).toBe(0)
  expect(change(edit('a', 'b'), edit('b', 'a'))).toBe(WEIGHTS['edit reverted'])
})

test.each([
  command('git checkout main'),
  command('git restore --staged a.ts'),
  command('git stash pop'),
  command('make test'),
  command('npm run build', 'interrupted'),
  command('echo makeshift'),
  prompt('yes but not like that'),
  prompt('yesterday it broke'),
  prompt('great', { origin: 'tool' }),
  prompt(`thanks. ${'Now do something else. '.repeat(10)}`),
])('%o does not change the confidence', (event) => {
  expect(change(event)).toBe(0)
})

test('the confidence is deterministic and stays between 0 and 100 for any events', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyKnownEvent, { selector: ({ id }) => id, maxLength: 40 }), (events) => {
      const folded = () => storedEvents(session('any'), events).reduce(foldSession, noSession).confidence
      const { value } = folded()
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(100)
      expect(folded().value).toBe(value)
    }),
  )
})

test('a hundred passed test runs lead to a confidence of 100, and a hundred corrections to 0', () => {
  const many = (event: KnownEvent) => after(...Array.from({ length: 100 }, () => event)).value
  expect(many(knownEvent('test.ran', { name: 't', outcome: 'passed' }))).toBe(100)
  expect(many(knownEvent('correction.heard', { text: 'no' }))).toBe(0)
})

const reasons = (...happened: readonly EventSketch[]) =>
  completionOf(viewAfter(...happened)).because.map(({ reason }) => reason)

test('the completion of a session without events is 20', () => {
  expect(completionOf(viewAfter())).toEqual({ value: 20, because: [] })
})

test('tests that pass after the last edit raise the completion, and a later edit lowers it', () => {
  expect(reasons(edited('/w/a.ts'), tested('passed'))).toEqual(['tests passed after the last edit'])
  expect(reasons(tested('passed'), edited('/w/a.ts'))).toEqual(['code changed since tests passed'])
  expect(reasons(tested('failed'))).toEqual(['last tests failed'])
})

test('at most three evidence notes raise the completion', () => {
  const evidence = (n: number) =>
    Array.from({ length: n }, (_, i) => ['evidence.found', { text: `proof ${i}` }] as const)
  const changes = [1, 3, 9].map((n) => completionOf(viewAfter(...evidence(n))).because[0]?.change)
  expect(changes).toEqual([10, 30, 30])
})

test('open items and failing commands lower the completion', () => {
  expect(reasons(blocked('no key'), next('write docs'), ran('lint', 'failed'))).toEqual([
    'open blocker',
    'open action or task',
    'command still failing',
  ])
})

test('a session is proven by a test run that passes after the last change, or by noted evidence', () => {
  expect(isProven(viewAfter(edited('/w/a.ts')))).toBe(false)
  expect(isProven(viewAfter(edited('/w/a.ts'), tested('passed')))).toBe(true)
  expect(isProven(viewAfter(edited('/w/a.ts'), ['evidence.found', { text: 'seen' }]))).toBe(true)
})

test('completion stays between 0 and 100 for any log', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      const { value } = completionOf(events.reduce(foldSession, noSession))
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(100)
    }),
  )
})
