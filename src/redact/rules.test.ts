import { describe, expect, test } from 'vitest'
import { chanceOf } from '../../tests/redact/chance.ts'
import { fillTemplate } from '../../tests/redact/template.ts'
import { createRedactor } from './redact.ts'
import { allRules } from './rules/all-rules.ts'

const redact = createRedactor([])
const chance = chanceOf(1)

/** Every substring of six characters. */
const parts = (secret: string): readonly string[] =>
  Array.from({ length: Math.max(1, secret.length - 5) }, (_, at) => secret.slice(at, at + 6))

describe.each(allRules.map((rule) => [rule.id, rule] as const))('the redaction rule %s', (id, rule) => {
  test.each(rule.examples)('the rule redacts all of %s', (template) => {
    for (let time = 0; time < 5; time += 1) {
      const { text, pieces } = fillTemplate(template, chance)
      const { text: out, findings } = redact(text)
      expect(
        findings.map((finding) => finding.rule),
        text,
      ).toContain(id)
      expect(pieces.flatMap(parts).filter((part) => out.includes(part))).toEqual([])
    }
  })

  test.each(rule.counterExamples)('the rule keeps %s', (text) => {
    expect(redact(text)).toEqual({ text, findings: [] })
  })

  test('the rule has at least one example and one counter-example', () => {
    expect(rule.examples.length).toBeGreaterThan(0)
    expect(rule.counterExamples.length).toBeGreaterThan(0)
  })

  test('the rule has a sticky pattern without unbounded quantifiers', () => {
    expect(rule.pattern.sticky).toBe(true)
    const plain = rule.pattern.source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
    expect(plain).not.toMatch(/[*+]|\{\d+,\}/)
  })

  test('the rule has lower-case keywords of at least three characters', () => {
    for (const keyword of rule.keywords) expect(keyword).toMatch(/^[^A-Z]{3,}$/)
  })
})

test('rule ids are unique', () => {
  expect(new Set(allRules.map(({ id }) => id)).size).toBe(allRules.length)
})
