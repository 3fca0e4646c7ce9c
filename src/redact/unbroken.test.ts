import { describe, expect, test } from 'vitest'
import { chanceOf } from '../../tests/redact/chance.ts'
import { fillTemplate } from '../../tests/redact/template.ts'
import { createRedactor } from './redact.ts'

const redact = createRedactor([])
const { text: token } = fillTemplate('ghp_<36>', chanceOf(4))
const [head, tail] = [token.slice(0, 14), token.slice(14)]

test.each([
  ['a terminal color', `${head}\u001b[01;31m\u001b[K${tail}`],
  ['a zero-width space', `${head}\u200b${tail}`],
  ['a soft hyphen', `${head}\u00ad${tail}`],
  ['an escaped character', token.replace('_', '\\u005f')],
  ['joined strings', `x = "${head}" + "${tail}"`],
])('a token broken by %s is redacted as a whole', (_, text) => {
  const out = redact(`before ${text} after`).text
  expect(out).toMatch(/^before .*\[redacted:github-token:\d+\].* after$/)
  expect(out).not.toContain(tail.slice(0, 8))
  expect(out).not.toContain(head.slice(5))
})

describe('text in UTF-16', () => {
  const little = Buffer.from(`$ cat .env\nTOKEN=${token}\n`, 'utf16le')
  const big = Buffer.from(little).swap16()
  const read = (bytes: Buffer, encoding: 'utf8' | 'latin1' | 'base64'): string => bytes.toString(encoding)
  test.each([
    ['little-endian text', read(little, 'utf8')],
    ['big-endian text', read(big, 'latin1')],
    ['text with a mark at its start', `\ufffd\ufffd${read(little, 'utf8')}`],
    ['text in JSON', JSON.stringify({ stdout: read(little, 'utf8') })],
    ['base64', `powershell -EncodedCommand ${read(little, 'base64')}`],
    ['big-endian base64', `x ${read(big, 'base64')}`],
  ])('a token is redacted in %s', (_, text) => {
    expect(text.length).toBeGreaterThan(100)
    const out = redact(text).text
    expect(out).toMatch(/\[redacted:/)
    expect(out.replaceAll(/\0|\\u0000/g, '')).not.toContain(tail.slice(0, 8))
    expect(out).not.toContain(read(little, 'base64').slice(60, 90))
    expect(out).not.toContain(read(big, 'base64').slice(60, 90))
  })
})

test('text around a break is unchanged', () => {
  const text = `\u001b[32mok\u001b[0m 100%25 of "a" + "b" and a\u200bb`
  expect(redact(text)).toEqual({ text, findings: [] })
})

test('a percent-encoded token is redacted', () => {
  const { text, pieces } = fillTemplate('<digit:10>:AA<url:33>', chanceOf(5))
  expect(redact(`?bot=${encodeURIComponent(text)}&x=1`).text).not.toContain(pieces[1])
})
