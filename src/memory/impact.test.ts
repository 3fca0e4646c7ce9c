import { expect, test } from 'vitest'
import { differenceOf } from './impact.ts'

test('the interval is that of the textbook', () => {
  // Newcombe 1998, example (a): 56 of 70 against 48 of 80.
  const found = differenceOf({ of: 70, happened: 56 }, { of: 80, happened: 48 })
  expect(found?.difference).toBeCloseTo(0.2, 4)
  expect(found?.from).toBeCloseTo(0.0524, 3)
  expect(found?.to).toBeCloseTo(0.3339, 3)
})

test('few sessions say little, and none say nothing', () => {
  const few = differenceOf({ of: 3, happened: 0 }, { of: 3, happened: 3 })
  expect(few?.from).toBeGreaterThanOrEqual(-1)
  expect((few?.to ?? 0) - (few?.from ?? 0)).toBeGreaterThan(0.5)
  expect(differenceOf({ of: 0, happened: 0 }, { of: 3, happened: 3 })).toBeUndefined()
})
