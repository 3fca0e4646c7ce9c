import { expect, test } from 'vitest'
import { eventId, knownEvent } from '../../tests/support/events.ts'
import type { KnownEvent } from '../event/catalogue.ts'
import { contextState, wasNudged } from './context.ts'

const after = (...events: readonly KnownEvent[]) => events.reduce(contextState.apply, contextState.initial)
const measured = (used: number, window?: number) =>
  knownEvent('context.measured', { used, source: 'transcript', ...(window && { window }) }, 5)

test('the last measurement is stored until a compaction', () => {
  expect(after(measured(1), measured(2, 10)).usage).toEqual({ used: 2, window: 10, at: 5 })
  expect(after(measured(1), knownEvent('context.compacting', {})).usage).toBeUndefined()
  expect(after(measured(1), knownEvent('context.compacted', {})).usage).toBeUndefined()
})

test('the last checkpoint and the last handoff are stored unchanged', () => {
  const taken = { schema: 7, occasion: 'stop', phase: 'SIGNALS', state: { of: 'tomorrow' } }
  const checkpoint = knownEvent('checkpoint.taken', taken)
  expect(after(checkpoint).checkpoint).toEqual({ id: checkpoint.id, at: 1000, ...taken })
  const handoff = knownEvent('handoff.written', { schema: 1, to: 'codex', summary: {} })
  expect(after(handoff).handoff).toEqual({ id: handoff.id, at: 1000, schema: 1, to: 'codex', summary: {} })
})

test('the last twenty reminders are stored', () => {
  const nudge = (kind: string, at: number) => knownEvent('nudge.given', { kind }, at)
  const state = after(nudge('close', 10), nudge('gate', 20))
  expect([wasNudged(state, 'close'), wasNudged(state, 'gate', 20), wasNudged(state, 'gate', 21)]).toEqual([
    true,
    true,
    false,
  ])
  expect(after(...Array.from({ length: 30 }, (_, i) => nudge('x', i))).nudges).toHaveLength(20)
})

test('other events do not change the stored context', () => {
  expect(after(knownEvent('prompt.submitted', { text: 'x', id: eventId('x') }))).toBe(contextState.initial)
})
