import { covering, MOST_COVERED, type RankedSession } from './covering.ts'
import { type Evidence, evidenceFor, type Query } from './evidence.ts'
import { lateSignals } from './lately.ts'
import { best, type Scored } from './session-scores.ts'
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
  const enough = Math.max(most.files, MOST_COVERED)
  const likeliest = best(scoresIn(evidence, enough), enough)
  return {
    files: likeliest.slice(0, most.files).map(([path, score]) => ({
      path,
      score,
      reasons: reasonsFor(path, evidence),
    })),
    sessions: covering(shelf, { likeliest: likeliest.slice(0, MOST_COVERED), ...evidence }, most.sessions),
  }
}

/** Of those that the prompt does not speak for, as many as are asked for: they come in the order of their scores. */
function scoresIn({ spoken, lately }: Evidence, most: number): readonly Scored[] {
  const scores: Scored[] = []
  for (const [path, signals] of spoken) scores.push([path, scoreOf(signals)])
  let others = 0
  for (const file of lately.files) {
    if (others === most) break
    if (spoken.has(file[0])) continue
    scores.push([file[0], file[3]])
    others += 1
  }
  return scores
}

/** Written out, because it is asked of hundreds of files by a process that starts cold. */
const scoreOf = (signals: Signals): number =>
  weighed('named', signals.named) +
  weighed('unmet', signals.unmet) +
  weighed('path', signals.path) +
  weighed('name', signals.name) +
  weighed('branch', signals.branch) +
  weighed('session', signals.session) +
  weighed('edited', signals.edited) +
  weighed('read', signals.read) +
  weighed('touched', signals.touched)

const weighed = (signal: Signal, value: number): number => (value > 0 ? WEIGHTS[signal] * value : 0)

function reasonsFor(path: string, { spoken, lately }: Evidence): readonly Reason[] {
  const signals = spoken.get(path) ?? lateSignals(lately.files.find((file) => file[0] === path))
  return SIGNALS.map((signal) => ({ signal, adds: weighed(signal, signals[signal] ?? 0) }))
    .filter((reason) => reason.adds > 0)
    .sort((a, b) => b.adds - a.adds)
}
