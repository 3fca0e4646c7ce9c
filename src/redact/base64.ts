/** A run of base64 or hexadecimal digits and its decoded text. */
export interface EncodedText {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** No rule matches a shorter run. */
const MIN_RUN = 24
const MAX_PIECE = 64 * 1024

/**
 * Probes every 24th character, so that no run of 24 is missed. Does not decode runs that cannot be encoded text.
 * Most of those are words, paths and hashes.
 */
export function findEncodedTexts(text: string, onText: (encoded: EncodedText) => void): void {
  let floor = 0
  for (let probe = MIN_RUN - 1; probe < text.length; ) {
    if (!isBase64(text.charCodeAt(probe))) {
      probe += MIN_RUN
      continue
    }
    let start = probe
    while (start > floor && isBase64(text.charCodeAt(start - 1))) start -= 1
    let end = probe + 1
    while (end < text.length && isBase64(text.charCodeAt(end))) end += 1
    if (end - start >= MIN_RUN) end = decodeRun(text, { start, end }, onText)
    floor = end
    probe = end + MIN_RUN
  }
}

const BASE64 = new Uint8Array(128)
/** The possible first characters of a group of four that decodes to printable ASCII, a tab or a line break. */
const TEXT_GROUP_START = new Uint8Array(128)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')
  BASE64[character.charCodeAt(0)] = 1
for (const character of 'CDIJKLMNOPQRSTUVWXYZabcdef') TEXT_GROUP_START[character.charCodeAt(0)] = 1

const isBase64 = (code: number): boolean => BASE64[code] === 1

interface Base64Run {
  readonly start: number
  readonly end: number
}

/** Decodes a run, including the lines that continue it, and returns where it ends. */
function decodeRun(text: string, run: Base64Run, onText: (encoded: EncodedText) => void): number {
  if (isHexOfText(text, run)) {
    decodeHex(text, run, onText)
    return run.end
  }
  // An escaped line break or a word before the run may shift its start by a few characters.
  for (let shift = 0; shift < 4; shift += 1) {
    if (!mayBeText(text, run.start + shift, run.end) && !mayBeWideText(text, run)) continue
    const extended = extendOverLines(text, run)
    for (let from = run.start + shift; from < extended.end; from += MAX_PIECE - 1024) {
      const piece = text.slice(from, Math.min(extended.end, from + MAX_PIECE)).replace(LINE_BREAK, '')
      const decoded = withoutWidth(Buffer.from(piece, 'base64').toString('latin1'))
      if (isText(decoded)) onText({ start: run.start, end: extended.end, text: decoded })
    }
    return extended.end
  }
  return run.end
}

/** Whether the digits encode printable characters: each pair starts with 2 to 7. One hash in a million passes. */
function isHexOfText(text: string, { start, end }: Base64Run): boolean {
  const from = hexStart(text, start)
  if (end - from < MIN_HEX) return false
  for (let at = from; at < from + MIN_HEX; at += 2) {
    const code = text.charCodeAt(at)
    if (code < 0x32 || code > 0x37 || !isHexDigit(text.charCodeAt(at + 1))) return false
  }
  return true
}

const MIN_HEX = 28
const hexStart = (text: string, start: number): number =>
  /^0x$/i.test(text.slice(start, start + 2)) ? start + 2 : start
const isHexDigit = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66)

function decodeHex(text: string, { start, end }: Base64Run, onText: (encoded: EncodedText) => void): void {
  const from = hexStart(text, start)
  for (let at = from; at < end; at += MAX_PIECE - 1024) {
    const decoded = Buffer.from(text.slice(at, Math.min(end, at + MAX_PIECE)), 'hex').toString('latin1')
    if (isText(decoded)) onText({ start, end, text: decoded })
  }
}

function mayBeText(text: string, start: number, end: number): boolean {
  const last = Math.min(end, start + 64)
  if (last - start < 16) return false
  for (let at = start; at < last; at += 4) if (TEXT_GROUP_START[text.charCodeAt(at)] !== 1) return false
  return true
}

/** In UTF-16, every second byte of ASCII text is 0, so more than a quarter of the digits are A. */
function mayBeWideText(text: string, { start, end }: Base64Run): boolean {
  const last = Math.min(end, start + 64)
  let zeros = 0
  for (let at = start; at < last; at += 1) zeros += Number(text.charAt(at) === 'A')
  return zeros * 4 > last - start
}

const withoutWidth = (decoded: string): string =>
  IS_WIDE.test(decoded) ? decoded.replaceAll('\0', '') : decoded
const IS_WIDE = /^(?:\0[^\0]|[^\0]\0){8}/

const LINE_BREAK = /\r?\n[ \t]{0,40}|\\r\\n|\\n/g
const NEXT_LINE = /(?:\r?\n[ \t]{0,40}|\\r\\n|\\n)[A-Za-z0-9+/]{1,1000}/y

/** Mail and the `base64` command wrap lines after 64 or 76 characters. */
function extendOverLines(text: string, { start, end }: Base64Run): Base64Run {
  let last = end
  while (end - start >= 60 && last - start < MAX_PIECE) {
    NEXT_LINE.lastIndex = last
    const line = NEXT_LINE.exec(text)?.[0]
    if (!line) break
    last += line.length
    if (line.trimStart().length < 60) break
  }
  while (text.charAt(last) === '=' && last - start < MAX_PIECE) last += 1
  return { start, end: last }
}

/** If other data is decoded by mistake, the result has control characters near its start. */
const isText = (decoded: string): boolean => {
  for (let i = 0; i < decoded.length && i < 48; i += 1) {
    const code = decoded.charCodeAt(i)
    if (code < 9 || (code > 13 && code < 32) || code === 127) return false
  }
  return true
}
