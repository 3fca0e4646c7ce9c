import { expect, test } from 'vitest'
import { eventFromDraft } from '../../agent/event-draft.ts'
import { latest, type MeasuredUsage, measurementDraft } from './context-usage.ts'

const logged: MeasuredUsage = { used: 12_000, window: 200_000, at: 100, source: 'transcript' }
const displayed: MeasuredUsage = { used: 11_000, window: 1_000_000, at: 50, source: 'status line' }

test('a measurement names its source', () => {
  const draft = measurementDraft(logged, undefined)
  if (!draft) throw new Error('no draft')
  expect(eventFromDraft({ agent: 'claude-code', session: 's', receivedAt: 7 }, draft)).toMatchObject({
    type: 'context.measured',
    at: 7,
    data: { used: 12_000, window: 200_000, source: 'transcript' },
  })
})

test('an unchanged or missing measurement makes no event', () => {
  expect(measurementDraft(logged, { used: 12_000, window: 200_000, at: 1 })).toBeUndefined()
  expect(measurementDraft(logged, { used: 11_000, window: 200_000, at: 1 })).toBeDefined()
  expect(measurementDraft(undefined, undefined)).toBeUndefined()
})

test('the later measurement wins, with the window of the status line', () => {
  expect(latest(logged, displayed)).toEqual({ ...logged, window: 1_000_000 })
  expect(latest(logged, { ...displayed, at: 150 })).toEqual({ ...displayed, at: 150 })
})

test('a status line with only the window size is not a measurement', () => {
  const windowOnly = { ...displayed, used: 0, at: 150 }
  expect(latest(undefined, windowOnly)).toBeUndefined()
  expect(latest(logged, windowOnly)).toEqual({ ...logged, window: 1_000_000 })
})

test('a measurement without a time counts as older', () => {
  const { at: _, ...undated } = logged
  expect(latest(undated, displayed)).toEqual(displayed)
  expect(latest(logged, undefined)).toEqual(logged)
  expect(latest(undefined, displayed)).toEqual(displayed)
  expect(latest(undefined, undefined)).toBeUndefined()
})
