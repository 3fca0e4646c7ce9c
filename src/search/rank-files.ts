/** Reasons why a file may matter. A signal is 0 if it does not apply, and otherwise at most about 1. */
export const SIGNALS = [
  /** The prompt names the file. */
  'named',
  /** The prompt names a file that no session has seen. */
  'unmet',
  /** Its path contains words of the prompt. */
  'path',
  /** Its name contains words of the prompt. */
  'name',
  /** Its path contains words of the branch. */
  'branch',
  /** Sessions that match the prompt edited or read it. */
  'session',
  /** It was edited in recent sessions. */
  'edited',
  /** It was read in recent sessions. */
  'read',
  /** A session edited or read the file instead of only mentioning it. */
  'touched',
] as const
export type Signal = (typeof SIGNALS)[number]
export type Signals = Readonly<Partial<Record<Signal, number>>>

/**
 * Weight of each signal in the score of a file. Fitted on real sessions, so that scores are log-likelihoods
 * up to a constant (docs/lab/continuity.md); `npm run bench -- --only continuity --fit` computes them again.
 */
const WEIGHTS: Readonly<Record<Signal, number>> = {
  named: 2.4,
  unmet: 4.7,
  path: 1.2,
  name: 0.8,
  branch: 0.8,
  session: 1.5,
  edited: 0.7,
  read: 0.65,
  touched: 2.2,
}

/** The data for ranking files and sessions by their relevance to a new session. */
export interface RelevanceEvidence {
  /** Candidate files, each path once. */
  readonly files: readonly FileEvidence[]
  /** The recent sessions and those that match the prompt, with the files that they edited or read. */
  readonly sessions: readonly SessionFiles[]
}
export interface FileEvidence {
  readonly path: string
  readonly signals: Signals
}
export interface SessionFiles {
  readonly session: string
  readonly paths: readonly string[]
}

interface RankedFile {
  readonly path: string
  readonly score: number
  /** The signals behind the score, strongest first. */
  readonly reasons: readonly Signal[]
}
interface RelevantSession {
  readonly session: string
  readonly score: number
}
export interface Ranking {
  readonly files: readonly RankedFile[]
  readonly sessions: readonly RelevantSession[]
}
interface RankLimits {
  readonly files: number
  readonly sessions: number
}

/** The number of most likely files that influence which sessions are chosen. */
const COVERED_FILES = 100

/** The files and earlier sessions that matter most, best first. */
export function rank({ files, sessions }: RelevanceEvidence, limits: RankLimits): Ranking {
  const scored = files
    .map(({ path, signals }) => ({ path, signals, score: scoreOf(signals) }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
  return {
    files: scored
      .slice(0, limits.files)
      .map(({ path, signals, score }) => ({ path, score, reasons: reasonsIn(signals) })),
    sessions: coveringSessions(scored.slice(0, COVERED_FILES), sessions, limits.sessions),
  }
}

const scoreOf = (signals: Signals): number =>
  SIGNALS.reduce((sum, signal) => sum + contribution(signals, signal), 0)

const contribution = (signals: Signals, signal: Signal): number => WEIGHTS[signal] * (signals[signal] ?? 0)

const reasonsIn = (signals: Signals): readonly Signal[] =>
  SIGNALS.filter((signal) => (signals[signal] ?? 0) > 0).sort(
    (a, b) => contribution(signals, b) - contribution(signals, a),
  )

/**
 * Greedy set cover: each session is chosen for likely files that earlier choices do not cover, so that five
 * sessions about one subject do not displace all others.
 */
function coveringSessions(
  files: readonly { readonly path: string; readonly score: number }[],
  sessions: readonly SessionFiles[],
  limit: number,
): readonly RelevantSession[] {
  const top = files[0]?.score ?? 0
  const worth = new Map(files.map(({ path, score }) => [path, Math.exp(score - top)]))
  const candidates = new Set(sessions)
  const chosen: RelevantSession[] = []
  while (chosen.length < limit) {
    const [best] = [...candidates]
      .map((one) => ({ one, score: one.paths.reduce((sum, path) => sum + (worth.get(path) ?? 0), 0) }))
      .sort((a, b) => b.score - a.score || (a.one.session < b.one.session ? -1 : 1))
    if (!best || best.score === 0) break
    chosen.push({ session: best.one.session, score: best.score })
    candidates.delete(best.one)
    for (const path of best.one.paths) worth.delete(path)
  }
  return chosen
}
