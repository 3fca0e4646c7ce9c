import fc from 'fast-check'
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base'
import { countTokens as counted } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { tokenBlock, tokenTable } from './token-table.ts'
import { tokenCounter } from './tokenizer.ts'

const encoder = new TextEncoder()
const tokens = ranks.flatMap((token, rank) => [
  [rank, typeof token === 'string' ? encoder.encode(token) : new Uint8Array(token)] as const,
])
const count = tokenCounter(tokenTable(tokenBlock(tokens)))
const truth = (text: string): number => counted(text, { disallowedSpecial: new Set() })

test.each([
  '',
  ' ',
  'The parser reads lists of lists now.',
  "it's, they'LL, we've; 'tis and IT'S",
  'const x = readFileSync(`log.db`) // 12345 bytes',
  'camelCaseWORDS snake_case SHOUTING_CASE x1y22z4444',
  '\n\n  \t indented\r\n\r\n\r\n   ',
  '- **bold**: `code`\n- [ ] task\n\n```ts\nlet a = 1\n```\n',
  'Größe \u2014 \u201cquoted\u201d \u2026 \u2192 \u2713 \u{1f469}\u200d\u{1f4bb} e\u0301',
  '\u0417\u0434\u0440\u0430\u0432\u0441\u0442\u0432\u0443\u0439, \u4e16\u754c\u3002 \uc548\ub155 \u0645\u0631\u062d\u0628\u0627',
  '<|endoftext|> is text like any other',
  'lone \ud800 surrogates \udfff',
  'abcdefghijklmnopqrstuvwxyzqxzjvkwpfbg'.repeat(8),
])('%j costs what the encoding says', (text) => {
  expect(count(text)).toBe(truth(text))
})

const PIECES = [
  "'s",
  "'",
  'LL',
  ' ',
  '\n',
  '\r',
  '\t',
  '/',
  'A',
  'b',
  '\u00e9',
  '\u0301',
  '\u4e16',
  '\u3000',
  '9',
]
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.lorem({ maxCount: 3 })), { maxLength: 40 })
    .map((all) => all.join('')),
)

test('whatever the text is, it is counted as the encoding does', () => {
  fc.assert(
    fc.property(text, (any) => {
      expect(count(any)).toBe(truth(any))
    }),
    { numRuns: 2000 },
  )
})

test('what would take too long is counted by its bytes, which is never too little', () => {
  for (const long of ['x'.repeat(100_000), '='.repeat(5000), '\u4e16'.repeat(5000)]) {
    expect(count(long)).toBeGreaterThanOrEqual(truth(long.slice(0, 2000)))
    expect(count(long)).toBeLessThanOrEqual(Buffer.byteLength(long))
  }
})

test('lines cost no more together than one by one, with a token for each break', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (lines) => {
      const apart = lines.reduce((sum, line) => sum + count(line) + 1, 0)
      expect(count(lines.join('\n'))).toBeLessThanOrEqual(apart)
    }),
    { numRuns: 1000 },
  )
})
