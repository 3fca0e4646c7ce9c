import { describe, expect, test } from 'vitest'
import { chanceOf } from '../../tests/redact/chance.ts'
import { fillTemplate } from '../../tests/redact/template.ts'
import type { Detector } from './detector.ts'
import { createRedactor, redactorWith, redactPayload } from './redact.ts'

const redact = createRedactor([])
const chance = chanceOf(2)
const token = (): string => fillTemplate('ghp_<36>', chance).text

test('a truncated key is redacted up to the end of its last word', () => {
  const { text } = fillTemplate('ATATT3<url:186>', chance)
  const out = redact(`-----BEGIN PRIVATE KEY-----\n ${text.slice(0, 70)}-${text.slice(70)} after`).text
  expect(out).toMatch(/^\[redacted:private-key:\d+\] after$/)
})

test('a truncated key is redacted together with another secret that starts in its last line', () => {
  const text = '2/1272145664520947/1676512830795430:c732545425d67bcf88663a06f771020c'
  expect(redact(`-----BEGIN PRIVATE KEY-----\n ${text} after`).text).toMatch(
    /^\[redacted:private-key:\d+\] after$/,
  )
})

describe('redaction', () => {
  test('redaction replaces a secret with its rule and length, and keeps the surrounding text', () => {
    expect(redact(`before ${token()} after`)).toEqual({
      text: 'before [redacted:github-token:40] after',
      findings: [{ rule: 'github-token', length: 40 }],
    })
  })

  test('redaction uses the vendor rule even after a name that suggests a secret', () => {
    expect(redact(`export GITHUB_TOKEN=${token()}`).text).toBe(
      'export GITHUB_TOKEN=[redacted:github-token:40]',
    )
  })

  test('redaction never puts the secret into the findings', () => {
    const secret = token()
    expect(JSON.stringify(redact(`a ${secret} b`).findings)).not.toContain(secret.slice(4, 10))
  })
})

describe('secrets in other text', () => {
  const secret = token()
  const body = secret.slice(4)
  test.each([
    ['in prose', `the token is ${secret}.`],
    ['in code', `const t = "${secret}";`],
    ['after a terminal color', `\u001b[32m${secret}\u001b[0m`],
    ['in JSON within JSON', JSON.stringify(JSON.stringify({ a: `\n${secret}\n` }))],
    ['after an escaped line break', `a\\n${secret}\\nb`],
    ['in a URL', `https://x-access-token:${secret}@github.com/a/b.git`],
    ['in an encoded URL', encodeURIComponent(`https://x?t=${secret}&u=1`)],
    ['in base64', Buffer.from(`token: ${secret}\n`).toString('base64')],
    ['in base64 of base64', Buffer.from(Buffer.from(secret).toString('base64')).toString('base64')],
    ['in base64 after other text', `x/${Buffer.from(`my ${secret}`).toString('base64')}`],
    [
      'in wrapped base64',
      Buffer.from(`${'lorem ipsum '.repeat(9)} ${secret}`)
        .toString('base64')
        .replace(/.{76}/g, '$&\n'),
    ],
    ['broken by a line break', `${secret.slice(0, 22)}\n${secret.slice(22)}`],
    ['broken by a backslash', `${secret.slice(0, 30)}\\\n    ${secret.slice(30)}`],
    ['split into two string literals', `'${secret.slice(0, 20)}' +\n  '${secret.slice(20)}'`],
    ['truncated at the end of the text', `token ${secret.slice(0, 28)}`],
    ['longer than usual', `${secret}${body}${body}`],
    ['with a dot in it', `${secret}.${body}`],
  ])('a secret %s is found', (_, text) => {
    const { text: out, findings } = redact(text)
    expect(findings.length).toBeGreaterThan(0)
    for (const part of [body.slice(0, 8), body.slice(10, 18), body.slice(-8)]) expect(out).not.toContain(part)
    expect(out).not.toContain(Buffer.from(secret).toString('base64').slice(8, 24))
  })
})

describe('a private key', () => {
  const lines = Array.from({ length: 6 }, () => fillTemplate('<b64:64>', chance).text)
  const last = fillTemplate('<b64:30>', chance).text
  const [begin, end] = ['-----BEGIN RSA PRIVATE KEY-----', '-----END RSA PRIVATE KEY-----']
  const whole = [begin, ...lines, `${last}==`, end].join('\n')
  test.each([
    ['that is complete', `a\n${whole}\nb`],
    ['in JSON', JSON.stringify({ private_key: `${whole}\n` })],
    ['in JSON within JSON', JSON.stringify(JSON.stringify({ private_key: `${whole}\n` }))],
    ['that is indented and quoted', whole.replaceAll('\n', '\n  > ')],
    ['with headers', whole.replace('\n', '\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00FF\n\n')],
    ['without its end', [begin, ...lines].join('\n')],
    ['that ends within a line', [begin, ...lines, last.slice(0, 20)].join('\n')],
    ['without its beginning', ['words before', ...lines, last, end, 'words after'].join('\n')],
    ['that starts within a line', [lines[0]?.slice(50), ...lines, last, end].join('\n')],
    ['on one line', whole.replaceAll('\n', ' ')],
    ['in base64', Buffer.from(whole).toString('base64')],
    ['of OpenPGP', whole.replaceAll('RSA PRIVATE KEY', 'PGP PRIVATE KEY BLOCK')],
  ])('a private key %s is redacted', (_, text) => {
    const { text: out, findings } = redact(text)
    expect(findings.map(({ rule }) => rule)).toContain('private-key')
    for (const line of [...lines, last]) expect(out).not.toContain(line.slice(0, 12))
    expect(out).not.toContain(Buffer.from(whole).toString('base64').slice(200, 230))
  })

  test.each([
    [
      'only mentions a key',
      'Paste the text between -----BEGIN PRIVATE KEY----- and -----END PRIVATE KEY----- here.',
    ],
    ['is a public key', whole.replaceAll('RSA PRIVATE', 'PUBLIC')],
    ['is a certificate', whole.replaceAll('RSA PRIVATE KEY', 'CERTIFICATE')],
  ])('a private key is not found in text that %s', (_, text) => {
    expect(redact(text).text).toBe(text)
  })
})

describe('a Discord token', () => {
  test('a Discord token is recognized by the number in its first part', () => {
    const first = Buffer.from('604938271604938271').toString('base64')
    const secret = fillTemplate(`${first}.<url:6>.<url:38>`, chance)
    expect(redact(`login ${secret.text}`).text).toBe(
      `login [redacted:discord-bot-token:${secret.text.length}]`,
    )
  })
})

describe('the redactor', () => {
  const one = (start: Detector['start']): Detector => ({ keywords: ['abc'], start })
  test('the redactor removes the whole text if a detector throws', () => {
    const breaking = redactorWith([one(() => () => JSON.parse('{'))])
    expect(breaking('xabcx').text).toBe('[redacted:not-examined:5]')
    expect(breaking('xabx').text).toBe('xabx')
  })

  test('the redactor removes the whole text if a detector never stops finding secrets', () => {
    const endless = redactorWith([one(() => (at) => ({ start: at, end: at + 3, rule: 'abc-abc' }))])
    expect(endless('xabcx')).toEqual({
      text: '[redacted:not-examined:5]',
      findings: [{ rule: 'not-examined', length: 5 }],
    })
  })
})

test('the redactor finds a secret at any position relative to a scan window', () => {
  const secret = token()
  for (let before = 64 * 1024 - 45; before < 64 * 1024 + 5; before += 1) {
    const out = redact(`${'. '.repeat(before / 2)}${before % 2 ? ' ' : ''}${secret} tail`).text
    expect(out.endsWith('[redacted:github-token:40] tail')).toBe(true)
  }
})

const SECRET = 'hunter2-correct-horse'
const redactSecret = createRedactor([SECRET])

test.each([
  ['in a field', { prompt: `log in with ${SECRET}` }],
  ['in a list', { tool_input: { lines: ['a', SECRET] } }],
  ['under a secret name', { tool_input: { api_key: 'q8Zr41-Lm02xTs7' } }],
  ['with quotes', { prompt: `export PASSWORD="q8Zr41-Lm02xTs7"` }],
])('a secret %s is removed and the payload stays JSON', (_, payload) => {
  const redacted = redactPayload(JSON.stringify({ session_id: 's', ...payload }), redactSecret)
  expect(JSON.parse(redacted)).toMatchObject({ session_id: 's' })
  expect(redacted).not.toMatch(/hunter2|q8Zr41/)
})

test('a secret in text that is not JSON is removed', () => {
  expect(redactPayload(`{"prompt": "half of ${SECRET}`, redactSecret)).not.toContain(SECRET)
})

test('JSON that would become invalid as a whole is redacted string by string', () => {
  const breaks = (text: string) => ({ text: text.replace(/secret"?/g, '[redacted]'), findings: [] })
  expect(JSON.parse(redactPayload('{"a":"secret","b":1}', breaks))).toEqual({ a: '[redacted]', b: 1 })
})
