import type { FileTrace } from './facts.ts'
import { type Signals, WEIGHTS } from './signals.ts'

/** So many of the last sessions are looked at; one that came to no file says nothing of any. */
export const RECENT = 20
/** After so many sessions half of what an edit, or a look, said is gone. */
const EDIT_HALF_LIFE = 5
const READ_HALF_LIFE = 0.8

/** What the last sessions say of a file that they came to, and the score that it has by that alone. */
export type LateFile = readonly [path: string, edited: number, read: number, score: number]

/** What the last sessions came to. It does not depend on a prompt, so it can be summed up beforehand. */
export interface Lately {
  /** The likeliest first. */
  readonly files: readonly LateFile[]
  /** The latest first, each with the places of its files among those. */
  readonly sessions: readonly (readonly [session: string, files: readonly number[]])[]
}

export const NOT_LATELY: Lately = { files: [], sessions: [] }

/** Of the last sessions that came to files, the latest first. */
export function latelyOf(
  recent: readonly string[],
  filesOf: (session: string) => readonly FileTrace[],
): Lately {
  const sums = new Map<string, { edited: number; read: number }>()
  for (const [age, session] of recent.entries())
    for (const [path, edits, reads] of filesOf(session)) {
      const sum = sums.get(path) ?? { edited: 0, read: 0 }
      sums.set(path, sum)
      if (edits > 0) sum.edited += 0.5 ** (age / EDIT_HALF_LIFE) * (1 + 0.3 * Math.log(edits))
      if (reads > 0) sum.read += 0.5 ** (age / READ_HALF_LIFE)
    }
  const files = [...sums]
    .map(([path, { edited, read }]) => lateFile(path, Math.log1p(edited), read))
    .sort((a, b) => b[3] - a[3] || (a[0] < b[0] ? -1 : 1))
  const places = new Map(files.map(([path], place) => [path, place]))
  const placesOf = (session: string): readonly number[] =>
    filesOf(session).flatMap(([path]) => places.get(path) ?? [])
  return { files, sessions: recent.map((session) => [session, placesOf(session)]) }
}

const lateFile = (path: string, edited: number, read: number): LateFile => [
  path,
  edited,
  read,
  WEIGHTS.edited * edited + WEIGHTS.read * read + WEIGHTS.touched,
]

export const lateSignals = (file: LateFile | undefined): Partial<Signals> =>
  file ? { edited: file[1], read: file[2], touched: 1 } : {}
