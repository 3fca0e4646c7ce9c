import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OWN_COLOURS, UNSAFE } from '../../tests/support/control-characters.ts'
import { cpuTimeMs } from '../../tests/support/cpu-time.ts'
import { jsonSafe, plain, terminalSafe } from './terminal-safe.ts'

const RUNS = { numRuns: 2000 }
const ESC = '\u001b'
const nasty = fc.constantFrom(
  ESC,
  `${ESC}[31m`,
  `${ESC}[2J`,
  `${ESC}]0;title\u0007`,
  `${ESC}]8;;http://x\u001b\\`,
  `${ESC}[`,
  `${ESC}${ESC}[0m`,
  '\u009b31m',
  '\u202e',
  '\u2028',
  '\r',
  '\u0008',
  '\u0000',
  '\ud800',
  '\udc00',
  '[31m',
  'm',
  '\n',
  '\t',
)
const text = fc
  .array(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 10 })), { maxLength: 12 })
  .map((parts) => parts.join(''))

describe('terminalSafe', () => {
  test('terminalSafe removes all control characters except newline and tab', () => {
    fc.assert(
      fc.property(text, (input) => {
        const safe = plain(input)
        expect(safe).not.toMatch(UNSAFE)
        expect(safe).not.toMatch(/\p{Cf}|\p{Cs}/u)
      }),
      RUNS,
    )
  })

  test('terminalSafe removes all sequences from styled text except our own colors', () => {
    fc.assert(
      fc.property(text, (input) => {
        const safe = terminalSafe(input, { styled: true })
        expect(safe.replaceAll(OWN_COLOURS, '')).not.toMatch(UNSAFE)
      }),
      RUNS,
    )
  })

  test('terminalSafe is idempotent, even if removing a sequence joins the text around it into a new one', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (input, styled) => {
        const once = terminalSafe(input, { styled })
        expect(terminalSafe(once, { styled })).toBe(once)
      }),
      RUNS,
    )
  })

  test('terminalSafe does not change ordinary text in any script', () => {
    for (const ordinary of ['', 'plain', 'a\nb\tc', 'Grüße', '漢字かな', '한국어', 'עברית', '😀 ✓ → █▉', 'é'])
      for (const styled of [true, false]) expect(terminalSafe(ordinary, { styled })).toBe(ordinary)
  })

  test('terminalSafe keeps our colors in styled text and removes them from plain text', () => {
    const painted = `${ESC}[1mbold${ESC}[22m ${ESC}[32mgreen${ESC}[39m`
    expect(terminalSafe(painted, { styled: true })).toBe(painted)
    expect(plain(painted)).toBe('bold green')
  })

  test.each([
    [`a${ESC}[2Jb`, 'ab'],
    [`a${ESC}]0;owned\u0007b`, 'ab'],
    [`a${ESC}]52;c;ZXZpbA==${ESC}\\b`, 'ab'],
    [`a${ESC}Pq#0${ESC}\\b`, 'ab'],
    ['a\u009b31mb', 'a31mb'],
    ['safe\u202etxt.exe', 'safetxt.exe'],
    ['over\rwritten', 'overwritten'],
    [`${ESC}${ESC}[0m[31mx`, '[31mx'],
  ])('terminalSafe turns %j into %j', (input, expected) => {
    expect(plain(input)).toBe(expected)
  })

  test('terminalSafe takes linear time for unterminated sequences', () => {
    const started = cpuTimeMs()
    plain(`${ESC}]`.repeat(100_000))
    plain(`${ESC}[${'0'.repeat(100_000)}`)
    expect(cpuTimeMs() - started).toBeLessThan(2000)
  })
})

describe('jsonSafe', () => {
  test('jsonSafe keeps the parsed value and leaves no control characters', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), text), (value) => {
        const json = JSON.stringify(value, null, 2)
        const safe = jsonSafe(json)
        expect(JSON.parse(safe)).toEqual(JSON.parse(json))
        expect(safe).not.toMatch(UNSAFE)
        expect(safe).not.toMatch(/\p{Cf}/u)
      }),
      RUNS,
    )
  })
})
