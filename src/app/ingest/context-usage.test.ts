import { expect, test } from 'vitest'
import { eventFromDraft } from '../../agent/event-draft.ts'
import { latest, type MeasuredUsage, measurementDraft } from './context-usage.ts'

const written: MeasuredUsage = { used: 12_000, window: 200_000, at: 100, source: 'transcript' }
const shown: MeasuredUsage = { used: 11_000, window: 1_000_000, at: 50, source: 'status line' }

test('a measurement names its source', () => {
  const draft = measurementDraft(written, undefined)
  if (!draft) throw new Error('no draft')
  expect(eventFromDraft({ agent: 'claude-code', session: 's', receivedAt: 7 }, draft)).toMatchObject({
    type: 'context.measured',
    at: 7,
    data: { used: 12_000, window: 200_000, source: 'transcript' },
  })
})

test('an unchanged or missing measurement makes no event', () => {
  expect(measurementDraft(written, { used: 12_000, window: 200_000, at: 1 })).toBeUndefined()
  expect(measurementDraft(written, { used: 11_000, window: 200_000, at: 1 })).toBeDefined()
  expect(measurementDraft(undefined, undefined)).toBeUndefined()
})

test('the later measurement wins, with the window of the status line', () => {
  expect(latest(written, shown)).toEqual({ ...written, window: 1_000_000 })
  expect(latest(written, { ...shown, at: 150 })).toEqual({ ...shown, at: 150 })
})

test('a status line that shows only the window is no measurement', () => {
  const uncounted = { ...shown, used: 0, at: 150 }
  expect(latest(undefined, uncounted)).toBeUndefined()
  expect(latest(written, uncounted)).toEqual({ ...written, window: 1_000_000 })
})

test('a measurement without a time counts as older', () => {
  const { at: _, ...undated } = written
  expect(latest(undated, shown)).toEqual(shown)
  expect(latest(written, undefined)).toEqual(written)
  expect(latest(undefined, shown)).toEqual(shown)
  expect(latest(undefined, undefined)).toBeUndefined()
})
