import { expect, test } from 'vitest'
import { diffOf } from './diff.ts'

const shown = (before: string, after: string): string[] =>
  diffOf(before, after).map(({ sign, text }) => `${sign}${text}`)

test('only what changes is shown, with two lines around it', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].join('\n')
  const after = ['a', 'b', 'c', 'd', 'x', 'e', 'f', 'g', 'i'].join('\n')
  expect(shown(before, after)).toEqual(['…', ' c', ' d', '+x', ' e', ' f', ' g', '-h', ' i'])
})

test('a new file is all new, the same file is nothing', () => {
  expect(shown('', 'a\nb\n')).toEqual(['+a', '+b'])
  expect(shown('a\nb\n', 'a\nb\n')).toEqual(['…'])
})

test('two large texts with nothing in common are told apart at once', () => {
  const lines = (name: string): string => Array.from({ length: 5000 }, (_, i) => `${name}${i}`).join('\n')
  expect(shown(lines('a'), lines('b'))).toHaveLength(10_000)
})
