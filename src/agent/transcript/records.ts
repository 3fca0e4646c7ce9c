import { parseJson } from '../../problem.ts'
import { Lines, TOO_LONG, type TranscriptLine } from './lines.ts'
export type TranscriptItem =
  | { readonly kind: 'record'; readonly offset: number; readonly value: object }
  /** Unreadable content. */
  | { readonly kind: 'skipped'; readonly offset: number; readonly bytes: number; readonly reason: string }
  /** The last line is incomplete: the client may still be writing it. */
  | { readonly kind: 'pending'; readonly offset: number; readonly bytes: number }

/** Splits chunks of bytes into items, in order. */
export interface TranscriptItems {
  push(chunk: Uint8Array): readonly TranscriptItem[]
  end(): readonly TranscriptItem[]
}

/** Reads one JSON object per line. Files may be truncated, joined, full of NUL bytes, or still being written. */
export function recordsByLine(isRecord: IsRecord): TranscriptItems {
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

/** Unreadable content at the end may still become complete. */
const asTail = (item: TranscriptItem): TranscriptItem =>
  item.kind === 'skipped' ? { kind: 'pending', offset: item.offset, bytes: item.bytes } : item

function itemsOf(line: TranscriptLine, isRecord: IsRecord): readonly TranscriptItem[] {
  const { offset, holes } = line
  const items = itemsIn(line, isRecord)
  return holes > 0 ? [{ kind: 'skipped', offset, bytes: holes, reason: HOLE }, ...items] : items
}

function itemsIn(line: TranscriptLine, isRecord: IsRecord): readonly TranscriptItem[] {
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
  const value = parseJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

function reasonOf(text: string): string {
  if (/^[\0\s]*$/.test(text)) return HOLE
  if (text.includes('\0')) return 'cut, with NUL bytes in it'
  return text.trimStart().startsWith('{') ? 'cut in the middle' : 'not a JSON object'
}

/** A part of a damaged line: an intact record or damage. Offsets are in UTF-16 units. */
type LinePiece =
  | { readonly kind: 'record'; readonly at: number; readonly value: object }
  | { readonly kind: 'damage'; readonly at: number; readonly text: string }

/** Whether a value is a complete record from this client, not just a part of one. */
export type IsRecord = (value: object) => boolean

/** The maximum number of passes over a line, so that a hostile line cannot take too long. */
const MAX_PASSES = 16
const EXTRA_WORK = 64 * 1024

/**
 * Finds every intact record in a line that is not valid JSON, for example a truncated record joined with the next
 * one, two records without a newline between them, or NUL bytes. Reports the text between records as damage.
 */
function piecesOf(text: string, isRecord: IsRecord): readonly LinePiece[] {
  const pieces: LinePiece[] = []
  let work = MAX_PASSES * text.length + EXTRA_WORK
  let reported = 0
  let start = text.indexOf('{"')
  while (start >= 0 && work > 0) {
    const { end, seen } = objectAt(text, start)
    work -= seen
    const value = end === undefined ? undefined : parseObject(text.slice(start, end))
    if (value && end !== undefined && isRecord(value)) {
      pieces.push(...damageIn(text, reported, start), { kind: 'record', at: start, value })
      reported = end
    }
    start = text.indexOf('{"', value && end !== undefined ? end : start + 1)
  }
  return [...pieces, ...damageIn(text, reported, text.length)]
}

/** White space and byte order marks are not damage. NUL bytes are: they replaced content. */
function damageIn(text: string, from: number, to: number): readonly LinePiece[] {
  const between = text.slice(from, to)
  return /^[\s\ufeff]*$/.test(between) ? [] : [{ kind: 'damage', at: from, text: between }]
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Finds the end of the object at `start` and counts the characters read. Stops at the first invalid character. */
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

/** How much a character changes the nesting depth. */
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

/**
 * If a string was truncated, the start of the next record looks like part of it. This shows when the string
 * is followed by a character that cannot follow a string.
 */
function mayFollowString(text: string, at: number): boolean {
  const next = text[at]
  return next === undefined || ':,]} \t\r'.includes(next)
}

function parseObject(text: string): object | undefined {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null ? value : undefined
}
