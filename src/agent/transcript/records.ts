import { type Line, Lines, TOO_LONG } from './lines.ts'
export type Item =
  | { readonly kind: 'record'; readonly offset: number; readonly value: object }
  /** Something stood there and cannot be read. */
  | { readonly kind: 'skipped'; readonly offset: number; readonly bytes: number; readonly reason: string }
  /** The last line is not finished: its writer may be at it still. */
  | { readonly kind: 'pending'; readonly offset: number; readonly bytes: number }

/** Bytes in pieces become what stands in them, in order. */
export interface Items {
  push(chunk: Uint8Array): readonly Item[]
  end(): readonly Item[]
}

/** One JSON object a line, in files that were cut, glued, filled with holes, or are being written right now. */
export function recordsByLine(isRecord: IsRecord): Items {
  const lines = new Lines()
  return {
    push: (chunk) => lines.push(chunk).flatMap((line) => itemsOf(line, isRecord)),
    end() {
      const line = lines.end()
      return line
        ? itemsOf(line, isRecord).map((item, i, all) => (i === all.length - 1 ? asTail(item) : item))
        : []
    },
  }
}

/** What cannot be read at the very end is not lost yet. */
const asTail = (item: Item): Item =>
  item.kind === 'skipped' ? { kind: 'pending', offset: item.offset, bytes: item.bytes } : item

function itemsOf(line: Line, isRecord: IsRecord): readonly Item[] {
  const { offset, holes } = line
  const items = itemsIn(line, isRecord)
  return holes > 0 ? [{ kind: 'skipped', offset, bytes: holes, reason: HOLE }, ...items] : items
}

function itemsIn(line: Line, isRecord: IsRecord): readonly Item[] {
  const { offset, bytes } = line
  if (line.text === undefined) return [{ kind: 'skipped', offset, bytes, reason: TOO_LONG }]
  const text = line.text.startsWith(BYTE_ORDER_MARK) ? line.text.slice(1) : line.text
  if (isBlank(text)) return []
  const whole = objectIn(text)
  if (whole) return [{ kind: 'record', offset, value: whole }]
  return piecesOf(text, isRecord).map((piece) => {
    const at = offset + Buffer.byteLength(text.slice(0, piece.at))
    if (piece.kind === 'record') return { kind: 'record', offset: at, value: piece.value }
    return { kind: 'skipped', offset: at, bytes: Buffer.byteLength(piece.text), reason: reasonOf(piece.text) }
  })
}

const HOLE = 'a run of NUL bytes'
const BYTE_ORDER_MARK = '\ufeff'
const isBlank = (text: string): boolean => text === '' || text === '\r' || text.trim() === ''

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined // the caller looks for what is whole in it
  }
}

function reasonOf(text: string): string {
  if (/^[\0\s]*$/.test(text)) return HOLE
  if (text.includes('\0')) return 'cut, with NUL bytes in it'
  return text.trimStart().startsWith('{') ? 'cut in the middle' : 'not a JSON object'
}

/** A part of a damaged line: a record that is whole, or what could not be read. Places are in UTF-16 units. */
type Piece =
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
function piecesOf(text: string, isRecord: IsRecord): readonly Piece[] {
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
