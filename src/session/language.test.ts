import { expect, test } from 'vitest'
import { languageOfFile, mainLanguage } from './language.ts'

test.each([
  ['src/a.ts', 'TypeScript'],
  ['A.TSX', 'TypeScript'],
  ['x.test.mjs', 'JavaScript'],
  ['/w/main.c', 'C'],
  ['C:\\w\\main.rs', 'Rust'],
  ['Makefile', undefined],
  ['go', undefined],
  ['bin/sh', undefined],
  ['sh', undefined],
  ['a.constructor', undefined],
  ['a.__proto__', undefined],
  ['', undefined],
  ['.', undefined],
])('the language of %o is %s', (path, language) => {
  expect(languageOfFile(path)).toBe(language)
})

test('the main language is the one with the most changes; ties are resolved by name, and the hint is the default', () => {
  expect(mainLanguage({ Go: 1, Rust: 3 }, 'C')).toBe('Rust')
  expect(mainLanguage({ Rust: 2, Go: 2 }, undefined)).toBe('Go')
  expect(mainLanguage({}, 'C')).toBe('C')
  expect(mainLanguage({}, undefined)).toBeUndefined()
})
