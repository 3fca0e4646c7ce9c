import { expect, test } from 'vitest'
import { knownEvent } from '../../tests/support/events.ts'
import { capture } from './capture.ts'

const after = (...events: readonly Parameters<typeof capture.apply>[1][]) =>
  events.reduce((state, event) => capture.apply(state, event), capture.initial)

const compared = (more: object, at = 1000) =>
  knownEvent(
    'capture.reconciled',
    { source: '/t', bytes: 10, records: 5, filled: 2, skipped: 0, ...more },
    at,
  )

test('a session counts as captured live if a hook reported its start or a resume', () => {
  expect(after(knownEvent('session.started', { via: 'import' })).isHeard).toBe(false)
  expect(after(knownEvent('session.started', {})).isHeard).toBe(true)
  expect(
    after(knownEvent('session.started', { via: 'import' }), knownEvent('session.resumed', {})).isHeard,
  ).toBe(true)
})

test('events from a transcript are counted', () => {
  const state = after(
    knownEvent('prompt.submitted', { text: 'a', via: 'transcript' }),
    knownEvent('prompt.submitted', { text: 'b' }),
  )
  expect(state.filled).toBe(1)
})

test('the last comparison with each transcript is stored with the total number of filled-in events', () => {
  const state = after(
    compared({}),
    compared({ bytes: 20, records: 9, filled: 1, skipped: 1 }, 2000),
    compared({ source: '/u' }),
  )
  expect(state.compared).toEqual([
    { source: '/t', at: 2000, bytes: 20, records: 9, filled: 3, skipped: 1, missing: false },
    { source: '/u', at: 1000, bytes: 10, records: 5, filled: 2, skipped: 0, missing: false },
  ])
})

test('the last ten unreadable places are listed', () => {
  const places = Array.from({ length: 15 }, (_, offset) =>
    knownEvent('capture.damaged', { source: '/t', offset, reason: 'cut' }),
  )
  expect(after(...places).damage.map(({ offset }) => offset)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
})
