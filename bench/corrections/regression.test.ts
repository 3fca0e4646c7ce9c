import { expect, test } from 'vitest'
import { fitted, sumOf } from './regression.ts'

const rows = Array.from({ length: 40 }, (_, at) => ({ holds: at % 2 ? [0, 1] : [0, 2], is: at % 2 === 1 }))
const belief = (strength: number) => ({
  expected: new Float64Array([0, 0, 0, 2]),
  strength: new Float64Array([1e-4, strength, strength, strength]),
})

test('a feature that correlates with a kind gets a positive weight, and its opposite gets a negative one', () => {
  const weights = fitted(rows, belief(1))
  expect(sumOf(weights, [0, 1])).toBeGreaterThan(1)
  expect(sumOf(weights, [0, 2])).toBeLessThan(-1)
})

test('a feature that occurs in no unit keeps its prior weight', () => {
  expect(fitted(rows, belief(1))[3]).toBeCloseTo(2)
})

test('a stronger prior keeps the weights closer to it, and the same rows always produce the same weights', () => {
  const weak = fitted(rows, belief(1))
  const strong = fitted(rows, belief(50))
  expect(Math.abs(strong[1] ?? 0)).toBeLessThan(Math.abs(weak[1] ?? 0))
  expect(fitted(rows, belief(1))).toEqual(weak)
})
