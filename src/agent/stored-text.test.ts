import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countLines, MAX_STORED_LENGTH, shorten } from './stored-text.ts'

const long = fc
  .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 400_000 }))
  .map(([text, length]) => text.repeat(Math.ceil(length / text.length)).slice(0, length))

describe('shorten', () => {
  test('shorten returns text of up to 64 KiB unchanged', () => {
    const text = 'a'.repeat(MAX_STORED_LENGTH)
    expect(shorten(text)).toBe(text)
  })

  test('shorten keeps complete lines from the start and the end, with a note on the omitted length', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}`)
    const short = shorten(lines.join('\n')).split('\n')
    const marker = short.findIndex((line) => line.startsWith('[... '))
    expect(short.slice(0, marker)).toEqual(lines.slice(0, marker))
    expect(short.slice(marker + 1)).toEqual(lines.slice(marker + 1 - short.length))
    expect(short[marker]).toMatchInlineSnapshot(`"[... 143461 characters left out ...]"`)
  })

  test('shorten never exceeds the limit and is idempotent', () => {
    fc.assert(
      fc.property(long, (text) => {
        const once = shorten(text)
        expect(once.length).toBeLessThanOrEqual(MAX_STORED_LENGTH)
        expect(shorten(once)).toBe(once)
      }),
      { numRuns: 300 },
    )
  })

  test('shorten never cuts inside a character', () => {
    for (const shift of ['', 'x']) {
      const text = shift + '\u{1f469}'.repeat(MAX_STORED_LENGTH)
      expect(shorten(text)).not.toMatch(/\p{Surrogate}/u)
    }
  })

  test('shorten reports the exact number of omitted characters', () => {
    fc.assert(
      fc.property(fc.integer({ min: MAX_STORED_LENGTH + 1, max: 300_000 }), (length) => {
        const [head = '', missing = '', tail = ''] = shorten('a'.repeat(length)).split('\n')
        expect(head.length + Number(/\d+/.exec(missing)?.[0]) + tail.length).toBe(length)
      }),
    )
  })
})

test.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\nb', 2],
  ['\n', 1],
])('countLines(%j) is %i', (text, lines) => {
  expect(countLines(text)).toBe(lines)
})
