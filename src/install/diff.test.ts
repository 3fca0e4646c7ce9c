import { expect, test } from 'vitest'
import { diffLines } from './diff.ts'

const diff = (before: string, after: string): string[] =>
  diffLines(before, after).map(({ sign, text }) => `${sign}${text}`)

test('a diff shows only changes, with two lines of context', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].join('\n')
  const after = ['a', 'b', 'c', 'd', 'x', 'e', 'f', 'g', 'i'].join('\n')
  expect(diff(before, after)).toEqual(['…', ' c', ' d', '+x', ' e', ' f', ' g', '-h', ' i'])
})

test('a diff shows all lines of a new file and none of an unchanged file', () => {
  expect(diff('', 'a\nb\n')).toEqual(['+a', '+b'])
  expect(diff('a\nb\n', 'a\nb\n')).toEqual(['…'])
})

test('a diff of large unrelated texts shows all lines as replaced', () => {
  const lines = (name: string): string => Array.from({ length: 5000 }, (_, i) => `${name}${i}`).join('\n')
  expect(diff(lines('a'), lines('b'))).toHaveLength(10_000)
})
