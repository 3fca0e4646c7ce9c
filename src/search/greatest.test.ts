import fc from 'fast-check'
import { expect, test } from 'vitest'
import { best, greatest } from './greatest.ts'

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

test('numbers alone come out in the same order, without what is nothing', () => {
  const scores = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 })
  fc.assert(
    fc.property(scores, fc.integer({ min: 0, max: 8 }), (found, most) => {
      const sorted = [...found.keys()].sort((a, b) => (found[b] ?? 0) - (found[a] ?? 0) || b - a)
      const expected = sorted.filter((place) => (found[place] ?? 0) > 0).slice(0, most)
      expect(greatest(Int32Array.from(found), most, (a, b) => b - a)).toEqual(expected)
      expect(greatest(Float64Array.from(found), most, (a, b) => b - a)).toEqual(expected)
    }),
  )
})
