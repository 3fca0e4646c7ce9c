import type { Detector, SecretSpan } from './detector.ts'
import type { RedactionRule } from './rule.ts'
import { isMadeOfWords, looksRandom } from './secret-value.ts'
import { joinToken, tokenEndings } from './wrapped-token.ts'
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
      // Rejected: skips its parts, because trying each of them again is expensive.
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
  const isBounded = new Set(rule.keywords.filter(needsBoundary))
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

/** A prefix that occurs in words must start at a word boundary; others match anywhere. */
const needsBoundary = (keyword: string): boolean =>
  /^[a-z0-9]/.test(keyword) && !/^(?=.{5})[a-z0-9]{2,30}[-_.]/.test(keyword)

/** Whether a letter or digit precedes, unless it ends an escape (`\n`, `%3D`, `\u0022`, a terminal colour). */
const isInsideWord = (text: string, at: number): boolean =>
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

/** Extends a match to the end of its token, so that no tail stays in the text. Includes a dot only inside the token. */
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

/** A token that is truncated by the end of the text is still most of a secret. */
function findTruncated(text: string, at: number, keyword: string): TokenRange | undefined {
  if (!/^[a-z0-9_]{3,}[-_.]$/.test(keyword)) return undefined
  const token = execAt(TOKEN, text, at)?.[0] ?? ''
  const end = at + token.length
  return token.length >= keyword.length + 12 && looksRandom(token) && !isMadeOfWords(token)
    ? { start: at, end, isGuess: true }
    : undefined
}
