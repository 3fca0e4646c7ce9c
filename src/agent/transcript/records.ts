import { type Line, Lines, TOO_LONG } from './lines.ts'
import { type IsRecord, piecesOf } from './recover.ts'

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
