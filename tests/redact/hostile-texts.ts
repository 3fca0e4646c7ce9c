import { allRules } from '../../src/redact/rules/all-rules.ts'
import { chanceOf } from './chance.ts'
import { fillTemplate } from './template.ts'

export interface HostileText {
  readonly name: string
  /** A text of about this length. */
  readonly text: (length: number) => string
}

const repeated = (unit: string) => (length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Texts for one rule that repeat its keyword and almost match its pattern. */
export function hostileTexts(id: string): readonly HostileText[] {
  const rule = allRules.find((one) => one.id === id)
  if (!rule) throw new Error(`there is no rule ${id}`)
  const [keyword = ''] = rule.keywords
  const upper = keyword.toUpperCase()
  const { text: whole } = fillTemplate(rule.examples[0] ?? '', chanceOf(3))
  const almost = whole.slice(0, -2)
  const units: Readonly<Record<string, string>> = {
    keyword,
    'keyword in capitals': upper,
    'keyword and blank': `${keyword} `,
    'keyword and line break': `${keyword}\n`,
    'keyword and dash': `-${keyword}`,
    'keyword and underscore': `_${keyword}_`,
    'keyword and dot': `${keyword}.`,
    'keyword, equals, quote': `${keyword}="`,
    'keyword and escaped quote': `${keyword}: \\"`,
    'keyword and many letters': `${keyword}${'a'.repeat(500)}`,
    'keyword and many digits': `${keyword}${'1'.repeat(300)}!`,
    'keyword and much base64': `${keyword}${'Zm9v'.repeat(200)}\n`,
    'keyword and blanks': `${keyword}${' '.repeat(60)}`,
    'keyword and backslashes': `${keyword}${'\\'.repeat(30)}`,
    'keyword and line breaks': `${keyword}${'a1\n'.repeat(20)}`,
    'almost the example': `${almost} `,
    'almost the example, in capitals': `${almost.toUpperCase()}`,
    'the example': `${whole}\n`,
    'the example, dotted': `${whole}.`,
    'the example without its first character': `${whole.slice(1)}-`,
  }
  return Object.entries(units).map(([name, unit]) => ({ name, text: repeated(unit) }))
}

/** Texts for the detectors outside the rule table. */
export const generalHostileTexts: readonly HostileText[] = Object.entries({
  'names without values': 'token=',
  'names and quotes that never close': 'password="token=\'secret=`key=\\"',
  'names of many words': `${'aB'.repeat(30)}Token: `,
  'different names': 'x1_token_y2.z3-key = ',
  'long names': `${'a_'.repeat(200)}password=`,
  'beginnings of keys': '-----BEGIN PRIVATE KEY-----\n',
  'ends of keys': '-----END PRIVATE KEY-----\n',
  'a key that never ends': `${'QUJD'.repeat(16)}\n`,
  'many keys that never end': `-----BEGIN PRIVATE KEY-----\n${'QUJD'.repeat(16)}\n`,
  'many keys that never begin': `${'QUJD'.repeat(16)}\n-----END PRIVATE KEY-----`,
  'base64 of text': Buffer.from('some text, and more of it. ').toString('base64'),
  'base64 of base64': Buffer.from(Buffer.from('token = abc ').toString('base64')).toString('base64'),
  'base64 in short runs': `${Buffer.from('key=key=key=key=key=').toString('base64')} `,
  markers: '[redacted:jwt:9]',
  'markers that never end': '[redacted:',
  'values full of words': 'password: "my your the some a test dummy fake" ',
  'values full of names': `secret=${'word_'.repeat(300)} `,
  'URLs with colons': '://a:b:c:d:',
  'cookies without end': `cookie: ${'a=bbbbbbbb; '.repeat(40)}`,
  'two bytes a character': '中token=文 ',
  'commands without end': 'curl ',
  'commands with many words': `curl ${'-u a:b '.repeat(39)}`,
  'commands in commands': 'docker mysql zip openssl ',
  'commands with open quotes': `mysql -p"${'a'.repeat(250)} `,
  'types of keys': 'kty d: ',
  'members of keys': `kty ${'d="'.repeat(30)}`,
  'kinds of manifests': 'kind: Secret\n',
  'manifests with data': 'data:\n  a: bbbb\nkind: Secret\n',
  'manifests without values': `data:\n${' '.repeat(50)}`,
  colors: '\u001b[0m',
  'colors in words': 'a\u001b[32mtoken\u001b[0m=',
  escapes: '\\u0041\\x41%41%2F',
  'joined strings': 'a" + "',
  'invisible characters': '\u200b',
  'hexadecimal of text': Buffer.from('token = a secret key ').toString('hex'),
  'hexadecimal in short runs': `${Buffer.from('key=key=key=key=').toString('hex')} `,
  'keys with prefixes': `-----BEGIN PRIVATE KEY-----\n${'a '.repeat(140)}\n`,
  'keys with long prefixes': `-----BEGIN PRIVATE KEY-----\n${'x'.repeat(60)} ${'QUJD'.repeat(16)}\n`,
  'names of fields': 'name: token\n value',
  'pairs without values': `name: token\n${' '.repeat(78)}`,
  columns: `token${' '.repeat(40)}`,
  'passwords in tables': 'password    a1b2c3d4e5\n',
  echoes: 'echo a | ',
  'echoes without end': `echo ${'a'.repeat(190)}`,
  'sensitive values': '"value": "aaaa", "sensitive": ',
  'seed phrases': `mnemonic: ${'word '.repeat(23)}`,
  'URLs with tokens': `://${'a1'.repeat(99)}`,
  'bodies of keys': `MIIEvQIBADAN${'a'.repeat(120)}\n`,
}).map(([name, unit]) => ({ name, text: repeated(unit) }))
