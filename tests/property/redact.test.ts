import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../src/redact/redact.ts'
import { allRules } from '../../src/redact/rules/all-rules.ts'
import { passwords } from '../../src/redact/rules/passwords.ts'
import { places } from '../../src/redact/rules/places.ts'
import { benignLines } from '../redact/benign-lines.ts'
import { chanceOf } from '../redact/chance.ts'
import { syntheticSecrets } from '../redact/synthetic-secrets.ts'
import { fillTemplate } from '../redact/template.ts'
import { runs } from './runs.ts'

const RUNS = { numRuns: runs(200) }

const redact = createRedactor(['a-known-value/of 24 bytes'])

/** Values that are recognized only by their position end at a space or at the end of the line. */
const placed: ReadonlySet<object> = new Set([...passwords, ...places])
const example = fc.tuple(fc.constantFrom(...allRules), fc.nat(), fc.integer()).map(([rule, which, seed]) => ({
  ...fillTemplate(rule.examples[which % rule.examples.length] ?? '', chanceOf(seed)),
  isPlaced: placed.has(rule),
}))
const noise = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(...' \n"\'`\\=:,;&%{}[]()<>-_./+abkT0'), maxLength: 30 }),
  fc.constantFrom(
    'token=',
    'password: "',
    '-----BEGIN PRIVATE KEY-----\n',
    'Bearer ',
    '[redacted:jwt:9]',
    '[redacted:',
    '\\n',
    'eyJ',
    '://u:',
  ),
)
/** Characters that are never part of a token. */
const edge = fc.constantFrom(' ', '\n', '"', "'", '`', '\t', '<', '(', ')', '\\n', ' = ', '\u001b[31m')
const anyText = fc
  .array(
    fc.oneof(
      noise,
      example.map(({ text }) => text),
      fc.constantFrom(...syntheticSecrets().map(({ text }) => text)),
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(''))

const suffixes = (secret: string): readonly string[] =>
  Array.from({ length: Math.max(0, secret.length - 5) }, (_, at) => secret.slice(at))

describe('redaction', () => {
  test('redaction leaves no trailing part of a secret in any context', () => {
    fc.assert(
      fc.property(
        noise,
        edge,
        example,
        edge,
        noise,
        (before, left, { text, pieces, isPlaced }, right, behind) => {
          // A value that is recognized by its position must be followed by a line end, and so must an example
          // that does not end with its secret.
          const after = !isPlaced && text.endsWith(pieces.at(-1) ?? '') ? right : '\n'
          const out = redact(`${before}${left}${text}${after}${behind}`).text
          const left_ = pieces.filter((piece) =>
            suffixes(piece).some((suffix) => out.includes(suffix) && !`${before}${behind}`.includes(suffix)),
          )
          expect(left_, `${before}${left}${text}${after}${behind}`).toEqual([])
        },
      ),
      RUNS,
    )
  })

  test('redaction leaves no trailing part of a longer token, for any token alphabet', () => {
    const alphabets = ['abcXYZ0189', 'abcXYZ0189_-', '0123456789abcdef', 'abc.XYZ.0189', 'ABCDEF234567']
    const tail = fc
      .constantFrom(...alphabets)
      .chain((alphabet) => fc.string({ unit: fc.constantFrom(...alphabet), minLength: 6, maxLength: 400 }))
    fc.assert(
      fc.property(fc.integer(), tail, (seed, more) => {
        const word = `${fillTemplate('ghp_<36>', chanceOf(seed)).text}${more}`
          .replace(/\.{2,}/g, '.')
          .replace(/\.$/, '')
        expect(redact(`a ${word} b`).text).toBe(`a [redacted:github-token:${word.length}] b`)
      }),
      RUNS,
    )
  })

  test('redaction is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = redact(text).text
        expect(redact(once)).toEqual({ text: once, findings: [] })
      }),
      RUNS,
    )
  })

  test('redaction reports one finding per change, with its length and without the value', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { text: out, findings } = redact(text)
        expect(findings.length === 0).toBe(out === text)
        for (const { rule, length, ...rest } of findings) {
          expect(rest).toEqual({})
          expect(rule).toMatch(/^[a-z0-9-]{2,40}$/)
          expect(length).toBeGreaterThan(0)
        }
      }),
      RUNS,
    )
  })

  test('redaction keeps the text before and after a secret', () => {
    const lines = fc.constantFrom(...benignLines().filter((_, i) => i % 50 === 0))
    fc.assert(
      fc.property(lines, lines, fc.integer(), (before, behind, seed) => {
        const { text } = fillTemplate('glpat-<url:20>', chanceOf(seed))
        expect(redact(`${before}\n\n${text}\n\n${behind}`).text).toBe(
          `${before}\n\n[redacted:gitlab-token:${text.length}]\n\n${behind}`,
        )
      }),
      RUNS,
    )
  })

  test('redaction never throws for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(typeof redact(text).text).toBe('string')
      }),
      RUNS,
    )
  })
})
