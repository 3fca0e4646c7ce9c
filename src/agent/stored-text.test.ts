import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countLines, MOST_KEPT, shorten } from './stored-text.ts'

const long = fc
  .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 400_000 }))
  .map(([text, length]) => text.repeat(Math.ceil(length / text.length)).slice(0, length))

describe('a long text', () => {
  test('is kept whole up to 64 KiB', () => {
    const text = 'a'.repeat(MOST_KEPT)
    expect(shorten(text)).toBe(text)
  })

  test('keeps whole lines of its beginning and its end, and says how much is missing', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}`)
    const kept = shorten(lines.join('\n')).split('\n')
    const marker = kept.findIndex((line) => line.startsWith('[... '))
    expect(kept.slice(0, marker)).toEqual(lines.slice(0, marker))
    expect(kept.slice(marker + 1)).toEqual(lines.slice(marker + 1 - kept.length))
    expect(kept[marker]).toMatchInlineSnapshot(`"[... 143461 characters left out ...]"`)
  })

  test('of any kind is never longer than that, and shortening it again changes nothing', () => {
    fc.assert(
      fc.property(long, (text) => {
        const once = shorten(text)
        expect(once.length).toBeLessThanOrEqual(MOST_KEPT)
        expect(shorten(once)).toBe(once)
      }),
      { numRuns: 300 },
    )
  })

  test('is never cut inside a character', () => {
    for (const shift of ['', 'x']) {
      const text = shift + '\u{1f469}'.repeat(MOST_KEPT)
      expect(shorten(text)).not.toMatch(/\p{Surrogate}/u)
    }
  })

  test('that says how much is missing adds up', () => {
    fc.assert(
      fc.property(fc.integer({ min: MOST_KEPT + 1, max: 300_000 }), (length) => {
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
])('%j has %i lines', (text, lines) => {
  expect(countLines(text)).toBe(lines)
})
