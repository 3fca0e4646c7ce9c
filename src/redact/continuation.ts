/** A piece of a text without its line breaks, and where each of its characters stood. */
export interface Joined {
  readonly text: string
  /** The place behind the character at `length - 1`, counted from the start of the piece. */
  readonly endOf: (length: number) => number
}

const REACH = 600
/** So much of a token must stand in the first line. */
const LEAST = 8
/** A token is not broken more often; a hostile text is. */
const MOST_BREAKS = 6

/**
 * The token that begins at `at`, joined over line breaks: as terminals, mails and string literals wrap it. Nothing if
 * it does not end at a line break, or if what follows looks like words.
 */
export function joinedAt(text: string, at: number): Joined | undefined {
  let joined = ''
  const breaks: { readonly at: number; readonly skipped: number }[] = []
  let from = at
  while (from < text.length && joined.length < REACH && breaks.length <= MOST_BREAKS) {
    const piece = pieceAt(text, from)
    if (breaks.length > 0 && !isRandom(piece)) break
    joined += piece
    const gap = gapAt(text, from + piece.length)
    if (gap === 0) break
    breaks.push({ at: joined.length, skipped: gap })
    from += piece.length + gap
  }
  const used = breaks.filter((one) => one.at < joined.length)
  if (used.length === 0) return undefined
  const endOf = (length: number): number =>
    used.reduce((end, one) => (length > one.at ? end + one.skipped : end), length)
  return { text: joined, endOf }
}

/** How the token that a place lies in ends. Every token is walked once, however often it is asked for. */
export function tokenEnds(text: string): (at: number) => 'broken' | 'cut' | 'whole' {
  let start = 0
  let end = 0
  let isBroken = false
  let isCut = false
  return (at) => {
    if (at < start || at >= end) {
      start = at
      for (end = at + 1; isTokenCharacter(text.charCodeAt(end)); ) end += 1
      isBroken = gapAt(text, end) > 0
      isCut = end >= text.length || text.startsWith('…', end)
    }
    if (end - at > REACH || end - at < LEAST) return 'whole'
    return isBroken ? 'broken' : isCut ? 'cut' : 'whole'
  }
}

const isTokenCharacter = (code: number): boolean => code < 128 && TOKEN[code] === 1
const TOKEN = new Uint8Array(128)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+/=~%-')
  TOKEN[character.charCodeAt(0)] = 1

const PIECE = /[A-Za-z0-9_.+/=~%-]{0,600}/y
const GAP =
  /["'`]?[ \t]{0,4}[+\\,]?[ \t]{0,4}(?:\r?\n|\\r\\n|\\n|\\\\n)(?:[ \t]|\\t){0,40}(?:[>|#*+] {0,4})?["'`]?/y

function pieceAt(text: string, at: number): string {
  PIECE.lastIndex = at
  return PIECE.exec(text)?.[0] ?? ''
}

function gapAt(text: string, at: number): number {
  GAP.lastIndex = at
  return GAP.exec(text)?.[0].length ?? 0
}

/** The rest of a token, not the next line of a text. */
const isRandom = (piece: string): boolean =>
  piece.length >= 4 &&
  /\d.{0,600}[A-Za-z]|[A-Za-z].{0,600}\d|[a-z][A-Z].{0,80}[a-z][A-Z]/.test(piece) &&
  !/^[a-z]{1,40}\d{0,2}$|^[A-Za-z][a-z]{0,40}[=_.-]/.test(piece)
