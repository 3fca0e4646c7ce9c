import type { SecretSpan } from './detector.ts'
import { classifyName } from './secret-name.ts'
import {
  entropy,
  hasSymbols,
  isCode,
  isMadeOfWords,
  isNamePath,
  isOrdinaryValue,
  isPlaceholder,
  looksRandom,
} from './secret-value.ts'
/** Detects `name = value`, `"name": "value"`, `--name value` and `<name>value</name>` where the name suggests a secret. */
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
const ASSIGNMENT_RULE = 'secret-value'

/** Returns a function that finds the value of the name around the keyword at `at`. */
export function detectAssignments(text: string): (at: number) => SecretSpan | undefined {
  const nesting = nestingLimit()
  return (at) => {
    const nameEnd = endOfName(text, at)
    const operator = operatorAt(text, nameEnd)
    if (!operator) return undefined
    const nameStart = startOfName(text, at)
    const name = text.slice(nameStart, nameEnd)
    const nameClass = isAssignment(text, { operator, nameStart }) ? classifyName(name) : 'nothing'
    if (nameClass === 'nothing' || !nesting.has(nameEnd + operator.length)) return undefined
    const value = readValue(text, nameEnd + operator.length)
    if (!value || (!value.isQuoted && needsQuotes(name, operator))) return undefined
    nesting.spend(value)
    const context = {
      isShell: operator === '=' && /^[A-Z][A-Z0-9_]{0,64}$/.test(name),
      isStrict: nameClass === 'key' || AMBIGUOUS_OPERATOR.test(operator),
      isPassword: /pass|pwd/i.test(name),
    }
    return isSecret(value, context)
      ? { start: value.start, end: endOfValue(text, value), rule: ASSIGNMENT_RULE, isGuess: true }
      : undefined
  }
}

/** Limits names inside values inside values: hostile text has thousands, ordinary text two or three. */
function nestingLimit(): { has(at: number): boolean; spend(value: AssignedValue): void } {
  let until = 0
  let looks = 0
  return {
    has: (at) => at >= until || looks < MAX_NESTED_VALUES,
    spend: ({ start, end }) => {
      looks = start < until ? looks + 1 : 1
      if (looks === 1) until = end
    },
  }
}

const MAX_NESTED_VALUES = 4
/** Only this many characters are examined; the rest of a longer value is redacted with them. */
const MAX_VALUE_LENGTH = 300

const MAX_NAME_LENGTH = 64

function endOfName(text: string, from: number): number {
  let at = from
  while (at - from < MAX_NAME_LENGTH && isNameCharacter(text.charCodeAt(at))) at += 1
  return at
}

function startOfName(text: string, from: number): number {
  let at = from
  while (from - at < MAX_NAME_LENGTH && isNameCharacter(text.charCodeAt(at - 1))) at -= 1
  // In `\npassword=` the n is not part of the name.
  return text.charAt(at - 1) === '\\' && at < from ? at + 1 : at
}

/** Letters, digits, `_`, `-` and `.`. */
const isNameCharacter = (code: number): boolean =>
  ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x5f ||
  code === 0x2d ||
  code === 0x2e

/** The text between name and value, up to the opening quote of the value. */
const OPERATOR =
  /[\\"'`\]]{0,6}[ \t]{0,8}(?:\?\?=|\|\|=|[:+?]=|={1,3}>?|%3D|%3A|:(?:[ \t]{0,4}(?:string|str|String|&str|&'static str|char\*|SecretStr|Optional\[str\])(?: \| (?:undefined|null|None))?[ \t]{0,4}=)?|>|\(|,|[ \t](?=[\\"'`A-Za-z0-9]))[ \t]{0,8}(?:\\?\r?\n[ \t]{0,40}(?=\\?["']))?/y

function operatorAt(text: string, at: number): string | undefined {
  const code = text.charCodeAt(at)
  // Fast path: most names are followed by a letter.
  if (!(code <= 0x3f || code === 0x5c || code === 0x5d || code === 0x60 || code === 0x7c)) return undefined
  OPERATOR.lastIndex = at
  return OPERATOR.exec(text)?.[0]
}

/** Calls, lists and comparisons rarely contain a secret, so they need stronger evidence. */
const AMBIGUOUS_OPERATOR = /[(,]|==/

/** `PASS: TheTest`, `pwd: src/a` and `f(key, 12)` are not assignments. */
const needsQuotes = (name: string, operator: string): boolean =>
  AMBIGUOUS_OPERATOR.test(operator) || (/^(?:pass|pwd)$/i.test(name) && operator !== '=')

/** A space separates name and value only in command-line options, a comma only after a quoted name, and so on. */
function isAssignment(
  text: string,
  { operator, nameStart }: { readonly operator: string; readonly nameStart: number },
): boolean {
  const mark = operator.replace(/[\s\\"'`\]]/g, '')
  if (mark === '>') return text.charAt(nameStart - 1) === '<'
  if (mark === '') return text.startsWith('--', nameStart) && text.charAt(nameStart - 1) !== '-'
  if (mark === '(') return operator.startsWith('(')
  return mark !== ',' || /^\\{0,3}["']/.test(operator)
}

interface AssignedValue {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly isQuoted: boolean
  /** The character after the value. */
  readonly next: string
}

const QUOTED = /((?:b|r|f|u|rb|br|@|\$)?(\\{0,3}["'`]))((?:(?!\2)(?:\\{3}["'`]|\\.|[^\n\r\\])){1,300})/y
/** Up to a space or a character that ends a value in code, a shell or a URL, where it may be percent-encoded. */
const BARE = /(?:(?!%(?:2[0267C]|0[AD]|3[BCE]))[^\s"'`,;&<>(){}[\]|\\]){1,300}/y
const SCHEME = /(?:Bearer|Basic|Token|Bot|ApiKey)(?: |%20){1,4}/iy

function readValue(text: string, at: number): AssignedValue | undefined {
  QUOTED.lastIndex = at
  const quoted = QUOTED.exec(text)
  if (quoted) {
    const [, opening = '', , content = ''] = quoted
    return createValue(text, { start: at + opening.length, content, isQuoted: true })
  }
  const start = afterScheme(text, at)
  BARE.lastIndex = start
  const content = BARE.exec(text)?.[0]
  return content === undefined ? undefined : createValue(text, { start, content, isQuoted: false })
}

function afterScheme(text: string, at: number): number {
  SCHEME.lastIndex = at
  return SCHEME.test(text) ? SCHEME.lastIndex : at
}

function createValue(
  text: string,
  {
    start,
    content,
    isQuoted,
  }: { readonly start: number; readonly content: string; readonly isQuoted: boolean },
): AssignedValue {
  const scheme = afterScheme(content, 0)
  const end = start + content.length
  return { start: start + scheme, end, text: content.slice(scheme), isQuoted, next: text.charAt(end) }
}

/** Extends a value that reached the limit to the next space, quote or bracket. */
function endOfValue(text: string, { end, text: { length } }: AssignedValue): number {
  if (length < MAX_VALUE_LENGTH - 20) return end
  REST.lastIndex = end
  return end + (REST.exec(text)?.[0].length ?? 0)
}

const REST = /[^\s"'`<>()\\]{0,20000}/y

interface ValueContext {
  /** `NAME=value` in a shell or an environment file: the value is never code. */
  readonly isShell: boolean
  readonly isStrict: boolean
  /** People choose words as passwords; other secrets are generated. */
  readonly isPassword: boolean
}

const MIN_LENGTH = 8
const MIN_STRICT_LENGTH = 16

function isSecret(value: AssignedValue, { isShell, isStrict, isPassword }: ValueContext): boolean {
  const { text, isQuoted, next } = value
  if (text.length < (isStrict ? MIN_STRICT_LENGTH : MIN_LENGTH)) return false
  if (isPlaceholder(text) || isOrdinaryValue(text) || text.includes('[redacted:')) return false
  if (isStrict) return looksRandom(text) && entropy(text) >= 3.2 && !isMadeOfWords(text)
  if (isShell && next !== '(') return !isNamePath(text)
  if (!isQuoted && isCode(text, next)) return false
  if (!isPassword && isMadeOfWords(text)) return false
  return looksRandom(text) || (isPassword && isQuoted && hasSymbols(text))
}
