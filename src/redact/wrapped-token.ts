/** A token joined across line breaks, with a map back to positions in the text. */
interface JoinedToken {
  readonly text: string
  /** The original offset, from the start of the token, of the end of its first `length` characters. */
  readonly endOf: (length: number) => number
}

const MAX_LENGTH = 600
/** Minimum length of the part on the first line. */
const MIN_FIRST_PIECE = 8
/** Real tokens have fewer line breaks; the limit is for hostile text. */
const MAX_BREAKS = 6

/**
 * Joins the token at `at` across line breaks, as terminals, mails and string literals wrap it. Returns nothing if the
 * token does not end at a line break, or if words follow.
 */
export function joinToken(text: string, at: number): JoinedToken | undefined {
  let joined = ''
  const breaks: { readonly at: number; readonly skipped: number }[] = []
  let from = at
  while (from < text.length && joined.length < MAX_LENGTH && breaks.length <= MAX_BREAKS) {
    const piece = pieceAt(text, from)
    if (breaks.length > 0 && !looksLikeToken(piece)) break
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

/** Returns how the token at an offset ends. Caches the last token, so that each is read once. */
export function tokenEndings(text: string): (at: number) => 'broken' | 'cut' | 'whole' {
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
    if (end - at > MAX_LENGTH || end - at < MIN_FIRST_PIECE) return 'whole'
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

/** Distinguishes the rest of a token from an ordinary next line. */
const looksLikeToken = (piece: string): boolean =>
  piece.length >= 4 &&
  /\d.{0,600}[A-Za-z]|[A-Za-z].{0,600}\d|[a-z][A-Z].{0,80}[a-z][A-Z]/.test(piece) &&
  !/^[a-z]{1,40}\d{0,2}$|^[A-Za-z][a-z]{0,40}[=_.-]/.test(piece)
