import { detectAssignments } from './assignment.ts'
import { COLUMN_KEYWORDS, detectColumns } from './columns.ts'
import { COMMAND_KEYWORDS, detectCommands } from './command-line.ts'
import type { Detector, SecretSpan } from './detector.ts'
import { detectJsonWebKeys, findKeyBlock, JWK_KEYWORDS, KEY_BLOCK_KEYWORDS } from './key-block.ts'
import { detectPrintedSecrets, PRINTING_KEYWORDS } from './printed-secret.ts'
import { createRuleDetector } from './rule-match.ts'
import { allRules } from './rules/all-rules.ts'
import { NAME_KEYWORDS } from './secret-name.ts'
import { isPlaceholder } from './secret-value.ts'

const LITERAL_RULE = 'known-value'

export const createDetectors = (literals: readonly string[]): readonly Detector[] => [
  markerDetector,
  ...createLiteralDetectors(literals.flatMap(encodedForms)),
  ...allRules.map(createRuleDetector),
  keyBlockDetector,
  { keywords: JWK_KEYWORDS, start: detectJsonWebKeys },
  { keywords: KUBERNETES_KEYWORDS, start: detectKubernetesSecrets },
  { keywords: COMMAND_KEYWORDS, start: detectCommands },
  assignmentDetector,
  { keywords: PRINTING_KEYWORDS, start: detectPrintedSecrets },
  { keywords: COLUMN_KEYWORDS, start: detectColumns },
  driverPasswordDetector,
]

const MARKER = /\[redacted:[a-z0-9-]{1,60}:\d{1,12}\]/y

/** Skips text that is already redacted. */
const markerDetector: Detector = {
  keywords: ['[redacted:'],
  start: (text) => (at) => {
    MARKER.lastIndex = at
    return MARKER.test(text) ? { skipTo: MARKER.lastIndex } : undefined
  },
}

const keyBlockDetector: Detector = {
  keywords: KEY_BLOCK_KEYWORDS,
  start: (text) => (at) => findKeyBlock(text, at),
}

const assignmentDetector: Detector = { keywords: NAME_KEYWORDS, start: detectAssignments }

/** `user:password@tcp(host)/database`, as database drivers write it: the keyword follows the secret. */
const driverPasswordDetector: Detector = {
  keywords: ['@tcp(', '@unix(', '@udp('],
  start: (text) => (at) => {
    const before = text.slice(Math.max(0, at - MAX_DRIVER_PASSWORD), at)
    const secret = /[\w.-]:([^\s"'`\\]{3,100})$/.exec(before)?.[1]
    if (secret === undefined || isPlaceholder(secret) || /\$|%[sv]|\[redacted:/.test(secret)) return undefined
    return { start: at - secret.length, end: at, rule: 'url-password' }
  },
}
const MAX_DRIVER_PASSWORD = 160

/**
 * The first characters of a value are its keyword. All values with the same keyword share one detector.
 * Otherwise a file full of such values would exceed the maximum effort per text.
 */
function createLiteralDetectors(forms: readonly string[]): readonly Detector[] {
  const byKeyword = new Map<string, string[]>()
  for (const form of forms) {
    const keyword = form.slice(0, 8).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    const known = byKeyword.get(keyword)
    if (known) known.push(form)
    else byKeyword.set(keyword, [form])
  }
  return [...byKeyword].map(([keyword, values]) => createLiteralDetector(keyword, values))
}

function createLiteralDetector(keyword: string, forms: readonly string[]): Detector {
  // The longest first, because one value may start with another.
  const longest = forms.length > 1 ? forms.toSorted((a, b) => b.length - a.length) : forms
  return {
    keywords: [keyword],
    start: (text) => (at) => {
      const form = longest.find((value) => text.startsWith(value, at))
      return form === undefined ? undefined : { start: at, end: at + form.length, rule: LITERAL_RULE }
    },
  }
}

/** The possible encodings of a value. */
function encodedForms(literal: string): readonly string[] {
  const json = JSON.stringify(literal).slice(1, -1)
  const forms = [
    literal,
    json,
    json.replaceAll('/', '\\/'),
    JSON.stringify(json).slice(1, -1),
    percentEncoded(literal),
    percentEncoded(literal).replaceAll('%20', '+'),
    ...base64Forms(literal),
  ]
  return [...new Set(forms)].filter((form) => form.length >= MIN_LENGTH)
}

const MIN_LENGTH = 8

/** Replaces lone surrogates, because `encodeURIComponent` throws for them. */
const percentEncoded = (literal: string): string => encodeURIComponent(literal.replace(/\p{Cs}/gu, '\ufffd'))

/**
 * Inside longer text, a value has one of three base64 forms. Leaves out the characters that also depend on
 * the text around the value.
 */
function base64Forms(literal: string): readonly string[] {
  const bytes = Buffer.from(literal, 'utf8')
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const first = Math.ceil((offset * 8) / 6)
    const last = Math.floor(((offset + bytes.length) * 8) / 6)
    const core = encoded.slice(first, last)
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/**
 * All values in a Kubernetes secret are secret, regardless of their names. `kubectl get` prints `data` before
 * `kind`.
 */
const KUBERNETES_KEYWORDS: readonly string[] = [
  'kind: secret',
  'kind": "secret',
  'kind":"secret',
  'kind\\": \\"secret',
  'kind\\\\\\": \\\\\\"secret',
]
const KUBERNETES_RULE = 'kubernetes-secret'

const MAX_DISTANCE = 16 * 1024
/** Where the values start. They end at the next field of the manifest. */
const DATA =
  /(?:^|[\n,{]|\\{1,4}n)([^\n]{0,60}?)(?:\\{0,3}")?(?:data|stringData)(?:\\{0,3}")?[ \t]{0,2}:[ \t]{0,2}(?:\{|\r?\n|\\{1,4}n)/g
const ENTRY =
  /[^\n\\]{0,120}?(?:\\{0,3}")?[A-Za-z0-9._-]{1,120}(?:\\{0,3}")?[ \t]{0,2}:[ \t]{0,2}(?:\\{0,3}["'])?([^\s"'\\,{}]{4,20000})(?:\\{0,3}["'])?,?(?:\r?\n|\\{1,4}n|[ \t]{0,4}\}|$)/y
const FIELD = /[^\n\\]{0,60}?\\{0,3}"?(?:kind|metadata|type|immutable|apiVersion)\\{0,3}"?[ \t]{0,2}:/y

/** Returns a function that finds the values of the secret whose kind is at `at`. */
function detectKubernetesSecrets(text: string): (at: number) => readonly SecretSpan[] | undefined {
  let readUntil = 0
  return (at) => {
    const from = Math.max(readUntil, at - MAX_DISTANCE)
    const until = Math.min(text.length, at + MAX_DISTANCE)
    if (from >= until) return undefined
    readUntil = until
    const piece = text.slice(from, until)
    return [...piece.matchAll(DATA)].flatMap((match) =>
      entriesAt(piece, match.index + match[0].length).map(({ start, end }) => ({
        start: from + start,
        end: from + end,
        rule: KUBERNETES_RULE,
      })),
    )
  }
}

const MAX_ENTRIES = 100

function entriesAt(piece: string, from: number): readonly { readonly start: number; readonly end: number }[] {
  const entries: { readonly start: number; readonly end: number }[] = []
  let at = skipBlanks(piece, from)
  for (let count = 0; count < MAX_ENTRIES; count += 1) {
    FIELD.lastIndex = at
    ENTRY.lastIndex = at
    if (FIELD.test(piece)) break
    const match = ENTRY.exec(piece)
    const [whole, value] = match ?? []
    if (whole === undefined || value === undefined) break
    const start = at + whole.lastIndexOf(value)
    if (!isPlaceholder(value) && !value.includes('[redacted:'))
      entries.push({ start, end: start + value.length })
    at = skipBlanks(piece, at + whole.length)
  }
  return entries
}

function skipBlanks(piece: string, from: number): number {
  BLANKS.lastIndex = from
  BLANKS.test(piece)
  return BLANKS.lastIndex
}

const BLANKS = /(?:\s|\\{1,4}[nrt]){0,200}/y
