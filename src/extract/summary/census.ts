import { fileOf, type Name, namesIn } from './names.ts'
import type { Piece } from './pieces.ts'

/** How often a name came, and with whom. */
export interface Entry {
  /** As it was written at the greatest length: of a file the whole path. */
  name: Name
  /** In how many prompts, answers and calls. */
  asked: number
  said: number
  called: number
  isChanged: boolean
  /** In which piece it came first and last; what an earlier summary named came before all of them. */
  first: number
  last: number
}

export type Census = ReadonlyMap<string, Entry>

/** Everything that the pieces name. Only what was said or asked for counts: tools print a lot that nobody needs. */
export function censusOf(
  pieces: readonly Piece[],
  earlier: readonly Name[] = [],
  changed: readonly string[] = [],
): Census {
  const census = new Map<string, Entry>()
  for (const name of earlier) entryOf(census, name, BEFORE).said += SURVIVED
  for (const file of changed) entryOf(census, fileOf(file), BEFORE).isChanged = true
  for (const [at, piece] of pieces.entries()) count(census, piece, at)
  return census
}

const BEFORE = -1
/** What a summary named counts as having come more than once. */
const SURVIVED = 3

function count(census: Map<string, Entry>, piece: Piece, at: number): void {
  if (piece.kind === 'returned') return
  const field = piece.kind === 'called' ? 'called' : piece.speaker === 'user' ? 'asked' : 'said'
  for (const name of namesIn(piece.text)) entryOf(census, name, at)[field] += 1
  if (piece.kind === 'called' && piece.isChange)
    for (const file of piece.files) entryOf(census, fileOf(file), at).isChanged = true
}

function entryOf(census: Map<string, Entry>, name: Name, at: number): Entry {
  const known = census.get(name.key)
  if (known) {
    known.last = at
    if (name.text.length > known.name.text.length) known.name = name
    return known
  }
  const made = { name, asked: 0, said: 0, called: 0, isChanged: false, first: at, last: at }
  census.set(name.key, made)
  return made
}

/** How likely a name is needed again, in no unit but its own: by how often, by whom and how lately it was used. */
export function worthOf(entry: Entry, pieces: number): number {
  const often = Math.log2(1 + 3 * entry.asked + 1.5 * entry.said + entry.called)
  const lately = 0.5 ** ((pieces - entry.last) / (HALF_LIFE * Math.max(1, pieces)))
  const kind = KINDS[entry.name.kind] * (entry.isChanged ? CHANGED : 1)
  return kind * often * (EVER + lately)
}

const KINDS: Readonly<Record<Name['kind'], number>> = { file: 1.5, name: 1, quantity: 1.5 }
const CHANGED = 1.5
const EVER = 0.5
/** Of the whole length. */
const HALF_LIFE = 0.25
