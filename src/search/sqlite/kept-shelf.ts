import { closeSync, openSync } from 'node:fs'
import type { PricedClaim } from '../../brief/prepared.ts'
import type { SessionId } from '../../event/identity.ts'
import { attempted, forgiving, NO_HOLDERS, NO_PATHS } from '../forgiving-shelf.ts'
import type { Holders, KnownPath, PathHolders, Shelf, Traces } from '../shelf.ts'
import * as form from './shelf-file.ts'
import { type Pieces, piecesIn, type Value } from './shelf-pieces.ts'

export interface Kept {
  readonly shelf: Shelf
  settled(sessions: readonly SessionId[]): ReadonlyMap<string, readonly PricedClaim[]>
}

/** What is kept there; undefined where it is of another form, or damaged. The file stays open until this process ends. */
export function keptShelf(path: string): Kept | undefined {
  try {
    const file = openSync(path, 'r')
    const pieces = piecesIn(file)
    if (pieces) return keptIn(pieces)
    closeSync(file)
  } catch {
    // It is made again when somebody has time.
  }
  return undefined
}

function keptIn(pieces: Pieces): Kept {
  const { heading } = pieces
  const sessions = heading[form.SESSIONS] ?? 0
  const shelf: Shelf = {
    sessions,
    paths: heading[form.PATHS] ?? 0,
    lengths: pieces.table(form.LENGTHS),
    meanLength: (heading[form.LENGTH] ?? 0) / (sessions || 1),
    lately: () => ({
      sessions: pieces.table(form.LATE_SESSIONS),
      paths: pieces.table(form.LATE_PATHS),
      edited: pieces.table(form.LATE_EDITED),
      read: pieces.table(form.LATE_READ),
      held: pieces.table(form.LATE_HELD),
    }),
    sessionsWith: (term, most) => holdersIn(pieces.find('term', term), most),
    filesOf: (session) => tracesIn(pieces.at(form.FILES, session)),
    pathsWith: (term, most) => pathsIn(pieces.find('term', term), most),
    pathsNamed: (stem) => (parsed<readonly Named[]>(pieces.find('stem', stem)) ?? []).map(knownPath),
    pathOf: (number) => pieces.name(form.PATH_NAMES, number),
    sessionOf: (number) => pieces.name(form.SESSION_NAMES, number),
    comparePaths: (one, other) => one - other,
  }
  const settledIn = (session: string): readonly PricedClaim[] => {
    const number = parsed<number>(pieces.find('session', session))
    return number === undefined ? [] : JSON.parse(pieces.text(form.SETTLED, number))
  }
  return {
    shelf: forgiving(shelf),
    settled: (asked) => new Map(asked.map((session) => [session, attempted(() => settledIn(session)) ?? []])),
  }
}

/** In the file. */
export type Named = readonly [number: number, path: string, isTouched: number]
const knownPath = ([number, path, isTouched]: Named): KnownPath => ({
  number,
  path: String(path),
  isTouched: isTouched === 1,
})

const parsed = <T>(found: Value | undefined): T | undefined =>
  found && (JSON.parse(Buffer.from(found.buffer, found.at, found.bytes).toString()) as T)

/** The value of a term: how many sessions and how many paths; then these, each kind of number in a row. */
function holdersIn(found: Value | undefined, most: number): Holders {
  if (!found) return NO_HOLDERS
  const { buffer } = found
  const count = new Int32Array(buffer, found.at, 2)[0] ?? 0
  if (count > most) return NO_HOLDERS
  const sessions = found.at + 8
  return {
    sessions: new Int32Array(buffer, sessions, count),
    weights: new Int32Array(buffer, sessions + 4 * count, count),
  }
}

function pathsIn(found: Value | undefined, most: number): PathHolders {
  if (!found) return NO_PATHS
  const { buffer } = found
  const counts = new Int32Array(buffer, found.at, 2)
  const count = counts[1] ?? 0
  if (count > most) return NO_PATHS
  const paths = found.at + 8 + 8 * (counts[0] ?? 0)
  return {
    paths: new Int32Array(buffer, paths, count),
    shares: new Int32Array(buffer, paths + 4 * count, count),
    touched: new Uint8Array(buffer, paths + 8 * count, count),
  }
}

function tracesIn(piece: Int32Array): Traces {
  const count = piece[0] ?? 0
  const did = new Uint8Array(piece.buffer, piece.byteOffset + 4 + 4 * count, count)
  return { paths: piece.subarray(1, 1 + count), did }
}
