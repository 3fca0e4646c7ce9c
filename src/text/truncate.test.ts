import { describe, expect, test } from 'vitest'
import { firstLine, oneLine, truncate, truncateAtWord, truncateStart } from './truncate.ts'

const EMOJI = '\u{1f600}'

describe('truncate', () => {
  test.each([
    ['short', 5, 'short'],
    ['longer', 5, 'long…'],
    [EMOJI.repeat(3), 3, EMOJI.repeat(3)],
    [EMOJI.repeat(4), 3, `${EMOJI.repeat(2)}…`],
  ])('truncating %s to %i characters gives %s', (text, most, expected) => {
    expect(truncate(text, most)).toBe(expected)
  })
})

describe('truncateAtWord', () => {
  test.each([
    ['one two three', 13, 'one two three'],
    ['one two three', 10, 'one two…'],
    ['a verylongword', 8, 'a veryl…'],
    [`abcdefg${EMOJI}h`, 9, 'abcdefg…'],
  ])('truncating %s at a word boundary to %i characters gives %s', (text, most, expected) => {
    expect(truncateAtWord(text, most)).toBe(expected)
  })
})

test('truncateStart keeps the end', () => {
  expect(truncateStart('src/deep/file.ts', 8)).toBe('…file.ts')
  expect(truncateStart('file.ts', 8)).toBe('file.ts')
})

test('oneLine joins lines with single spaces', () => {
  expect(oneLine('  one\r\n\ttwo  three\n')).toBe('one two three')
})

test.each([
  ['one', 'one'],
  ['one\r\ntwo', 'one'],
  ['\ntwo', ''],
])('firstLine of %j is %j', (text, expected) => {
  expect(firstLine(text)).toBe(expected)
})
