import { joinedAt, tokenEnds } from './continuation.ts'
import type { Detector } from './detector.ts'
import { isWordy } from './ordinary-value.ts'
import type { Rule } from './rule.ts'
import { isVaried } from './secret-value.ts'
import type { Span } from './span.ts'

/** Tries the pattern of a rule at its keywords. */
export const ruleDetector = (rule: Rule): Detector => ({
  keywords: rule.keywords,
  start: (text) => {
    const candidateAt = candidatesIn(text, rule)
    let quietUntil = 0
    return (at, keyword) => {
      const found = at < quietUntil ? undefined : candidateAt(at, keyword)
      if (!found) return undefined
      const end = endOfWord(text, found.end)
      if (rule.accepts?.(text.slice(found.start, end)) ?? true) return { ...found, end, rule: rule.id }
      // Looked at and no secret: its parts are none either, and looking again at each would take for ever.
      quietUntil = end
      return undefined
    }
  },
})

/** What the pattern finds: in one line, over a line break, or cut off. */
function candidatesIn(text: string, rule: Rule): (at: number, keyword: string) => Place | undefined {
  const { back = 0 } = rule
  const isBounded = new Set(rule.keywords.filter(needsBoundary))
  const endOf = tokenEnds(text)
  return (at, keyword) => {
    const from = at - back
    if (from < 0 || ((back > 0 || isBounded.has(keyword)) && isInsideWord(text, from))) return undefined
    const match = matchAt(rule, text, from)
    const ends = endOf(from)
    if (ends === 'broken') return matchJoined(rule, { text, at: from, match }) ?? match
    return match ?? (ends === 'cut' ? cutOff(text, at, keyword) : undefined)
  }
}

type Place = Omit<Span, 'rule'>

function matchAt({ pattern }: Rule, text: string, at: number): Place | undefined {
  const match = execAt(pattern, text, at)
  return match ? { start: at + (match[1]?.length ?? 0), end: at + match[0].length } : undefined
}

/** The match over line breaks, if there is more of it than in the first line. */
function matchJoined(
  { pattern }: Rule,
  { text, at, match }: { readonly text: string; readonly at: number; readonly match: Place | undefined },
): Place | undefined {
  if (match && match.start > at) return undefined
  const joined = joinedAt(text, at)
  const whole = joined && execAt(pattern, joined.text, 0)
  if (!joined || !whole || whole[1] !== undefined) return undefined
  const end = at + joined.endOf(whole[0].length)
  return end > (match?.end ?? 0) ? { start: at, end } : undefined
}

function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** A prefix that no word has is a secret's wherever it stands; others only where a word begins. */
const needsBoundary = (keyword: string): boolean =>
  /^[a-z0-9]/.test(keyword) && !/^(?=.{5})[a-z0-9]{2,30}[-_.]/.test(keyword)

/** In the middle of a word; what an escape leaves before it (`\n`, `%3D`, `\u0022`, a colour) is no word. */
const isInsideWord = (text: string, at: number): boolean =>
  isWord(text.charCodeAt(at - 1)) &&
  !(mayEscape(text, at) && ESCAPE.test(text.slice(Math.max(0, at - 12), at)))

/** Cheap, and true for few words: whether the pattern below is worth a try. */
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

/** A longer token than the rule knows leaves no tail. A dot belongs to it if the token goes on behind it. */
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

/** A token that the end of the text cut off is still most of a secret. */
function cutOff(text: string, at: number, keyword: string): Place | undefined {
  if (!/^[a-z0-9_]{3,}[-_.]$/.test(keyword)) return undefined
  const token = execAt(TOKEN, text, at)?.[0] ?? ''
  const end = at + token.length
  return token.length >= keyword.length + 12 && isVaried(token) && !isWordy(token)
    ? { start: at, end, isGuess: true }
    : undefined
}
