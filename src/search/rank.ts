import { covering, type RankedSession } from './covering.ts'
import { type Evidence, evidenceFor, type Query } from './evidence.ts'
import { best } from './session-scores.ts'
import type { Shelf } from './shelf.ts'
import { SIGNALS, type Signal, type Signals, WEIGHTS } from './signals.ts'

export interface Reason {
  readonly signal: Signal
  /** What it adds to the score. */
  readonly adds: number
}
export interface RankedFile {
  readonly path: string
  readonly score: number
  /** The strongest first. */
  readonly reasons: readonly Reason[]
}
export interface Ranking {
  readonly files: readonly RankedFile[]
  readonly sessions: readonly RankedSession[]
}
export interface Most {
  readonly files: number
  readonly sessions: number
}

/** The files and the earlier sessions that matter most to a session that begins like this, the best first. */
export function rank(shelf: Shelf, query: Query, most: Most): Ranking {
  const evidence = evidenceFor(shelf, query)
  const scores = new Map([...evidence.files].map(([path, signals]) => [path, scoreOf(signals)]))
  return {
    files: best(scores, most.files).map(([path, score]) => ({
      path,
      score,
      reasons: reasonsFor(path, evidence),
    })),
    sessions: covering(shelf, { scores, ...evidence }, most.sessions),
  }
}

const adds = (signals: Signals, signal: Signal): number => WEIGHTS[signal] * (signals[signal] ?? 0)
const scoreOf = (signals: Signals): number => SIGNALS.reduce((sum, signal) => sum + adds(signals, signal), 0)

function reasonsFor(path: string, { files }: Evidence): readonly Reason[] {
  const signals = files.get(path) ?? {}
  return SIGNALS.map((signal) => ({ signal, adds: adds(signals, signal) }))
    .filter((reason) => reason.adds > 0)
    .sort((a, b) => b.adds - a.adds)
}
