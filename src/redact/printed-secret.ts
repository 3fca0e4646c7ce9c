import type { SecretSpan } from './detector.ts'
import { classifyName } from './secret-name.ts'
import { isChosenValue, isMadeOfWords, isOrdinaryValue, isPlaceholder, looksSecret } from './secret-value.ts'

/** A secret that a command printed on a line of its own. */
export const PRINTED_RULE = 'printed-secret'

/** Each command in `PRINTING` contains one of these. */
export const PRINTING_KEYWORDS: readonly string[] = [
  'echo ',
  'printf ',
  'printenv ',
  'cat ',
  'openssl rand',
  'pwgen',
  'urandom',
  'token_hex',
  'token_urlsafe',
  'randombytes',
  'genkey',
  'auth token',
  'auth:token',
  'print-access-token',
  'print-identity-token',
  'get-access-token',
  'get-login-password',
  'get-secret-value',
  'with-decryption',
  'get secret',
  'create token',
  'vault ',
  'op read',
  'op item',
  'pass show',
  'bw get',
  'find-generic-password',
  'find-internet-password',
  'secret-tool lookup',
  'output -raw',
  'config:get',
  'rails secret',
  'rake secret',
  'gen.secret',
  'secret_key',
  'key:generate',
  'secrets get',
  'keyring get',
  'jq -r',
]

const PRINTING = [
  /openssl rand|\bpwgen\b|\/dev\/urandom|token_(?:hex|urlsafe)\(|randomBytes\(|\bgenkey\b/i,
  /\bauth[ :]token\b|print-(?:access|identity)-token|get-access-token|get-login-password|get-secret-value|--with-decryption/i,
  /\bget secrets?[ /]|\bcreate token\b|vault (?:kv get|read|print token|token create)|op (?:read|item get)|pass show|bw get (?:password|item|totp)/i,
  /find-(?:generic|internet)-password|secret-tool lookup|output -raw|config:get|(?:rails|rake) secret|gen\.secret|generate_secret_key|get_random_secret_key|key:generate --show|secrets get|keyring get/i,
  /jq -r [\\"']{0,4}\.[\w.[\]"-]{0,60}(?:token|secret|password|key)\b/i,
] as const

/** A variable that a command prints. */
const PRINTED_NAME = /\b(?:(?:echo|printf)[ \t][^\n|;&]{0,40}?\$\{?|printenv[ \t]{1,4})([A-Za-z_]\w{0,60})/g
/** A file that a command prints, if it is not a source or a document. */
const PRINTED_FILE =
  /\bcat [^\n|;&<>]{0,120}?(?:[\w.-]*(?:passw(?:or)?d|secret|token|api[_-]?key|credential|passphrase)[\w-]*)(?:\.(?:txt|key|secret|dat|conf))?(?=[\s"'\\|;&)]|$)/i

/** Whether the output of a shell command is a secret. */
export const printsSecret = (command: string): boolean =>
  PRINTING.some((shape) => shape.test(command)) ||
  PRINTED_FILE.test(command) ||
  [...command.matchAll(PRINTED_NAME)].some(([, name = '']) => classifyName(name) !== 'nothing')

/** What tools and loggers print before each line. */
const LINE_PREFIX =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colors start with one
  /(?:[^\n\\"']{0,70}[\]:] )?(?:(?:\u001b|\\u001b)\[[\d;]{0,12}m|\\t|\d{1,6}(?=[ \t\\|:→])|[ \t>|:→*#+-]){0,16}/y
const LINE_BREAK = /\r?\n|\\{1,4}n/g
const LINE_END = /[ \t]{0,4}(?:\r?\n|\\{1,4}n)/y
const VALUE = /[^\s"'`\\,;(){}<>]{8,4000}(?=[ \t]{0,4}(?:$|[\r\n"'`]|\\))/y

/** How many lines of output are examined. Base64 is wrapped after 64 characters. */
const MAX_LINES = 4

/** Returns a function that finds what the command at `at` printed on the next lines. */
export function detectPrintedSecrets(text: string): (at: number) => readonly SecretSpan[] | undefined {
  const lineEnd = lineEnds(text)
  return (at) => {
    const { start, end } = lineEnd(at)
    if (start - at > MAX_COMMAND) return undefined
    const valueAt = linesAfter(text, end)
    const first = valueAt()
    if (!first || !printsSecret(text.slice(Math.max(0, at - 8), start))) return undefined
    const spans = [first]
    for (let next = valueAt(); next && spans.length < MAX_LINES; next = valueAt()) spans.push(next)
    return spans
  }
}
const MAX_COMMAND = 300

/** Returns the line break after a position. Caches the last one, so that each line is read once. */
function lineEnds(text: string): (at: number) => { readonly start: number; readonly end: number } {
  let from = 0
  let last = { start: -1, end: -1 }
  return (at) => {
    if (at >= from && at <= last.start) return last
    from = at
    LINE_BREAK.lastIndex = at
    const found = LINE_BREAK.exec(text)
    const start = found?.index ?? text.length
    last = { start, end: start + (found?.[0].length ?? 0) }
    return last
  }
}

/** The secret values in the output of a command that prints secrets. */
export function printedSecretsIn(output: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  let from = 0
  for (const line of output.split('\n').slice(0, MAX_OUTPUT_LINES)) {
    const span = linesAfter(output, from)()
    if (span) spans.push(span)
    from += line.length + 1
  }
  return spans
}
const MAX_OUTPUT_LINES = 50

/** Returns a function that reads the value of the next line. Undefined if the line is not one value. */
function linesAfter(text: string, from: number): () => SecretSpan | undefined {
  let next = from
  return () => {
    for (const prefix of [0, prefixLength(text, next)]) {
      VALUE.lastIndex = next + prefix
      const start = VALUE.lastIndex
      const value = VALUE.exec(text)?.[0]
      if (value === undefined || !isPrintedValue(value)) continue
      const end = start + value.length
      LINE_END.lastIndex = end
      next = LINE_END.test(text) ? LINE_END.lastIndex : text.length
      return { start, end, rule: PRINTED_RULE, isGuess: true }
    }
    return undefined
  }
}

function prefixLength(text: string, at: number): number {
  LINE_PREFIX.lastIndex = at
  return LINE_PREFIX.exec(text)?.[0].length ?? 0
}

const isPrintedValue = (value: string): boolean =>
  !isPlaceholder(value) &&
  !isOrdinaryValue(value) &&
  !/^https?:|\[redacted:/.test(value) &&
  (/^[0-9a-f]{16,4000}$|^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(value) ||
    (!isMadeOfWords(value) && (looksSecret(value) || isChosenValue(value) || value.length > 60)))
