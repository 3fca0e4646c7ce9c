import { describe, expect, test } from 'vitest'
import { collectSecretLiterals } from './literals.ts'
import { createRedactor } from './redact.ts'

describe('secret values in an environment', () => {
  test.each([
    'GITHUB_TOKEN',
    'STRIPE_KEY',
    'MY_SECRET',
    'SECRET_THING',
    'DB_PASSWORD',
    'PGPASSWORD',
    'GOOGLE_CREDENTIALS',
    'npm_config_//registry/:_authToken',
    'API_KEY_PROD',
    'DATABASE_URL',
    'MONGO_URI',
    'SENTRY_DSN',
    'AUTH',
  ])('a variable is collected: %s', (name) => {
    expect(collectSecretLiterals({ [name]: 'pr://u:v4lue@host/x' }, [])).toContain('pr://u:v4lue@host/x')
  })

  test.each([
    'PATH',
    'KEY_PATH',
    'TOKEN_FILE',
    'KEYBOARD',
    'SSH_AUTH_SOCK',
    'GPG_AGENT_INFO',
    'XAUTHORITY',
    'HOME',
    'PUBLIC_KEY',
    'AUTHOR',
    'TOKEN_LIMIT',
    'GIT_ASKPASS',
    'PWD',
    'OLDPWD',
    'MONKEY',
  ])('a variable is not collected: %s', (name) => {
    expect(collectSecretLiterals({ [name]: 'a s3cret value' }, [])).toEqual([])
  })

  test.each([
    '',
    'short',
    'true',
    'localhost:5432',
    '/usr/local/bin',
    'production',
    '12345678901',
    'https://example.com',
    'aaaaaaaaaa',
    'SOME_NAME',
    'db.example.com',
    undefined,
  ])('the value %j is not a secret', (value) => {
    expect(collectSecretLiterals({ MY_TOKEN: value }, [])).toEqual([])
  })

  test('all values in .env files except short ones are collected', () => {
    const text = [
      '# comment',
      'A=v4lue-one',
      'export B="v4lue two" # why',
      "C='v4lue#three'",
      'D=x',
      'not a line',
    ].join('\n')
    expect(collectSecretLiterals({}, [text])).toEqual(['v4lue-one', 'v4lue two', 'v4lue#three'])
  })

  test('the password of a URL and each line of a multi-line value are collected', () => {
    expect(collectSecretLiterals({ DATABASE_URL: 'pg://me:v4lue-pass@db/x' }, [])).toContain('v4lue-pass')
    expect(collectSecretLiterals({ MY_KEY: 'line-number-1\\nline-number-2' }, [])).toContain('line-number-2')
  })
})

describe('a known value', () => {
  const literal = 'corréct "horse"/battery+staple'
  const redact = createRedactor([literal, 'An0ther-value'])
  const bytes = (before: string): string => Buffer.from(`${before}${literal} after`).toString('base64')
  test.each([
    ['unencoded', `x${literal}y`],
    ['in JSON', JSON.stringify({ a: literal })],
    ['in JSON within JSON', JSON.stringify(JSON.stringify({ a: literal }))],
    ['with escaped slashes', JSON.stringify(literal).replaceAll('/', '\\/')],
    ['in a URL', `?a=${encodeURIComponent(literal)}&b`],
    ['in a form', new URLSearchParams({ a: literal }).toString()],
    ['in base64', bytes('')],
    ['in base64 after one character', bytes('a')],
    ['in base64 after two characters', bytes('ab')],
  ])('a known value is redacted: %s', (_, text) => {
    const { text: out, findings } = redact(text)
    expect(findings.length).toBeGreaterThan(0)
    expect(out).not.toMatch(/battery|YmF0dGVye|F0dGVy|hdHRlcn/)
  })

  test('a known value is redacted only in its exact case', () => {
    expect(redact('an0ther-value').findings).toEqual([])
    expect(redact('An0ther-value').text).toBe('[redacted:known-value:13]')
  })
})

test('only the first thousand values of .env files are collected', () => {
  const line = (index: number): string => `K${index}=value-${index}-abcdefgh`
  const text = Array.from({ length: 20_000 }, (_, index) => line(index)).join('\n')
  const found = collectSecretLiterals({}, ['FIRST=first-value-9', text])
  expect(found).toHaveLength(1000)
  expect(found[0]).toBe('first-value-9')
})

test('a thousand .env values with the same prefix do not cause other text to be redacted', () => {
  const text = Array.from({ length: 1000 }, (_, index) => `K${index}=function f${index}()`).join('\n')
  const redact = createRedactor(collectSecretLiterals({}, [text]))
  const code = 'function other() {}\n'.repeat(50)
  expect(redact(code).text).toBe(code)
  expect(redact('run function f77() now').text).toBe('run [redacted:known-value:14] now')
})
