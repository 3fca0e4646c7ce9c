import { WIDTH } from './candidates.ts'
import { covering, MOST_COVERED } from './covering.ts'
import { type Evidence, evidenceFor, type Query } from './evidence.ts'
import { greatest } from './greatest.ts'
import type { Shelf } from './shelf.ts'
import { ONE, SIGNALS, type Signal, WEIGHTS } from './signals.ts'

export interface Reason {
  readonly signal: Signal
  /** What it adds to the score. */
  readonly adds: number
}
export interface RankedFile {
  readonly path: string
  readonly score: number
  /** The strongest first; none where nobody asked. */
  readonly reasons: readonly Reason[]
}
export interface RankedSession {
  readonly session: string
  readonly score: number
  /** What it brings that no better one brought, the likeliest first; none where nobody asked. */
  readonly files: readonly string[]
}
export interface Ranking {
  readonly files: readonly RankedFile[]
  readonly sessions: readonly RankedSession[]
}
export interface Most {
  readonly files: number
  readonly sessions: number
  /** To say why each is among them takes as long as to find them. */
  readonly explain?: boolean | undefined
}

/** The files and the earlier sessions that matter most to a session that begins like this, the best first. */
export function rank(shelf: Shelf, query: Query, { files, sessions, explain = false }: Most): Ranking {
  const enough = Math.max(files, MOST_COVERED)
  const evidence = evidenceFor(shelf, query, enough)
  const { likeliest, scores } = likeliestIn(shelf, evidence, enough)
  const wanted = { ...evidence, likeliest: likeliest.slice(0, MOST_COVERED), scores }
  const nameOf = (row: number): string => evidence.candidates.nameOf(row, shelf.pathOf)
  const chosen = covering(wanted, sessions, shelf.sessionOf)
  return {
    files: likeliest
      .slice(0, files)
      .map((row, place) => ({
        path: nameOf(row),
        score: (scores[place] ?? 0) / ONE,
        reasons: explain ? reasonsFor(row, evidence) : [],
      }))
      .filter(({ path }) => path !== ''),
    sessions: chosen
      .map((one) => ({
        session: shelf.sessionOf(one.session),
        score: one.score,
        files: explain ? one.rows.map(nameOf) : [],
      }))
      .filter(({ session }) => session !== ''),
  }
}

interface Likeliest {
  /** By their rows. */
  readonly likeliest: readonly number[]
  readonly scores: readonly number[]
}

function likeliestIn(shelf: Shelf, { candidates, scores }: Evidence, most: number): Likeliest {
  const nameOf = (place: number): string => candidates.nameOf(place * WIDTH, shelf.pathOf)
  const places = greatest(scores, most, (a, b) => {
    const [one, other] = [candidates.numberOf(a * WIDTH), candidates.numberOf(b * WIDTH)]
    if (one >= 0 && other >= 0) return shelf.comparePaths(one, other)
    return nameOf(a) < nameOf(b) ? -1 : 1
  })
  return {
    likeliest: places.map((place) => place * WIDTH),
    scores: places.map((place) => scores[place] ?? 0),
  }
}

const reasonsFor = (row: number, { candidates }: Evidence): readonly Reason[] =>
  SIGNALS.map((signal, at) => ({
    signal,
    adds: (WEIGHTS[signal] * (candidates.rows[row + at] ?? 0)) / ONE,
  }))
    .filter((reason) => reason.adds > 0)
    .sort((a, b) => b.adds - a.adds)
