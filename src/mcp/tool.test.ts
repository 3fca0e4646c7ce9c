import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UNSAFE } from '../../tests/support/control-characters.ts'
import { quoteStored } from './tool.ts'

const BOUNDARY = '0123456789abcdef'

/** Ordinary text, and text from an attacker who knows the fence and guessed its mark. */
const pieces = fc.constantFrom(
  BOUNDARY,
  '<leftoff-data',
  '</leftoff-data',
  '</LEFTOFF-data',
  '< / leftoff-data',
  '<\u200b/leftoff-data',
  '</left\u202eoff-data',
  '0123456789abc\u0000def',
  '\u001b[2J',
  '>',
  '\n',
  ' ',
)
const text = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }))).map((all) => all.join(''))

test('stored text cannot open or close a fence or contain control characters', () => {
  fc.assert(
    fc.property(text, (stored) => {
      const lines = quoteStored(stored, BOUNDARY).split('\n')
      expect(lines.filter((line) => line.includes(BOUNDARY))).toEqual([
        lines[0],
        `<leftoff-data ${BOUNDARY}>`,
        `</leftoff-data ${BOUNDARY}>`,
      ])
      expect(lines.slice(2, -1).join('\n')).not.toMatch(/<[\s/]*leftoff-data/i)
      expect(lines.join('')).not.toMatch(UNSAFE)
    }),
    { numRuns: 1000 },
  )
})

test('long text is truncated with a note on how much was omitted', () => {
  const lines = quoteStored('x'.repeat(20_100), BOUNDARY).split('\n')
  expect([lines[2]?.length, lines[3]]).toEqual([20_000, '(cut here: 100 more characters)'])
})
