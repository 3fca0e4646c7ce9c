import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { countTokens as countCl } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as countO } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { tokenCeiling } from './tokens.ts'

const plain = { disallowedSpecial: new Set<string>() }
const most = (text: string): number => Math.max(countO(text, plain), countCl(text, plain))
const RUNS = { numRuns: 2000 }

const holds = (text: string): void => {
  expect(tokenCeiling(text), JSON.stringify(text.slice(0, 200))).toBeGreaterThanOrEqual(most(text))
}

const words = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), maxLength: 30 })
const mixed = fc.string({
  unit: fc.constantFrom(...'aAbB zZqQ019_-./\\:;,\'"(){}[]<>=+*&^%$#@!~|\n\t'),
  maxLength: 80,
})
const spaced = fc.array(
  fc.oneof(fc.nat().map(String), words, fc.constantFrom(' ', '  ', '\t', '\n', '\r\n', '\r')),
  {
    maxLength: 30,
  },
)

describe('the ceiling is never below what a real tokenizer counts', () => {
  test.each([
    ['any text', fc.string({ unit: 'binary', maxLength: 200 })],
    ['graphemes of every script', fc.string({ unit: 'grapheme', maxLength: 100 })],
    ['small letters that are no words', words],
    ['identifiers, paths and code', mixed],
    ['numbers, words and blanks in a row', spaced.map((parts) => parts.join(''))],
    [
      'numbers between single blanks',
      fc.array(fc.nat(99), { maxLength: 50 }).map((parts) => parts.join(' ')),
    ],
    ['hexadecimal', fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), maxLength: 64 })],
    ['base64', fc.base64String({ maxLength: 100 })],
    [
      'emoji',
      fc.array(fc.constantFrom('😀', '👩‍👩‍👧', '🇩🇪', '✈️'), { maxLength: 30 }).map((parts) => parts.join('')),
    ],
  ])('for %s', (_, text) => {
    fc.assert(fc.property(text, holds), RUNS)
  })

  test.each([
    '',
    ' ',
    '\n',
    '<|endoftext|>',
    'qzqzqzqz',
    'xjqkvzwxjqkvz',
    ' 1 2 3 4',
    ' \t   0',
    'a\u0000b',
    '\ud800',
  ])('for %j', holds)

  test('for the sources, the documents and the tests of this repository', () => {
    const root = join(import.meta.dirname, '../..')
    const files = ['src', 'tests', 'docs'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(ts|md)$/.test(file))
        .map((file) => join(root, folder, file)),
    )
    expect(files.length).toBeGreaterThan(100)
    for (const file of files.filter((_, i) => i % 3 === 0)) {
      const text = readFileSync(file, 'utf8').slice(0, 8000)
      for (const line of text.split('\n').filter((_, i) => i % 10 === 0)) holds(line)
      holds(text)
    }
  })
})

test('for prose the ceiling is little more than three times the truth', () => {
  const prose = readFileSync(join(import.meta.dirname, '../../docs/LANGUAGE.md'), 'utf8')
  expect(tokenCeiling(prose)).toBeLessThan(3.2 * most(prose))
})
