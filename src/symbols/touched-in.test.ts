import { expect, test } from 'vitest'
import { treeSitter } from '../host/tree-sitter.ts'
import { languageOf } from './language.ts'
import { touchedIn } from './touched-in.ts'

const go = languageOf('a.go')

test('a function is found in a text that begins in the middle of another one', async () => {
  if (!go) throw new Error('no Go')
  const text = '\t\treturn `x {{\n\t}\n\tcase "a`\n}\n\nfunc Sell(x int) int {\n\treturn 1\n}\n'
  const placed = { text, lines: [6], isPiece: false, isNumbered: false }
  expect((await touchedIn(treeSitter(), go, placed)).map(({ name }) => name)).toEqual(['Sell'])
  expect(await touchedIn(treeSitter(), go, { ...placed, lines: [0] })).toEqual([])
})
