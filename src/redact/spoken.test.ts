import { expect, test } from 'vitest'
import { createRedactor } from './redact.ts'

const redact = createRedactor([])
const CHOSEN = ['falcon', '2795', '34'].join('')
const RANDOM = ['q7Rt', '2mXw', '9Lkd', '4Zpb'].join('')

test.each([
  `the password is ${CHOSEN}`,
  `the password for the VPN is ${CHOSEN}, try it`,
  `I changed the password to ${CHOSEN}`,
  `user bob, pw ${CHOSEN}`,
  `la contraseña es ${CHOSEN}`,
  `пароль: ${RANDOM}`,
  `log in as bob@example.com with ${CHOSEN}`,
  `**API key:** \`${RANDOM}\``,
  `my openai key is ${RANDOM}${RANDOM}`,
  `os.getenv("API_TOKEN") or "${RANDOM}"`,
  `const secret = Buffer.from('${RANDOM}')`,
  `secretKey := []byte("${RANDOM}")`,
  `[{"ParameterKey":"DbPassword","ParameterValue":"${CHOSEN}"}]`,
])('redaction removes the secret in %s', (text) => {
  const { text: out } = redact(text)
  expect(out).not.toContain(CHOSEN)
  expect(out).not.toContain(RANDOM)
})

test.each([
  'the password is stored in the table users',
  'the token - offset is the length',
  'const secret = Buffer.from(text)',
  'la contraseña es obligatoria',
  'the password for the database is in the vault',
])('redaction keeps %s', (text) => {
  expect(redact(text)).toEqual({ text, findings: [] })
})
