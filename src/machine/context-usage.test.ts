import { expect, test } from 'vitest'
import { eventFromDraft } from '../agent/event-draft.ts'
import { type Count, latest, measurementDraft } from './context-usage.ts'

const written: Count = { used: 12_000, window: 200_000, at: 100, source: 'transcript' }
const told: Count = { used: 11_000, window: 1_000_000, at: 50, source: 'status line' }

test('a measurement becomes an event that names its source', () => {
  const said = measurementDraft(written, undefined)
  if (!said) throw new Error('nothing was measured')
  expect(eventFromDraft({ agent: 'claude-code', session: 's', heardAt: 7 }, said)).toMatchObject({
    type: 'context.measured',
    at: 7,
    data: { used: 12_000, window: 200_000, source: 'transcript' },
  })
})

test('a known or missing measurement gives no event', () => {
  expect(measurementDraft(written, { used: 12_000, window: 200_000, at: 1 })).toBeUndefined()
  expect(measurementDraft(written, { used: 11_000, window: 200_000, at: 1 })).toBeDefined()
  expect(measurementDraft(undefined, undefined)).toBeUndefined()
})

test('the later of two counts wins, with the window of the status line', () => {
  expect(latest(written, told)).toEqual({ ...written, window: 1_000_000 })
  expect(latest(written, { ...told, at: 150 })).toEqual({ ...told, at: 150 })
})

test('a status line with only the window gives no count', () => {
  const uncounted = { ...told, used: 0, at: 150 }
  expect(latest(undefined, uncounted)).toBeUndefined()
  expect(latest(written, uncounted)).toEqual({ ...written, window: 1_000_000 })
})

test('a count without a time is the older one, and a single count is used', () => {
  const { at: _, ...undated } = written
  expect(latest(undated, told)).toEqual(told)
  expect(latest(written, undefined)).toEqual(written)
  expect(latest(undefined, told)).toEqual(told)
  expect(latest(undefined, undefined)).toBeUndefined()
})
