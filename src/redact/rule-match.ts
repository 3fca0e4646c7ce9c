import type { Detector, SecretSpan } from './detector.ts'
import { isMadeOfWords, isRandomLetters, looksRandom } from './secret-value.ts'

/** One kind of secret. To add one, add an entry to a table in rules/; its examples are its tests. */
export interface RedactionRule {
  /** Written into stored text in place of the secret, so it must never be renamed. */
  readonly id: string
  /**
   * Lower-case keywords with at least three characters. The pattern is tried only where a keyword occurs, in
   * upper or lower case.
   */
  readonly keywords: readonly string[]
  /**
   * Sticky and bounded, because it runs at every keyword in hostile text. Group 1 is not redacted; the rest of the
   * match is the secret. The secret extends to the end of its word.
   */
  readonly pattern: RegExp
  /** The number of characters before the keyword that belong to the match. */
  readonly back?: number
  /** Whether the keyword may be the end of a word: `Client(` in `SearchClient(`. */
  readonly isInsideWords?: true
  /** A final check of the match. */
  readonly accepts?: (secret: string) => boolean
  /** Templates: `<36>` means 36 letters and digits, `<hex:8>` 8 hex digits (see tests/redact/template.ts). */
  readonly examples: readonly string[]
  /** Text that contains a keyword but no secret. */
  readonly counterExamples: readonly string[]
}

/** Tries a rule's pattern at its keywords. */
export const createRuleDetector = (rule: RedactionRule): Detector => ({
  keywords: rule.keywords,
  start: (text) => {
    const candidateAt = findCandidates(text, rule)
    let rejectedUntil = 0
    return (at, keyword) => {
      const range = at < rejectedUntil ? undefined : candidateAt(at, keyword)
      if (!range) return undefined
      const end = endOfWord(text, range.end)
      if (rule.accepts?.(text.slice(range.start, end)) ?? true) return { ...range, end, rule: rule.id }
      // Skips the rest of the rejected match, because trying the pattern at each of its parts is expensive.
      rejectedUntil = end
      return undefined
    }
  },
})

/** Matches the pattern in one line, across line breaks, or truncated at the end of the text. */
function findCandidates(
  text: string,
  rule: RedactionRule,
): (at: number, keyword: string) => TokenRange | undefined {
  const { back = 0 } = rule
  const isBounded = new Set(rule.isInsideWords ? [] : rule.keywords.filter(needsBoundary))
  const endOf = tokenEndings(text)
  return (at, keyword) => {
    const from = at - back
    if (from < 0 || ((back > 0 || isBounded.has(keyword)) && isInsideWord(text, from))) return undefined
    const match = matchAt(rule, text, from)
    const ends = endOf(from)
    if (ends === 'broken') return matchJoined(rule, { text, at: from, match }) ?? match
    return match ?? (ends === 'cut' ? findTruncated(text, at, keyword) : undefined)
  }
}

type TokenRange = Omit<SecretSpan, 'rule'>

function matchAt({ pattern }: RedactionRule, text: string, at: number): TokenRange | undefined {
  const match = execAt(pattern, text, at)
  return match ? { start: at + (match[1]?.length ?? 0), end: at + match[0].length } : undefined
}

/** The match across line breaks, if it is longer than the match in the first line. */
function matchJoined(
  { pattern }: RedactionRule,
  { text, at, match }: { readonly text: string; readonly at: number; readonly match: TokenRange | undefined },
): TokenRange | undefined {
  if (match && match.start > at) return undefined
  const joined = joinToken(text, at)
  const whole = joined && execAt(pattern, joined.text, 0)
  if (!joined || !whole || whole[1] !== undefined) return undefined
  const end = at + joined.endOf(whole[0].length)
  return end > (match?.end ?? 0) ? { start: at, end } : undefined
}

function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** A keyword that occurs in ordinary words must start at a word boundary; others match anywhere. */
const needsBoundary = (keyword: string): boolean =>
  /^[a-z0-9]/.test(keyword) && !/^(?=.{5})[a-z0-9]{2,30}[-_.]/.test(keyword)

/** Whether a letter or digit comes before, unless it ends an escape (`\n`, `%3D`, `\u0022`, a terminal color). */
export const isInsideWord = (text: string, at: number): boolean =>
  isWord(text.charCodeAt(at - 1)) &&
  !(mayEscape(text, at) && ESCAPE.test(text.slice(Math.max(0, at - 12), at)))

/** A cheap filter for the pattern below. */
const mayEscape = (text: string, at: number): boolean =>
  text.charCodeAt(at - 2) === BACKSLASH ||
  text.charCodeAt(at - 3) === PERCENT ||
  text.charCodeAt(at - 4) === BACKSLASH ||
  text.charCodeAt(at - 6) === BACKSLASH ||
  text.charCodeAt(at - 1) === SMALL_M

const BACKSLASH = 0x5c
const PERCENT = 0x25
const SMALL_M = 0x6d

const ESCAPE = /(?:\\[nrtfbv0]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\[[\d;]{0,9}m)$/

const isWord = (code: number): boolean =>
  ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || (code >= 0x30 && code <= 0x39)

/**
 * Extends a match to the end of its token, so that no part of it remains. Includes a dot only inside the token.
 */
function endOfWord(text: string, from: number): number {
  let end = from
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isWord(code) || code === 0x5f || code === 0x2d) end = at + 1
    else if (code !== 0x2e) break
  }
  return end
}

const TOKEN = /[A-Za-z0-9_-]{12,300}/y

/** A token that is cut off at the end of the text may still contain most of a secret. */
function findTruncated(text: string, at: number, keyword: string): TokenRange | undefined {
  if (!/^[a-z0-9_]{3,}[-_.]$/.test(keyword)) return undefined
  const token = execAt(TOKEN, text, at)?.[0] ?? ''
  const end = at + token.length
  return token.length >= keyword.length + 12 && looksRandom(token) && !isMadeOfWords(token)
    ? { start: at, end, isGuess: true }
    : undefined
}

/** A token that was split across line breaks and joined again, with a map back to positions in the text. */
interface JoinedToken {
  readonly text: string
  /** The original offset, from the start of the token, where its first `length` characters end. */
  readonly endOf: (length: number) => number
}

const MAX_LENGTH = 600
/** Minimum length of the part before the first line break. */
const MIN_FIRST_PIECE = 8
/** Real tokens have fewer line breaks; this limit protects against hostile text. */
const MAX_BREAKS = 6

/**
 * Joins the token at `at` across line breaks, as terminals, mails and string literals wrap it. Returns undefined
 * if the token does not end at a line break, or if words follow.
 */
function joinToken(text: string, at: number): JoinedToken | undefined {
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
function tokenEndings(text: string): (at: number) => 'broken' | 'cut' | 'whole' {
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

const isTokenCharacter = (code: number): boolean => code < 128 && TOKEN_CODES[code] === 1
const TOKEN_CODES = new Uint8Array(128)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+/=~%-')
  TOKEN_CODES[character.charCodeAt(0)] = 1

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
  isRandomLetters(piece) ||
  (piece.length >= 4 &&
    /\d.{0,600}[A-Za-z]|[A-Za-z].{0,600}\d|[a-z][A-Z].{0,80}[a-z][A-Z]/.test(piece) &&
    !/^[a-z]{1,40}\d{0,2}$|^[A-Za-z][a-z]{2,40}[=_.-]/.test(piece))
