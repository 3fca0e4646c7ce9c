/** A declaration, with the captures of its query or pattern by name. */
export interface SyntaxMatch {
  readonly kind: string
  readonly name: string
  readonly owner?: string | undefined
  /** The zero-based numbers of the first and last line. */
  readonly start: number
  readonly end: number
  /** The start and end offsets in the text. */
  readonly from: number
  readonly to: number
}

/** Patterns for declarations at the beginning of a line, in a language that our parser has no grammar for. */
export interface DeclarationPatterns {
  /** Groups: the receiver or extended type, which may be empty, and the name. */
  readonly [kind: string]: RegExp
}

const MODIFIERS = String.raw`^[ \t]{0,40}(?:@\w+(?:\([^()\n]{0,200}\))?[ \t]+|(?:[a-z]+(?:\(set\))?)[ \t]+){0,8}`
const declaration = (rest: string): RegExp => new RegExp(`${MODIFIERS}${rest}`, 'gm')

export const kotlin: DeclarationPatterns = {
  class: declaration(String.raw`(?:class|object)[ \t]+()(\w+)`),
  type: declaration(String.raw`(?:interface|typealias)[ \t]+()(\w+)`),
  function: declaration(
    String.raw`fun[ \t]+(?:<[^>\n]{1,100}>[ \t]*)?(?:(\w+)(?:<[^>\n]{1,100}>)?\??\.)?(\w+)[ \t]*\(`,
  ),
  method: declaration(String.raw`()(constructor)[ \t]*\(`),
}

export const swift: DeclarationPatterns = {
  class: declaration(String.raw`(?:class|actor)[ \t]+(?!func\b|var\b|let\b)()(\w+)`),
  type: declaration(String.raw`(?:struct|protocol|enum|typealias)[ \t]+()(\w+)`),
  scope: declaration(String.raw`extension[ \t]+()([\w.]+)`),
  function: declaration(String.raw`func[ \t]+()(\w+)[ \t]*[<(]`),
  method: declaration(String.raw`()(init|deinit)\b[?!]?[ \t]*[({<]`),
}

/** The declarations of a text with their extents. Ignores comments and strings. */
export function matchPatterns(patterns: DeclarationPatterns, text: string): readonly SyntaxMatch[] {
  const code = withoutStrings(text)
  const lineAt = lineCounter(code)
  return Object.entries(patterns).flatMap(([kind, pattern]) =>
    [...code.matchAll(pattern)].slice(0, MAX_DECLARATIONS).map((match) => {
      const [whole, owner = '', name = ''] = match
      const from = match.index + (whole.length - whole.trimStart().length)
      const to = endOf(code, match.index + whole.length)
      const place = { from, to, start: lineAt(from), end: lineAt(Math.max(from, to - 1)) }
      return { kind, name, ...(owner && { owner }), ...place }
    }),
  )
}

const COMMENTS_AND_STRINGS =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.){0,5000}"?|'(?:[^'\\\n]|\\.){1,10}'/g

/** Replaces comments and strings with spaces, so that positions do not change. */
const withoutStrings = (text: string): string =>
  text.replaceAll(COMMENTS_AND_STRINGS, (found) => found.replaceAll(/[^\n]/g, ' '))

const MAX_DECLARATIONS = 1000
const MAX_BODY = 100_000

/** The end of the body that follows, or of the line if there is no body. */
function endOf(code: string, from: number): number {
  let depth = 0
  let brackets = 0
  const most = Math.min(code.length, from + MAX_BODY)
  for (let at = from; at < most; at += 1) {
    const char = code[at] ?? ''
    brackets += BRACKETS[char] ?? 0
    depth += BRACES[char] ?? 0
    if (char === '}' && depth <= 0) return depth === 0 ? at + 1 : at
    if (char === '\n' && depth === 0 && brackets <= 0 && !opensBelow(code, at)) return at
  }
  return most
}

const BRACKETS: Readonly<Record<string, number>> = { '(': 1, ')': -1 }
const BRACES: Readonly<Record<string, number>> = { '{': 1, '}': -1 }

/** Whether the next line only opens the body. */
const opensBelow = (code: string, at: number): boolean => /^\s*\{/.test(code.slice(at, at + 200))

/** The zero-based line number of an offset. */
function lineCounter(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low
  }
}
