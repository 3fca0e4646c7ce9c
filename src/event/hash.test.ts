import { expect, test } from 'vitest'
import { checksum } from './hash.ts'

const TEXT = JSON.stringify({
  goal: 'the log is the only truth',
  files: ['src/event/hash.ts'],
  n: [1, 2, 3],
})

test('every flipped bit changes the checksum', () => {
  const sums = new Set([checksum(TEXT)])
  for (let i = 0; i < TEXT.length; i += 1)
    for (let bit = 0; bit < 7; bit += 1) sums.add(checksum(withFlipped(TEXT, i, bit)))
  expect(sums.size).toBe(TEXT.length * 7 + 1)
})

test('truncation and appended zeros change the checksum', () => {
  const texts = [
    '',
    '\0',
    '\0\0',
    'a',
    'a\0',
    TEXT,
    TEXT.slice(1),
    TEXT.slice(0, -1),
    `${TEXT}\0`,
    `${TEXT} `,
  ]
  expect(new Set(texts.map(checksum)).size).toBe(texts.length)
})

test('the checksum is an integer that SQLite and JavaScript store exactly', () => {
  for (const text of ['', 'é', '😀'.repeat(1000), TEXT]) {
    expect(checksum(text)).toBeGreaterThanOrEqual(0)
    expect(Number.isSafeInteger(checksum(text))).toBe(true)
  }
})

const withFlipped = (text: string, at: number, bit: number): string =>
  text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << bit)) + text.slice(at + 1)
