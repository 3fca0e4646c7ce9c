import { describe, expect, test } from 'vitest'
import { printedSecretsIn, printsSecret } from './printed-secret.ts'
import { createRedactor } from './redact.ts'

const redact = createRedactor([])
const HEX = '3f9c2a71b04de856a1c97f20d43be8510cb7'

test.each([
  `$ echo "$API_TOKEN"\n${HEX}`,
  `$ printenv CLIENT_SECRET\n${HEX}\n`,
  `$ openssl rand -hex 18\n${HEX}`,
  `$ cat ~/.config/acme/token\n${HEX}`,
  `   1\t$ gh auth token\n   2\t${HEX}`,
  JSON.stringify({ stdout: `+ vault kv get -field=password db\n${HEX}\n` }),
])('a secret that a command prints on the next line is redacted: %s', (text) => {
  expect(redact(text).text).not.toContain(HEX)
})

test.each([
  `$ git rev-parse HEAD\n${HEX}`,
  `$ cat src/token.ts\n${HEX}`,
  `$ echo $HOME\n${HEX}`,
  '$ echo $API_TOKEN\nsrc/parser/tokens.ts',
  '$ echo $API_TOKEN\nnot set here',
  '$ cat docs/passwords.md\nrequirements',
])('the output of another command is kept: %s', (text) => {
  expect(redact(text).findings).toEqual([])
})

describe('commands whose output is a secret', () => {
  test.each([
    'echo $DB_PASSWORD',
    'printf %s "$SECRET_KEY"',
    "jq -r '.access_token' a.json",
    'pass show a/b',
  ])('%s prints a secret', (command) => expect(printsSecret(command)).toBe(true))
  test.each(['echo $PATH', 'cat README.md', 'ls', 'jq -r .name a.json'])(
    '%s does not print a secret',
    (command) => expect(printsSecret(command)).toBe(false),
  )
})

test('in the output of a command, every line that consists of a single value is found', () => {
  const output = `ok\n${HEX}\nall good here\n${HEX}`
  expect(printedSecretsIn(output).map(({ start, end }) => output.slice(start, end))).toEqual([HEX, HEX])
})
