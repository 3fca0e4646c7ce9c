import { best } from './session-scores.ts'
import type { Shelf } from './shelf.ts'

export interface RankedSession {
  readonly session: string
  readonly score: number
  /** What it brings that no better one brought, the likeliest first. */
  readonly files: readonly string[]
}

interface Judged {
  /** The scores of files. */
  readonly scores: ReadonlyMap<string, number>
  readonly answers: ReadonlyMap<string, number>
  readonly recent: readonly string[]
}

/** Files beyond these are too unlikely to choose a session for. */
const MOST_FILES = 100
const MOST_ANSWERING = 40

/**
 * The sessions that together hold the likeliest files: each one is chosen for what those before it did not bring, so
 * that five sessions about one thing do not hide the rest.
 */
export function covering(shelf: Shelf, judged: Judged, most: number): readonly RankedSession[] {
  const wanted = likelihoods(judged.scores)
  const left = candidates(shelf, judged, wanted)
  const chosen: RankedSession[] = []
  while (chosen.length < most) {
    const [next] = best(worths(left, wanted), 1)
    if (!next || next[1] <= 0) break
    const [session, score] = next
    const files = (left.get(session) ?? []).filter((path) => wanted.has(path))
    chosen.push({ session, score, files: files.sort((a, b) => (wanted.get(b) ?? 0) - (wanted.get(a) ?? 0)) })
    for (const path of files) wanted.delete(path)
    left.delete(session)
  }
  return chosen
}

/** The weights were fitted so that these are probabilities, up to a factor. */
function likelihoods(scores: ReadonlyMap<string, number>): Map<string, number> {
  const likeliest = best(scores, MOST_FILES)
  const top = likeliest[0]?.[1] ?? 0
  return new Map(likeliest.map(([path, score]) => [path, Math.exp(score - top)]))
}

type Wanted = ReadonlyMap<string, number>

function candidates(
  shelf: Shelf,
  { answers, recent }: Judged,
  wanted: Wanted,
): Map<string, readonly string[]> {
  const sessions = new Set([...recent, ...best(answers, MOST_ANSWERING).map(([session]) => session)])
  const held = (session: string): string[] =>
    [...shelf.filesOf(session).keys()].filter((path) => wanted.has(path))
  return new Map([...sessions].map((session) => [session, held(session)]))
}

const worths = (
  sessions: ReadonlyMap<string, readonly string[]>,
  wanted: Wanted,
): ReadonlyMap<string, number> =>
  new Map(
    [...sessions].map(([session, files]) => [
      session,
      files.reduce((sum, path) => sum + (wanted.get(path) ?? 0), 0),
    ]),
  )
