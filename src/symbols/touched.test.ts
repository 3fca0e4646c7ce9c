import { expect, test } from 'vitest'
import type { Definition } from './definitions.ts'
import { touchedBy } from './touched.ts'

const TEXT = `import x
class Shop {
  size = 1

  sell() {
    return 1
  }
}
function buy() {
  return 2
}`
const DEFINITIONS: readonly Definition[] = [
  { name: 'Shop', kind: 'class', start: 1, end: 7 },
  { name: 'Shop.sell', kind: 'method', start: 4, end: 6 },
  { name: 'buy', kind: 'function', start: 8, end: 10 },
]
const names = (lines: readonly number[]) => touchedBy(DEFINITIONS, TEXT, lines).map(({ name }) => name)

test('a line touches the innermost definition around it', () => {
  expect(names([5])).toEqual(['Shop.sell'])
  expect(names([2])).toEqual(['Shop'])
  expect(names([9, 5, 5])).toEqual(['Shop.sell', 'buy'])
})

test('lines outside of any, empty ones and brackets touch nothing', () => {
  expect(names([0, 3, 6, 7, 99, -1])).toEqual([])
})

test('it is told where they begin', () => {
  expect(touchedBy(DEFINITIONS, TEXT, [9])).toEqual([{ name: 'buy', kind: 'function', line: 9 }])
})

test('what only lends its name is not touched', () => {
  expect(touchedBy([{ name: 'Shop', start: 0, end: 3 }], 'impl Shop {\n x', [0])).toEqual([])
})
