/** A part of a damaged line: a record that is whole, or what could not be read. Places are in UTF-16 units. */
export type Piece =
  | { readonly kind: 'record'; readonly at: number; readonly value: object }
  | { readonly kind: 'damage'; readonly at: number; readonly text: string }

/** Whether a value that stands alone is a record of this client, and not a part of one. */
export type IsRecord = (value: object) => boolean

/** How often a line may be gone over: a hostile one must not take for ever. */
const MOST_PASSES = 16
const ONCE_MORE = 64 * 1024

/**
 * A line that is no JSON: a record that was cut and the next one glued to it, two records without a newline between
 * them, a hole. Every whole record in it is found, and what lies between them is told.
 */
export function piecesOf(text: string, isRecord: IsRecord): readonly Piece[] {
  const pieces: Piece[] = []
  let work = MOST_PASSES * text.length + ONCE_MORE
  let told = 0
  let start = text.indexOf('{"')
  while (start >= 0 && work > 0) {
    const { end, seen } = objectAt(text, start)
    work -= seen
    const value = end === undefined ? undefined : parsed(text.slice(start, end))
    if (value && end !== undefined && isRecord(value)) {
      pieces.push(...damageIn(text, told, start), { kind: 'record', at: start, value })
      told = end
    }
    start = text.indexOf('{"', value && end !== undefined ? end : start + 1)
  }
  return [...pieces, ...damageIn(text, told, text.length)]
}

/** White space and byte order marks are no loss. A hole is one: something else should stand there. */
function damageIn(text: string, from: number, to: number): readonly Piece[] {
  const between = text.slice(from, to)
  return /^[\s\ufeff]*$/.test(between) ? [] : [{ kind: 'damage', at: from, text: between }]
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Where the object that begins at `start` ends, and how far one had to look. Stops at the first impossibility. */
function objectAt(text: string, start: number): { end?: number; seen: number } {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) {
      const close = stringEnd(text, at)
      if (close === undefined || !mayFollowString(text, close + 1)) return { seen: at - start + 1 }
      at = close
    }
    depth += stepOf(unit)
    if (depth === 0) return { end: at + 1, seen: at + 1 - start }
    if (unit === 0) return { seen: at + 1 - start }
  }
  return { seen: text.length - start }
}

/** One deeper, one less deep, or neither. */
function stepOf(unit: number): number {
  if (unit === 0x7b || unit === 0x5b) return 1
  return unit === 0x7d || unit === 0x5d ? -1 : 0
}

function stringEnd(text: string, open: number): number | undefined {
  for (let at = open + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) return at
    if (unit === BACKSLASH) at += 1
    else if (unit < 0x20) return undefined
  }
  return undefined
}

/** A string that was cut swallows the beginning of the next record; what comes then gives it away. */
function mayFollowString(text: string, at: number): boolean {
  const next = text[at]
  return next === undefined || ':,]} \t\r'.includes(next)
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined // the caller goes on looking
  }
}
