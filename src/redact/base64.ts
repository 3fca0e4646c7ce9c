/** A run of base64 and what it says, if it says text. */
export interface Encoded {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Shorter runs hold no secret that a rule would know. */
const LEAST = 24
const MOST = 64 * 1024

/**
 * Looks at every 24th character: a run of 24 cannot lie between two looks. Runs that cannot be text are passed over
 * without decoding them, because most of them are words, paths and hashes.
 */
export function encodedTexts(text: string, found: (encoded: Encoded) => void): void {
  let floor = 0
  for (let look = LEAST - 1; look < text.length; ) {
    if (!isBase64(text.charCodeAt(look))) {
      look += LEAST
      continue
    }
    let start = look
    while (start > floor && isBase64(text.charCodeAt(start - 1))) start -= 1
    let end = look + 1
    while (end < text.length && isBase64(text.charCodeAt(end))) end += 1
    if (end - start >= LEAST) end = decodedRun(text, { start, end }, found)
    floor = end
    look = end + LEAST
  }
}

const BASE64 = new Uint8Array(128)
/** The characters that begin a group of four where the group says ASCII: printable, or a tab or a line break. */
const BEGINS = new Uint8Array(128)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')
  BASE64[character.charCodeAt(0)] = 1
for (const character of 'CDIJKLMNOPQRSTUVWXYZabcdef') BEGINS[character.charCodeAt(0)] = 1

const isBase64 = (code: number): boolean => BASE64[code] === 1

interface Run {
  readonly start: number
  readonly end: number
}

/** Where the run ends, with the lines that belong to it. */
function decodedRun(text: string, run: Run, found: (encoded: Encoded) => void): number {
  // An escaped line break before it, or a word, may have moved it by a few characters.
  for (let shift = 0; shift < 4; shift += 1) {
    if (!mayBeText(text, run.start + shift, run.end)) continue
    const whole = wrappedRun(text, run)
    for (let from = run.start + shift; from < whole.end; from += MOST - 1024) {
      const piece = text.slice(from, Math.min(whole.end, from + MOST)).replace(LINE_BREAK, '')
      const decoded = Buffer.from(piece, 'base64').toString('latin1')
      if (isText(decoded)) found({ start: run.start, end: whole.end, text: decoded })
    }
    return whole.end
  }
  return run.end
}

function mayBeText(text: string, start: number, end: number): boolean {
  const last = Math.min(end, start + 64)
  if (last - start < 16) return false
  for (let at = start; at < last; at += 4) if (BEGINS[text.charCodeAt(at)] !== 1) return false
  return true
}

const LINE_BREAK = /\r?\n[ \t]{0,40}|\\r\\n|\\n/g
const NEXT_LINE = /(?:\r?\n[ \t]{0,40}|\\r\\n|\\n)[A-Za-z0-9+/]{1,1000}/y

/** Mails and `base64` itself break after 64 or 76 characters. */
function wrappedRun(text: string, { start, end }: Run): Run {
  let last = end
  while (end - start >= 60 && last - start < MOST) {
    NEXT_LINE.lastIndex = last
    const line = NEXT_LINE.exec(text)?.[0]
    if (!line) break
    last += line.length
    if (line.trimStart().length < 60) break
  }
  while (text.charAt(last) === '=' && last - start < MOST) last += 1
  return { start, end: last }
}

/** What was decoded by mistake holds control characters soon. */
const isText = (decoded: string): boolean => {
  for (let i = 0; i < decoded.length && i < 48; i += 1) {
    const code = decoded.charCodeAt(i)
    if (code < 9 || (code > 13 && code < 32) || code === 127) return false
  }
  return true
}
