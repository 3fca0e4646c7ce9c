import { expect, test } from 'vitest'
import { createRedactor } from '../../src/redact/redact.ts'
import { allRules } from '../../src/redact/rules/all-rules.ts'
import { benignLines } from './benign-lines.ts'
import { syntheticSecrets } from './synthetic-secrets.ts'

const redact = createRedactor([])

test('redaction removes 400 synthetic secrets in every encoding', () => {
  const secrets = syntheticSecrets()
  expect(secrets).toHaveLength(400)
  expect(secrets.filter(({ secret, text }) => secret.length < 6 || !text.includes(secret))).toEqual([])
  expect(secrets.filter(({ secret, text }) => redact(text).text.includes(secret))).toEqual([])
})

test('the corpus covers every rule and encoding and is deterministic', () => {
  const secrets = syntheticSecrets()
  const rules = new Set(secrets.map(({ rule }) => rule))
  expect(allRules.filter(({ id }) => !rules.has(id)).map(({ id }) => id)).toEqual([])
  expect(new Set(secrets.map(({ form }) => form)).size).toBe(9)
  expect(secrets).toEqual(syntheticSecrets())
})

test('redaction changes fewer than 0.1% of 10,000 benign lines', () => {
  const lines = benignLines()
  expect(lines).toHaveLength(10_000)
  const altered = lines.filter((line) => redact(line).text !== line)
  expect(altered.length, altered.join('\n')).toBeLessThan(10)
})

test('redaction finds nothing in a text with 5,000 benign lines', () => {
  const text = benignLines().slice(0, 5000).join('\n')
  expect(redact(text).findings).toEqual([])
})
