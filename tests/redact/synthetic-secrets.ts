import { allRules } from '../../src/redact/rules/all-rules.ts'
import { chanceOf, pick, type RandomNumber } from './chance.ts'
import { type Filled, fillTemplate } from './template.ts'

interface SyntheticSecret {
  readonly rule: string
  /** The part of the text that must not be stored. */
  readonly secret: string
  readonly form: string
  /** What a tool printed. */
  readonly text: string
}

const COUNT = 400

/** Secrets for every rule in every form. The result is the same in every run. */
export function syntheticSecrets(): readonly SyntheticSecret[] {
  const chance = chanceOf(20_261_116)
  const result: SyntheticSecret[] = []
  for (let round = 0; result.length < COUNT; round += 1) {
    for (const [index, rule] of allRules.entries()) {
      const example = fillTemplate(pick(rule.examples, chance), chance)
      const form = FORMS[(round + index) % FORMS.length]
      const written = form?.write(example, chance)
      if (form && written) result.push({ rule: rule.id, form: form.name, ...written })
    }
    for (const make of [privateKey, assigned]) result.push(make(chance))
  }
  return result.slice(0, COUNT)
}

type SecretInText = Pick<SyntheticSecret, 'secret' | 'text'>
interface Form {
  readonly name: string
  /** Undefined if the example has no such form. */
  write(example: Filled, chance: RandomNumber): SecretInText | undefined
}

const longest = (pieces: readonly string[]): string =>
  [...pieces].sort((a, b) => b.length - a.length)[0] ?? ''
const secretOf = ({ pieces }: Filled): string => longest(pieces)
/** A single token that can be split after its prefix. */
const isToken = ({ text, pieces }: Filled): boolean =>
  /^[\w.-]{30,}$/.test(text) && !text.startsWith(pieces[0] ?? '')

const FORMS: readonly Form[] = [
  { name: 'bare', write: (example) => ({ secret: secretOf(example), text: example.text }) },
  {
    name: 'embedded',
    write: (example, chance) => ({
      secret: secretOf(example),
      text: `${pick(BEFORE, chance)}${example.text}${pick(BEHIND, chance)}`,
    }),
  },
  {
    name: 'json',
    write: (example) => {
      const text = JSON.stringify({ type: 'tool_result', content: `line one\n${example.text}\nline "two"` })
      return { secret: secretOf(example), text }
    },
  },
  {
    name: 'json in json',
    write: (example) => {
      const text = JSON.stringify(JSON.stringify({ stdout: `line one\n${example.text}\nline "two"` }))
      return { secret: secretOf(example), text }
    },
  },
  {
    name: 'split over lines',
    write: (example, chance) => {
      if (!isToken(example)) return undefined
      const { text } = example
      const at = Math.max(16, Math.floor(text.length * (0.5 + chance() * 0.3)))
      return {
        secret: text.slice(Math.floor(at / 2), at),
        text: `out:\n${text.slice(0, at)}\n${text.slice(at)}\nend`,
      }
    },
  },
  {
    name: 'base64',
    write: (example) => {
      const text = Buffer.from(`config: ${example.text}\n`).toString('base64')
      return { secret: text.slice(12, 60), text: `data = ${text}` }
    },
  },
  {
    name: 'in a URL',
    write: (example) =>
      isToken(example)
        ? {
            secret: secretOf(example),
            text: `GET https://api.example.com/v1/items?page=2&access_token=${example.text}&x=1 200`,
          }
        : undefined,
  },
]

const BEFORE = [
  'the value is ',
  'const value = "',
  '+  "',
  '  | ',
  'error: invalid: ',
  '<b>',
  '(',
  'curl -H "',
  '\u001b[32m',
] as const
const BEHIND = [' in the log', '"', ',', '\n', '.', '</b>', ')', ' \\', '\u001b[0m', ''] as const

function privateKey(chance: RandomNumber): SyntheticSecret {
  const lines = Array.from({ length: 12 }, () => fillTemplate('<b64:64>', chance).text)
  const kind = pick(['RSA ', 'EC ', 'OPENSSH ', '', 'ENCRYPTED '], chance)
  const [begin, end] = [`-----BEGIN ${kind}PRIVATE KEY-----`, `-----END ${kind}PRIVATE KEY-----`]
  const text = pick(
    [
      [begin, ...lines, end].join('\n'),
      [begin, ...lines].join('\n'),
      [...lines, end].join('\n'),
      JSON.stringify({ private_key: [begin, ...lines, end].join('\n') }),
    ],
    chance,
  )
  return { rule: 'private-key', form: 'block', secret: pick(lines, chance), text }
}

function assigned(chance: RandomNumber): SyntheticSecret {
  const { text } = fillTemplate(pick(['<24>', '<hex:32>', '<b64:40>', '<uuid>'], chance), chance)
  const template = pick(ASSIGNED, chance)
  return { rule: 'secret-value', form: 'assigned', secret: text, text: template.replace('VALUE', () => text) }
}

const ASSIGNED = [
  'password = "VALUE"',
  '"client_secret": "VALUE"',
  'export MY_TOKEN=VALUE',
  'api_key: VALUE',
  '--password VALUE',
  'X-Auth-Token: VALUE',
  '{\\"secretKey\\":\\"VALUE\\"}',
  '<password>VALUE</password>',
  'Password=VALUE;Encrypt=true',
] as const
