import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ago, durationText, shortDuration } from './time.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [0, '0 seconds', 'just now', '0s'],
  [SECOND, '1 second', 'just now', '1s'],
  [5 * SECOND, '5 seconds', '5 seconds ago', '5s'],
  [MINUTE - 1, '59 seconds', '59 seconds ago', '59s'],
  [MINUTE, '1 minute', '1 minute ago', '1m'],
  [HOUR - 1, '59 minutes', '59 minutes ago', '59m'],
  [HOUR, '1h 0m', '1h 0m ago', '1h'],
  [3 * HOUR + 20 * MINUTE, '3h 20m', '3h 20m ago', '3h'],
  [DAY, '24h 0m', '24h 0m ago', '1d'],
  [2 * DAY, '2 days', '2 days ago', '2d'],
  [-HOUR, '0 seconds', 'just now', '0s'],
])('a duration of %i milliseconds is shown as %s, %s and %s', (ms, long, past, narrow) => {
  expect([durationText(ms), ago(ms), shortDuration(ms)]).toEqual([long, past, narrow])
})

test('durations are never negative, fractional or NaN', () => {
  const any = fc.oneof(fc.integer(), fc.double({ noNaN: true, min: -1e12, max: 1e15 }))
  fc.assert(
    fc.property(any, (ms) => {
      for (const text of [durationText(ms), ago(ms), shortDuration(ms)])
        expect(text).not.toMatch(/-|NaN|\.|Infinity/)
    }),
    { numRuns: 1000 },
  )
})
