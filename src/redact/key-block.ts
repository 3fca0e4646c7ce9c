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
  if (start) return readForward(text, at, at + start.length)
  const end = matchAt(END, text, at)
  return end ? readBackward(text, at, at + end.length) : undefined
}

const BEGIN =
  /-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----|Private-Lines: \d{1,4}/iy
const END = /-----END[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/iy
/** The text between two lines of a key: line breaks (escaped or not), quotes and indentation. */
const BETWEEN = /(?:\\{1,4}[nrt]|[\s"'`+,>|*#;]|\/\/){1,60}/y
/** One line of a key or of its headers. */
const LINE =
  /(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Subject|x-[\w-]{1,20}): [^\n\\]{0,200}|=?[A-Za-z0-9+/]{1,512}={0,3})/y
/** Shorter lines are words, unless they are the last line of a key. */
const FULL_LINE = 24
const MAX_LENGTH = 64 * 1024

/** Reads to the end marker, or as far as the lines look like a key. A marker alone is not a secret. */
function readForward(text: string, start: number, bodyStart: number): SecretSpan | undefined {
  let at = bodyStart
  let isKey = false
  while (at - start < MAX_LENGTH) {
    const gap = matchAt(BETWEEN, text, at)?.length ?? 0
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

/** Includes the rest of the last word, so that no part of it stays in the text. */
const endOfWord = (text: string, at: number): number => at + (matchAt(REST, text, at)?.length ?? 0)
const REST = /[\w+/=.~-]{1,512}/y

const isLineEnd = (text: string, at: number): boolean =>
  at >= text.length || matchAt(BETWEEN, text, at) !== undefined || matchAt(END, text, at) !== undefined

/** Reads backwards over a key that was truncated at its beginning. Only the truncated line may be short. */
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
