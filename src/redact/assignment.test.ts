import { describe, expect, test } from 'vitest'
import { createRedactor } from './redact.ts'

const redact = createRedactor([])
const VALUE = ['q7Rt', '2mXw', '9Lkd', '4Zpb'].join('')

describe('the value of a name that suggests a secret', () => {
  test.each([
    `password = "${VALUE}"`,
    `password: ${VALUE}`,
    `"password": "${VALUE}"`,
    `\\"password\\": \\"${VALUE}\\"`,
    `\\\\\\"password\\\\\\": \\\\\\"${VALUE}\\\\\\"`,
    `'client_secret': '${VALUE}'`,
    `export DB_PASSWORD=${VALUE}`,
    `DB_PASS='${VALUE}' node app.js`,
    `--password ${VALUE}`,
    `--api-key=${VALUE}`,
    `<password>${VALUE}</password>`,
    `spring.datasource.password=${VALUE}`,
    `X-Api-Key: ${VALUE}`,
    `https://example.com/?access_token=${VALUE}&page=2`,
    `access_token%3D${VALUE}%26page`,
    `Server=db;User Id=sa;Password=${VALUE};Encrypt=true`,
    `const apiKey: string = '${VALUE}'`,
    `:secret_key => "${VALUE}"`,
    `secret := "${VALUE}"`,
    `process.env.AUTH_TOKEN ??= "${VALUE}"`,
    `if (token === "${VALUE}") return`,
    `setPassword("${VALUE}")`,
    `("password", "${VALUE}")`,
    `"accessToken":\n    "${VALUE}"`,
    `auth: { user: 'a', pass: '${VALUE}' }`,
    `Uid=a;Pwd=${VALUE};`,
    `\\npassword=${VALUE}\\n`,
    `STRIPE_KEY=${VALUE}`,
    `SECRET_KEY_BASE=${VALUE}`,
    `token: ApiKey ${VALUE}`,
    `+  "privateKey": "${VALUE}",`,
  ])('the secret is redacted: %s', (text) => {
    const { text: out, findings } = redact(text)
    expect(findings.map(({ length }) => length)).toEqual([VALUE.length])
    expect(out).toBe(text.replace(VALUE, `[redacted:secret-value:${VALUE.length}]`))
  })

  test.each([
    ['letters and symbols without a digit', 'password = "correct-Horse!battery"', 'Horse'],
    ['base64 that starts like a path', 'secret: "//DTm4Sly6oxdMnremGSZ18t3cnEi6dtGGaZm0GReFA="', 'Sly6ox'],
    ['random letters', 'token: xkqzvbwmrtpl', 'zvbwm'],
    ['base64 with padding', 'password: c2VjcmV0MTIzNA==', 'c2VjcmV0'],
    ['lowercase letters in a shell', 'DB_PASSWORD=correcthorsebattery', 'horse'],
    ['words and a year', 'password: "Summer2024!"', 'Summer'],
    ['in JSON and contains an escaped quote', String.raw`{"password":"ab9\"cdEF77gh"}`, 'cdEF77'],
    ['in JSON within JSON and contains a quote', JSON.stringify('{"password":"ab9\\"cdEF77gh"}'), 'cdEF77'],
    [
      'base64 of a Kubernetes secret',
      `password: ${Buffer.from('hunter2hunter2').toString('base64')}`,
      'aHVudGVy',
    ],
  ])('the value is redacted if it is %s', (_, text, part) => {
    expect(redact(text).text).not.toContain(part)
  })
})

describe('text that only resembles an assignment of a secret', () => {
  test.each([
    'password = getPassword()',
    'const token = await fetchToken(user1, 2)',
    'token: string',
    'token?: string | undefined',
    'secret: process.env.X2_SECRET',
    'apiKey: undefined',
    'apiKey = config.oauth2.apiKey',
    'password: "changeme"',
    'password: "changeme123"',
    'password=your_password_here',
    'API_KEY=<your-api-key>',
    `API_KEY=\${API_KEY}`,
    'API_KEY=$API_KEY',
    'api_key: "{{ vault.key }}"',
    "api_key = '%s'",
    'the token count: 1500',
    'max_tokens: 4096',
    'tokenCount = 12345678',
    '"token_type": "access_token"',
    'token: "refresh_token"',
    'primaryKey: "a1b2c3d4e5f6a7b8"',
    'publicKey = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQg"',
    'key: "a1b2c3d4e5f6a7b8"',
    'keyboard: "a1b2c3d4e5f6a7b8"',
    'nextPageToken: "a1b2c3d4e5f6a7b8"',
    'author: "a1b2c3d4e5f6a7b8"',
    'privateKey: ed25519Seed,',
    'hasE2EToken: !!hasE2EToken,',
    'accessToken: "access-123"',
    "idToken: 'mock-web3auth-token'",
    '--- PASS: TestSession_7_char_commit (0.00s)',
    'pwd: osc7/osc51/osc99',
    'PWD=/home/me/project1',
    'password_file: /run/secrets/db1',
    'PASSWORD_HASH_ROUNDS=12345678',
    'SSH_AUTH_SOCK=/tmp/ssh-X1Y2Z3/agent.123',
    'import { API_KEY, WEB3AUTH_NETWORK1 } from "x"',
    'secret: "see docs/secrets2.md"',
    'auth: "https://auth2.example.com/v1"',
    'token = tokens[0]',
    'password: *******',
    'password=[redacted:secret-value:16]',
    'function verify(token: JwtToken2): boolean',
  ])('the text is kept: %s', (text) => {
    expect(redact(text)).toEqual({ text, findings: [] })
  })
})
