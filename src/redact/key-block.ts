import type { SecretSpan } from './detector.ts'

/** Detects PEM-style private keys: complete, or truncated at either end. */
export const KEY_BLOCK_KEYWORDS: readonly string[] = [
  '-----begin',
  '-----end',
  '---- begin',
  'private-lines:',
]
const KEY_BLOCK_RULE = 'private-key'

/** Finds the block that begins or ends with the marker at `at`. */
export function findKeyBlock(text: string, at: number): SecretSpan | undefined {
  const start = matchAt(BEGIN, text, at)
  if (start) return readToEndMarker(text, at, at + start.length) ?? readForward(text, at, at + start.length)
  const end = matchAt(END, text, at)
  return end ? readBackward(text, at, at + end.length) : undefined
}

const BEGIN =
  /-----BEGIN[A-Z0-9 ]{0,40}(?:PRIVATE KEY(?: BLOCK)?|STATIC KEY V1)-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----|Private-Lines: \d{1,4}/iy
const END = /-----END[A-Z0-9 ]{0,40}(?:PRIVATE KEY(?: BLOCK)?|STATIC KEY V1)-----/iy
/**
 * The whole block, if enough of the text between its two markers looks like a key. A tool may print text before
 * and after each line, and the block may be escaped.
 */
function readToEndMarker(text: string, start: number, bodyStart: number): SecretSpan | undefined {
  NEXT_MARKER.lastIndex = bodyStart
  const end = NEXT_MARKER.exec(text)?.index
  const marker = end === undefined ? undefined : matchAt(END, text, end)
  if (end === undefined || !marker || end - start > MAX_LENGTH) return undefined
  const body = text.slice(bodyStart, end)
  const lines = [...body.matchAll(RUN)].reduce((sum, [line]) => sum + line.length, 0)
  return lines >= MIN_BODY && lines >= body.length * MIN_SHARE ? span(start, end + marker.length) : undefined
}

const NEXT_MARKER = /-----(?:BEGIN|END)/gi
const RUN = /[A-Za-z0-9+/]{24,512}={0,3}/g
/** The shortest private key, an Ed25519 key, has 64 characters; a truncated key has fewer. */
const MIN_BODY = 40
const MIN_SHARE = 0.3

/** The text between two lines of a key: line breaks (escaped or not), quotes and indentation. */
const BETWEEN = /(?:\\{1,4}[nrt]|[\s"'`+,>|*#;]|\/\/){1,60}/y
/** One line of a key or of its headers. */
const LINE =
  /(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Subject|x-[\w-]{1,20}): [^\n\\]{0,200}|=?[A-Za-z0-9+/]{1,512}={0,3})/y
/** The minimum length of a full line. Shorter lines are words, unless they are the last line of a key. */
const FULL_LINE = 24
const MAX_LENGTH = 64 * 1024

/** Reads to the end marker, or as far as the lines look like a key. A marker alone is not a secret. */
function readForward(text: string, start: number, bodyStart: number): SecretSpan | undefined {
  let at = bodyStart
  let isKey = false
  while (at - start < MAX_LENGTH) {
    const gap = gapAt(text, at)
    const marker = matchAt(END, text, at + gap)
    if (marker) return isKey ? span(start, at + gap + marker.length) : undefined
    const line = matchAt(LINE, text, at + gap)
    if (!line) break
    const isFull = line.length >= FULL_LINE || line.includes(': ')
    if (!isFull && !(isKey && isLineEnd(text, at + gap + line.length))) break
    isKey ||= line.length >= FULL_LINE
    at += gap + line.length
  }
  // Without an end marker, another secret may start in the last line; its own detector finds the end.
  return isKey ? { ...span(start, endOfWord(text, at)), isOpen: true } : undefined
}

/**
 * The length of the text before the next line of the key: blanks and quotes, or the prefix that a tool prints
 * before each line.
 */
function gapAt(text: string, at: number): number {
  const plain = matchAt(BETWEEN, text, at)?.length ?? 0
  const isPlain =
    matchAt(END, text, at + plain) ?? (matchAt(LINE, text, at + plain)?.length ?? 0) >= FULL_LINE
  return isPlain ? plain : (prefixLength(text, at) ?? plain)
}

/** The length of a prefix (`12:`, `+`, `web-1 | `, a time and a level) before a full line or the end marker. */
function prefixLength(text: string, at: number): number | undefined {
  const rest = matchAt(REST_OF_LINE, text, at)
  const start = rest === undefined ? at : at + rest.length
  if (rest === undefined) return undefined
  const line = matchAt(TEXT_LINE, text, start) ?? ''
  const marker = line.search(END_WORD)
  if (marker >= 0) return start - at + marker
  const body = KEY_AT_LINE_END.exec(line)
  return body?.[1] === undefined ? undefined : start - at + body.index
}

/** Color codes, quotes and separators after a line, and the line break. */
const REST_OF_LINE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colors start with one
  /(?:\u001b\[[\d;]{0,9}[mK]|["'`+,\\;|) \t]|\\n(?=["'])){0,12}(?:\r?\n|\\{1,4}n)/y
const TEXT_LINE = /(?:(?!\\{1,4}n)[^\n]){0,300}/y
const END_WORD = /-----END [A-Z]/i
const KEY_AT_LINE_END =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colors start with one
  /([A-Za-z0-9+/]{24,128}={0,2})(?:\u001b\[[\d;]{0,9}[mK]|\\{1,4}n|["'`+,\\;|) \t\r]){0,12}$/

/** Includes the rest of the last word, so that no part of it remains in the text. */
const endOfWord = (text: string, at: number): number => at + (matchAt(REST, text, at)?.length ?? 0)
const REST = /[\w+/=.~-]{1,512}/y

const isLineEnd = (text: string, at: number): boolean =>
  at >= text.length || matchAt(BETWEEN, text, at) !== undefined || matchAt(END, text, at) !== undefined

/**
 * Reads backwards over a key that was truncated at its beginning. Only its last line, and its first line at the
 * start of the text, may be short.
 */
function readBackward(text: string, marker: number, end: number): SecretSpan | undefined {
  let start = marker
  while (marker - start < MAX_LENGTH) {
    const lineEnd = backOverGap(text, start)
    const lineStart = backOverLine(text, lineEnd)
    if (lineStart === lineEnd) break
    const isLast = start === marker
    if (lineEnd - lineStart < FULL_LINE && !isLast && lineStart > 0) break
    start = lineStart
  }
  return marker - start >= FULL_LINE ? span(start, end) : undefined
}

function backOverGap(text: string, from: number): number {
  let at = from
  while (at > 0) {
    if (isEscapedBreak(text, at - 1)) at -= 2
    else if (GAP.includes(text.charAt(at - 1))) at -= 1
    else break
  }
  return at
}

function backOverLine(text: string, from: number): number {
  let at = from
  while (at > 0 && isKeyCharacter(text.charCodeAt(at - 1)) && !isEscapedBreak(text, at - 1)) at -= 1
  return at
}

const GAP = ' \t\r\n"\'`+,>|*#;\\'
const isEscapedBreak = (text: string, at: number): boolean =>
  'nrt'.includes(text.charAt(at)) && text.charAt(at - 1) === '\\'
const isKeyCharacter = (code: number): boolean =>
  (code >= 0x2f && code <= 0x39) ||
  code === 0x2b ||
  code === 0x3d ||
  ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)

const span = (start: number, end: number): SecretSpan => ({ start, end, rule: KEY_BLOCK_RULE })

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** Every JSON Web Key names its type in `kty`; its private members have names of one or two letters. */
export const JWK_KEYWORDS: readonly string[] = ['kty']
const JWK_RULE = 'json-web-key'

/** On either side of `kty`, even an 8192-bit RSA key has less text than this. */
const MAX_DISTANCE = 8 * 1024
const MEMBER =
  /(?<![\w$-])(?:d|p|q|dp|dq|qi|k)[\\"'`]{0,6}[ \t]{0,4}[:=][\s\\"'`]{0,10}([A-Za-z0-9_-]{16,2000})(?![\w-])/g

/** Returns a function that finds the private members around the `kty` at `at`. */
export function detectJsonWebKeys(text: string): (at: number) => readonly SecretSpan[] | undefined {
  let readUntil = 0
  return (at) => {
    const from = Math.max(readUntil, at - MAX_DISTANCE)
    const until = Math.min(text.length, at + MAX_DISTANCE)
    if (from >= until) return undefined
    // Reads each part of the text once, however many keys it contains.
    readUntil = until
    const spans: SecretSpan[] = []
    for (const match of text.slice(from, until).matchAll(MEMBER)) {
      const [whole, secret = ''] = match
      const end = from + match.index + whole.length
      spans.push({ start: end - secret.length, end, rule: JWK_RULE })
    }
    return spans
  }
}
