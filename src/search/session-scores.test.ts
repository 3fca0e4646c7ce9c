import fc from 'fast-check'
import { expect, test } from 'vitest'
import { best } from './session-scores.ts'

test('the best are those that come first when all are put in order', () => {
  const scores = fc.dictionary(fc.string({ maxLength: 3 }), fc.integer({ min: 0, max: 9 }), { maxKeys: 60 })
  fc.assert(
    fc.property(scores, fc.integer({ min: 0, max: 8 }), (found, most) => {
      const all = Object.entries(found)
      const sorted = all.toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      expect(best(new Map(all), most)).toEqual(sorted.slice(0, most))
    }),
  )
})
