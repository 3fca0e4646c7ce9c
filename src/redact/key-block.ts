import type { Span } from './span.ts'

/** Private keys in armour: whole, cut off at the end, or cut off at the beginning. */
export const KEY_BLOCK_KEYWORDS: readonly string[] = [
  '-----begin',
  '-----end',
  '---- begin',
  'private-lines:',
]
export const KEY_BLOCK_RULE = 'private-key'

/** The block that begins or ends with the marker at `at`. */
export function keyBlockAt(text: string, at: number): Span | undefined {
  const start = matchedAt(BEGIN, text, at)
  if (start) return afterBegin(text, at, at + start.length)
  const end = matchedAt(END, text, at)
  return end ? beforeEnd(text, at, at + end.length) : undefined
}

const BEGIN =
  /-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----|Private-Lines: \d{1,4}/iy
const END = /-----END[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/iy
/** What stands between two lines of a key: line breaks, also escaped, and what quotes or indents them. */
const BETWEEN = /(?:\\{1,4}[nrt]|[\s"'`+,>|*#;]|\/\/){1,60}/y
/** One line of a key, or of the headers above it. */
const LINE =
  /(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Subject|x-[\w-]{1,20}): [^\n\\]{0,200}|=?[A-Za-z0-9+/]{1,512}={0,3})/y
/** Shorter lines are words, unless they end a key. */
const FULL_LINE = 24
const LONGEST = 64 * 1024

/** To the end marker, or as far as the lines look like a key's. A marker alone is no secret. */
function afterBegin(text: string, start: number, bodyStart: number): Span | undefined {
  let at = bodyStart
  let isKey = false
  while (at - start < LONGEST) {
    const gap = matchedAt(BETWEEN, text, at)?.length ?? 0
    const marker = matchedAt(END, text, at + gap)
    if (marker) return isKey ? span(start, at + gap + marker.length) : undefined
    const line = matchedAt(LINE, text, at + gap)
    if (!line) break
    const isFull = line.length >= FULL_LINE || line.includes(': ')
    if (!isFull && !(isKey && isLineEnd(text, at + gap + line.length))) break
    isKey ||= line.length >= FULL_LINE
    at += gap + line.length
  }
  // Where nothing says that it ends here, another secret may have begun: whoever knows its shape sees how far it goes.
  return isKey ? { ...span(start, endOfWord(text, at)), isOpen: true } : undefined
}

/** What goes on in other letters was no line of a key: nothing of it may be left standing. */
const endOfWord = (text: string, at: number): number => at + (matchedAt(REST, text, at)?.length ?? 0)
const REST = /[\w+/=.~-]{1,512}/y

const isLineEnd = (text: string, at: number): boolean =>
  at >= text.length || matchedAt(BETWEEN, text, at) !== undefined || matchedAt(END, text, at) !== undefined

/** Back over the lines of a key whose beginning was cut off. The line that was cut may be short, all others are not. */
function beforeEnd(text: string, marker: number, end: number): Span | undefined {
  let start = marker
  while (marker - start < LONGEST) {
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

const span = (start: number, end: number): Span => ({ start, end, rule: KEY_BLOCK_RULE })

function matchedAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
