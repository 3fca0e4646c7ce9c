import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyKnownEvent } from '../../tests/property/arbitrary-events.ts'
import { knownEvent, session, storedEvents } from '../../tests/support/events.ts'
import type { KnownEvent } from '../event/catalogue.ts'
import { confidence, UNDECIDED, WEIGHTS } from './confidence.ts'
import { foldSession, noSession } from './session.ts'

const after = (...events: readonly KnownEvent[]) => events.reduce(confidence.apply, confidence.initial)
const change = (...events: readonly KnownEvent[]): number => after(...events).value - UNDECIDED
const ran = (command: string, outcome = 'ok') =>
  knownEvent('tool.returned', { call: 'c', tool: 'Bash', command, outcome })
const said = (text: string, more: object = {}) => knownEvent('prompt.submitted', { text, ...more })
const edit = (before: string, rest: string) =>
  knownEvent('file.changed', { path: '/w/a.ts', change: 'edited', before, after: rest })

test('nothing has happened: undecided', () => {
  expect(after()).toEqual({ value: UNDECIDED, recent: [], edits: [] })
})

test.each([
  ['tests passed', knownEvent('test.ran', { name: 'npm test', outcome: 'passed' })],
  ['tests failed', knownEvent('test.ran', { name: 'npm test', outcome: 'failed' })],
  ['build passed', ran('npm run build')],
  ['build passed', ran('cd app && npx tsc --noEmit')],
  ['build failed', ran('cargo build --release', 'failed')],
  ['command failed', ran('ls nowhere', 'failed')],
  ['edit reverted', ran('git checkout -- src/a.ts')],
  ['edit reverted', ran('git reset --hard HEAD~1')],
  ['user confirmed', said('Perfect, thank you!')],
  ['user confirmed', said('that works')],
  ['user corrected', knownEvent('correction.heard', { text: 'never do that' })],
  ['user interrupted', knownEvent('turn.interrupted', {})],
  ['evidence noted', knownEvent('evidence.found', { text: 'screenshot' })],
  ['blocker met', knownEvent('blocker.met', { text: 'no key' })],
  ['blocker cleared', knownEvent('blocker.cleared', { blocker: 'b' })],
  ['action done', knownEvent('action.done', { action: 'a' })],
  ['agent stuck', knownEvent('agent.noticed', { kind: 'could not go on' })],
  ['session crashed', knownEvent('session.crashed', { trigger: 'quiet', quietSince: 1 })],
] as const)('%s moves it by its weight', (reason, event) => {
  expect(change(event)).toBe(WEIGHTS[reason])
  expect(after(event).recent).toEqual([{ at: 1000, reason, change: WEIGHTS[reason] }])
})

test('an edit that undoes an earlier one lowers it, a further edit does not', () => {
  expect(change(edit('a', 'b'), edit('b', 'c'))).toBe(0)
  expect(change(edit('a', 'b'), edit('b', 'a'))).toBe(WEIGHTS['edit reverted'])
})

test.each([
  ran('git checkout main'),
  ran('git restore --staged a.ts'),
  ran('git stash pop'),
  ran('make test'),
  ran('npm run build', 'interrupted'),
  ran('echo makeshift'),
  said('yes but not like that'),
  said('yesterday it broke'),
  said('great', { origin: 'tool' }),
  said(`thanks. ${'Now do something else. '.repeat(10)}`),
])('%o says nothing of it', (event) => {
  expect(change(event)).toBe(0)
})

test('whatever happens, it stays between 0 and 100, and the same events give the same value', () => {
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

test('a hundred successes end at 100, a hundred corrections at 0', () => {
  const many = (event: KnownEvent) => after(...Array.from({ length: 100 }, () => event)).value
  expect(many(knownEvent('test.ran', { name: 't', outcome: 'passed' }))).toBe(100)
  expect(many(knownEvent('correction.heard', { text: 'no' }))).toBe(0)
})
