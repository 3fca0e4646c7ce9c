import { isCode, isNames, isOrdinary, isWordy } from './ordinary-value.ts'
import { nameSays } from './secret-name.ts'
import { entropy, hasSymbols, isPlaceholder, isVaried } from './secret-value.ts'
import type { Span } from './span.ts'

/** `name = value`, `"name": "value"`, `--name value`, `<name>value</name>`: where the name says that it is a secret. */
export const NAME_KEYWORDS: readonly string[] = [
  'pass',
  'pwd',
  'secret',
  'token',
  'key',
  'cred',
  'auth',
  'jwt',
  'cookie',
  'dsn',
]
export const ASSIGNMENT_RULE = 'secret-value'

/** For one text: the value of the name that the keyword at `at` is a part of. */
export function assignmentsIn(text: string): (at: number) => Span | undefined {
  const patient = patience()
  return (at) => {
    const nameEnd = endOfName(text, at)
    const sign = signAt(text, nameEnd)
    if (!sign) return undefined
    const nameStart = startOfName(text, at)
    const name = text.slice(nameStart, nameEnd)
    const says = isSignOf(text, { sign, nameStart }) ? nameSays(name) : 'nothing'
    if (says === 'nothing' || !patient.has(nameEnd + sign.length)) return undefined
    const value = valueAt(text, nameEnd + sign.length)
    if (!value || (!value.isQuoted && needsQuotes(name, sign))) return undefined
    patient.spend(value)
    const demands = {
      isShell: sign === '=' && /^[A-Z][A-Z0-9_]{0,64}$/.test(name),
      isStrict: says === 'key' || ASKS_MORE.test(sign),
      isPassword: /pass|pwd/i.test(name),
    }
    return isSecret(value, demands)
      ? { start: value.start, end: endOfValue(text, value), rule: ASSIGNMENT_RULE, isGuess: true }
      : undefined
  }
}

/** Names within values within values: a hostile text has thousands of them, an honest one two or three. */
function patience(): { has(at: number): boolean; spend(value: Value): void } {
  let until = 0
  let looks = 0
  return {
    has: (at) => at >= until || looks < MOST_LOOKS,
    spend: ({ start, end }) => {
      looks = start < until ? looks + 1 : 1
      if (looks === 1) until = end
    },
  }
}

const MOST_LOOKS = 4
/** Judged by so many characters; what goes on behind them goes with it. */
const LONGEST_VALUE = 300

const LONGEST_NAME = 64

function endOfName(text: string, from: number): number {
  let at = from
  while (at - from < LONGEST_NAME && isNameCharacter(text.charCodeAt(at))) at += 1
  return at
}

function startOfName(text: string, from: number): number {
  let at = from
  while (from - at < LONGEST_NAME && isNameCharacter(text.charCodeAt(at - 1))) at -= 1
  // In `\npassword=` the n is no part of the name.
  return text.charAt(at - 1) === '\\' && at < from ? at + 1 : at
}

/** Letters, digits, `_`, `-` and `.`. */
const isNameCharacter = (code: number): boolean =>
  ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x5f ||
  code === 0x2d ||
  code === 0x2e

/** What stands between name and value: it ends before the quotes of the value. */
const SIGN =
  /[\\"'`\]]{0,6}[ \t]{0,8}(?:\?\?=|\|\|=|[:+?]=|={1,3}>?|%3D|%3A|:(?:[ \t]{0,4}(?:string|str|String|&str|&'static str|char\*|SecretStr|Optional\[str\])(?: \| (?:undefined|null|None))?[ \t]{0,4}=)?|>|\(|,|[ \t](?=[\\"'`A-Za-z0-9]))[ \t]{0,8}(?:\\?\r?\n[ \t]{0,40}(?=\\?["']))?/y

function signAt(text: string, at: number): string | undefined {
  const code = text.charCodeAt(at)
  // Most names are followed by a letter of a sentence or of code: no pattern is needed to see that.
  if (!(code <= 0x3f || code === 0x5c || code === 0x5d || code === 0x60 || code === 0x7c)) return undefined
  SIGN.lastIndex = at
  return SIGN.exec(text)?.[0]
}

/** A call, a list or a comparison may hold a secret, but mostly holds words. */
const ASKS_MORE = /[(,]|==/

/** `PASS: TheTest`, `pwd: src/a` and `f(key, 12)` are no assignments. */
const needsQuotes = (name: string, sign: string): boolean =>
  ASKS_MORE.test(sign) || (/^(?:pass|pwd)$/i.test(name) && sign !== '=')

/** A blank separates only the options of a command line, a comma only what is quoted, and so on. */
function isSignOf(
  text: string,
  { sign, nameStart }: { readonly sign: string; readonly nameStart: number },
): boolean {
  const mark = sign.replace(/[\s\\"'`\]]/g, '')
  if (mark === '>') return text.charAt(nameStart - 1) === '<'
  if (mark === '') return text.startsWith('--', nameStart) && text.charAt(nameStart - 1) !== '-'
  if (mark === '(') return sign.startsWith('(')
  return mark !== ',' || /^\\{0,3}["']/.test(sign)
}

interface Value {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly isQuoted: boolean
  /** The character behind it. */
  readonly next: string
}

const QUOTED = /((?:b|r|f|u|rb|br|@|\$)?(\\{0,3}["'`]))((?:(?!\2)(?:\\{3}["'`]|\\.|[^\n\r\\])){1,300})/y
/** Up to a blank or a sign that ends a value in code, a shell or an address, where it may be percent-encoded. */
const BARE = /(?:(?!%(?:2[0267C]|0[AD]|3[BCE]))[^\s"'`,;&<>(){}[\]|\\]){1,300}/y
const SCHEME = /(?:Bearer|Basic|Token|Bot|ApiKey)(?: |%20){1,4}/iy

function valueAt(text: string, at: number): Value | undefined {
  QUOTED.lastIndex = at
  const quoted = QUOTED.exec(text)
  if (quoted) {
    const [, opening = '', , content = ''] = quoted
    return asValue(text, { start: at + opening.length, content, isQuoted: true })
  }
  const start = afterScheme(text, at)
  BARE.lastIndex = start
  const content = BARE.exec(text)?.[0]
  return content === undefined ? undefined : asValue(text, { start, content, isQuoted: false })
}

function afterScheme(text: string, at: number): number {
  SCHEME.lastIndex = at
  return SCHEME.test(text) ? SCHEME.lastIndex : at
}

function asValue(
  text: string,
  {
    start,
    content,
    isQuoted,
  }: { readonly start: number; readonly content: string; readonly isQuoted: boolean },
): Value {
  const scheme = afterScheme(content, 0)
  const end = start + content.length
  return { start: start + scheme, end, text: content.slice(scheme), isQuoted, next: text.charAt(end) }
}

/** Longer than it was judged by: on to the next blank, quote or bracket. */
function endOfValue(text: string, { end, text: { length } }: Value): number {
  if (length < LONGEST_VALUE - 20) return end
  REST.lastIndex = end
  return end + (REST.exec(text)?.[0].length ?? 0)
}

const REST = /[^\s"'`<>()\\]{0,20000}/y

interface Demands {
  /** `NAME=value` of a shell or an environment file: the value is never code. */
  readonly isShell: boolean
  readonly isStrict: boolean
  /** People choose passwords, and choose words; other secrets are made by machines. */
  readonly isPassword: boolean
}

const LEAST = 8
const LEAST_STRICT = 16

function isSecret(value: Value, { isShell, isStrict, isPassword }: Demands): boolean {
  const { text, isQuoted, next } = value
  if (text.length < (isStrict ? LEAST_STRICT : LEAST)) return false
  if (isPlaceholder(text) || isOrdinary(text) || text.includes('[redacted:')) return false
  if (isStrict) return isVaried(text) && entropy(text) >= 3.2 && !isWordy(text)
  if (isShell && next !== '(') return !isNames(text)
  if (!isQuoted && isCode(text, next)) return false
  if (!isPassword && isWordy(text)) return false
  return isVaried(text) || (isPassword && isQuoted && hasSymbols(text))
}
