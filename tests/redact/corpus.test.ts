import { expect, test } from 'vitest'
import { redactor } from '../../src/redact/redact.ts'
import { allRules } from '../../src/redact/rules/all.ts'
import { benignLines } from './benign-lines.ts'
import { syntheticSecrets } from './synthetic-secrets.ts'

const redact = redactor([])

test('of 400 synthetic secrets in every form, none is left', () => {
  const secrets = syntheticSecrets()
  expect(secrets).toHaveLength(400)
  expect(secrets.filter(({ secret, text }) => secret.length < 6 || !text.includes(secret))).toEqual([])
  expect(secrets.filter(({ secret, text }) => redact(text).text.includes(secret))).toEqual([])
})

test('every rule and every form is among them, and they are the same every time', () => {
  const secrets = syntheticSecrets()
  const rules = new Set(secrets.map(({ rule }) => rule))
  expect(allRules.filter(({ id }) => !rules.has(id)).map(({ id }) => id)).toEqual([])
  expect(new Set(secrets.map(({ form }) => form)).size).toBe(9)
  expect(secrets).toEqual(syntheticSecrets())
})

test('of 10,000 benign lines, fewer than one in a thousand is altered', () => {
  const lines = benignLines()
  expect(lines).toHaveLength(10_000)
  const altered = lines.filter((line) => redact(line).text !== line)
  expect(altered.length, altered.join('\n')).toBeLessThan(10)
})

test('and none of them all in one text', () => {
  const text = benignLines().slice(0, 5000).join('\n')
  expect(redact(text).findings).toEqual([])
})
