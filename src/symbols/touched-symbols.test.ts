import { expect, test } from 'vitest'
import { treeSitter } from '../host/tree-sitter.ts'
import type { SymbolDefinition } from './definitions.ts'
import { detectLanguage } from './language.ts'
import { findTouchedSymbols, symbolsAtLines } from './touched-symbols.ts'

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
const DEFINITIONS: readonly SymbolDefinition[] = [
  { name: 'Shop', kind: 'class', start: 1, end: 7 },
  { name: 'Shop.sell', kind: 'method', start: 4, end: 6 },
  { name: 'buy', kind: 'function', start: 8, end: 10 },
]
const names = (lines: readonly number[]) => symbolsAtLines(DEFINITIONS, TEXT, lines).map(({ name }) => name)

test('a line touches the innermost definition around it', () => {
  expect(names([5])).toEqual(['Shop.sell'])
  expect(names([2])).toEqual(['Shop'])
  expect(names([9, 5, 5])).toEqual(['Shop.sell', 'buy'])
})

test('empty lines, brackets and lines outside definitions touch nothing', () => {
  expect(names([0, 3, 6, 7, 99, -1])).toEqual([])
})

test('reports the first line of each definition', () => {
  expect(symbolsAtLines(DEFINITIONS, TEXT, [9])).toEqual([{ name: 'buy', kind: 'function', line: 9 }])
})

test('a scope without a kind is not touched', () => {
  expect(symbolsAtLines([{ name: 'Shop', start: 0, end: 3 }], 'impl Shop {\n x', [0])).toEqual([])
})

const go = detectLanguage('a.go')

test('finds a function in text that starts inside another one', async () => {
  if (!go) throw new Error('no Go')
  const text = '\t\treturn `x {{\n\t}\n\tcase "a`\n}\n\nfunc Sell(x int) int {\n\treturn 1\n}\n'
  const placed = { text, lines: [6], isPiece: false, isNumbered: false }
  expect((await findTouchedSymbols(treeSitter(), go, placed)).map(({ name }) => name)).toEqual(['Sell'])
  expect(await findTouchedSymbols(treeSitter(), go, { ...placed, lines: [0] })).toEqual([])
})
