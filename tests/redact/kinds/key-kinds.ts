import { pick, type RandomNumber } from '../chance.ts'
import { fillTemplate } from '../template.ts'
import type { SecretSample } from './sample.ts'

const lines = (chance: RandomNumber): readonly string[] =>
  Array.from({ length: 8 }, () => fillTemplate('<b64:64>', chance).text)

function pem(chance: RandomNumber): { readonly all: readonly string[]; readonly body: readonly string[] } {
  const type = pick(['RSA ', 'EC ', 'OPENSSH ', '', 'ENCRYPTED '], chance)
  const body = [...lines(chance), `${fillTemplate('<b64:30>', chance).text}==`]
  return { all: [`-----BEGIN ${type}PRIVATE KEY-----`, ...body, `-----END ${type}PRIVATE KEY-----`], body }
}

const keyWith =
  (write: (all: readonly string[]) => string) =>
  (chance: RandomNumber): SecretSample => {
    const { all, body } = pem(chance)
    const text = write(all)
    return { text, secrets: body.slice(0, -1).filter((line) => text.includes(line)) }
  }

const prefixed = (prefix: (index: number) => string) =>
  keyWith((all) => all.map((line, index) => `${prefix(index + 1)}${line}`).join('\n'))

const member = (chance: RandomNumber, length: number): string => fillTemplate(`<url:${length}>`, chance).text

/** An encoded token. Its secret is a part of the encoded text, because a leak would have that form. */
const encoded =
  (template: string, encoding: 'base64' | 'hex', write: (text: string) => string) =>
  (chance: RandomNumber): SecretSample => {
    const text = Buffer.from(fillTemplate(template, chance).text).toString(encoding)
    return { text: write(text), secrets: [text.slice(16, 48)] }
  }

const brokenBy =
  (template: string, breaks: (text: string) => string) =>
  (chance: RandomNumber): SecretSample => {
    const { text } = fillTemplate(template, chance)
    const written = breaks(text)
    return { text: written, secrets: [written.slice(-14)] }
  }

const inTwo = (text: string, gap: string): string => `${text.slice(0, 15)}${gap}${text.slice(15)}`

/** Private keys as tools print them, and tokens in other encodings. */
export const keyKinds: Readonly<Record<string, (chance: RandomNumber) => SecretSample>> = {
  'private key': keyWith((all) => all.join('\n')),
  'private key, cat -n': prefixed((n) => `${String(n).padStart(6)}\t`),
  'private key, grep -n': prefixed((n) => `${n}:`),
  'private key, grep with file': prefixed((n) => `certs/server.key:${n}:`),
  'private key, grep context': prefixed((n) => `certs/server.key-${n}-`),
  'private key, line numbers and arrow': prefixed((n) => `${String(n).padStart(6)}→`),
  'private key, line numbers and bar': prefixed((n) => `${String(n).padStart(4)} | `),
  'private key, added in a diff': prefixed(() => '+'),
  'private key, removed in a diff': prefixed(() => '-'),
  'private key, log prefix': prefixed((n) => `2026-11-18T10:00:0${n % 10}.123Z INFO [app] `),
  'private key, container prefix': prefixed(() => 'web-1  | '),
  'private key, quoted lines': keyWith((all) => all.map((line) => `"${line}\\n" +`).join('\n  ')),
  'private key, list of strings': keyWith((all) => all.map((line) => `    '${line}',`).join('\n')),
  'private key, mail quote': prefixed(() => '> '),
  'private key, yaml block': keyWith((all) => `tls.key: |\n${all.map((line) => `    ${line}`).join('\n')}`),
  'private key, comment': prefixed(() => '# '),
  'private key, one line': keyWith((all) => all.join('\\n')),
  'private key, environment': keyWith((all) => `PRIVATE_KEY="${all.join('\\n')}"`),
  'private key, json': keyWith((all) =>
    JSON.stringify({ type: 'service_account', private_key: all.join('\n') }),
  ),
  'private key, json in json': keyWith((all) => JSON.stringify(JSON.stringify({ key: all.join('\n') }))),
  'private key, head': keyWith((all) =>
    all
      .slice(0, 5)
      .map((line, n) => `${n + 1}\t${line}`)
      .join('\n'),
  ),
  'private key, colour': keyWith((all) => all.map((line) => `\u001b[32m+${line}\u001b[m`).join('\n')),
  'private key, windows line ends': keyWith((all) => all.join('\r\n')),
  'private key, base64': (chance) => {
    const text = Buffer.from(pem(chance).all.join('\n')).toString('base64')
    return { text: `key: ${text}`, secrets: [text.slice(100, 140)] }
  },
  'private key without markers': (chance) => {
    const body = lines(chance)
    return {
      text: ['MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj', ...body].join('\n'),
      secrets: body,
    }
  },
  'jwk of rsa': (chance) => {
    const [d, p, q] = [member(chance, 342), member(chance, 171), member(chance, 171)]
    const jwk = { kty: 'RSA', n: member(chance, 342), e: 'AQAB', d, p, q, dp: q, dq: p, qi: p }
    return { text: JSON.stringify(jwk), secrets: [d, p, q] }
  },
  'jwk of an elliptic curve': (chance) => {
    const d = member(chance, 43)
    const jwk = { kty: 'EC', crv: 'P-256', x: member(chance, 43), y: member(chance, 43), d }
    return { text: JSON.stringify(jwk, null, 2), secrets: [d] }
  },
  'jwk of ed25519': (chance) => {
    const d = member(chance, 43)
    return { text: `{ crv: 'Ed25519', d: '${d}', x: '${member(chance, 43)}', kty: 'OKP' }`, secrets: [d] }
  },
  'jwk, symmetric': (chance) => {
    const k = member(chance, 43)
    return { text: JSON.stringify({ keys: [{ kty: 'oct', kid: '1', k, alg: 'HS256' }] }), secrets: [k] }
  },
  'jwk in json': (chance) => {
    const d = member(chance, 43)
    return { text: JSON.stringify({ key: JSON.stringify({ kty: 'OKP', d, crv: 'Ed25519' }) }), secrets: [d] }
  },
  'base64 of a token': encoded('ghp_<36>', 'base64', (text) => `value: ${text}`),
  'base64 of an assignment': encoded('password=<20> ', 'base64', (text) => `echo ${text} | base64 -d`),
  'base64 of a command': encoded('curl -u me:<20> https://example.com', 'base64', (text) => `"${text}"`),
  'hexadecimal of a token': encoded('ghp_<36>', 'hex', (text) => `value: ${text}`),
  'hexadecimal of a stripe key': encoded('sk_live_<24>', 'hex', (text) => `0x${text}`),
  'hexadecimal of an assignment': encoded('AWS_SECRET_ACCESS_KEY=<b64:40>', 'hex', (text) => text),
  'token broken by a colour': brokenBy('ghp_<36>', (text) => inTwo(text, '\u001b[01;31m\u001b[K')),
  'token broken after its prefix by a colour': brokenBy(
    'ghp_<36>',
    (text) => `\u001b[31mghp_\u001b[0m${text.slice(4)}`,
  ),
  'token broken by a zero-width space': brokenBy('glpat-<url:20>', (text) => inTwo(text, '\u200b')),
  'token broken by a soft hyphen': brokenBy('sk_live_<24>', (text) => inTwo(text, '\u00ad')),
  'token with a byte order mark': brokenBy('npm_<36>', (text) => inTwo(text, '\ufeff')),
  'token with an escaped character': brokenBy('ghp_<36>', (text) => text.replace('_', '\\u005f')),
  'token with escaped characters': brokenBy('ghp_<36>', (text) => text.replace('ghp', '\\x67\\x68\\x70')),
  'token in two strings': brokenBy('ghp_<36>', (text) => `"${inTwo(text, '" + "')}"`),
  'token prefix in its own string': brokenBy('sk_live_<24>', (text) => `'sk_live_' + '${text.slice(8)}'`),
  'token in two php strings': brokenBy('ghp_<36>', (text) => `'${inTwo(text, "' . '")}'`),
  'named value in colour': (chance) => {
    const { text } = fillTemplate('<20>', chance)
    return { text: `\u001b[36mpassword\u001b[0m: \u001b[32m${text}\u001b[0m`, secrets: [text] }
  },
  'putty key': (chance) => {
    const body = lines(chance)
    const head = ['PuTTY-User-Key-File-3: ssh-rsa', 'Encryption: none', 'Comment: k', 'Private-Lines: 8']
    return { text: [...head, ...body, 'Private-MAC: 00'].join('\n'), secrets: body }
  },
  'openvpn static key': (chance) => {
    const body = Array.from({ length: 16 }, () => fillTemplate('<hex:32>', chance).text)
    const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} OpenVPN Static key V1-----`)
    return { text: [begin, ...body, end].join('\n'), secrets: body }
  },
}
