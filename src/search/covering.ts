import type { Lately } from './lately.ts'
import { best, type Scored } from './session-scores.ts'
import type { Shelf } from './shelf.ts'

export interface RankedSession {
  readonly session: string
  readonly score: number
  /** What it brings that no better one brought, the likeliest first. */
  readonly files: readonly string[]
}

interface Judged {
  /** The files that are wanted, the likeliest first. */
  readonly likeliest: readonly Scored[]
  readonly answers: ReadonlyMap<string, number>
  readonly lately: Lately
}

/** Files beyond these are too unlikely to choose a session for. */
export const MOST_COVERED = 100
const MOST_ANSWERING = 12

/**
 * The sessions that together hold the likeliest files: each one is chosen for what those before it did not bring, so
 * that five sessions about one thing do not hide the rest.
 */
export function covering(shelf: Shelf, judged: Judged, most: number): readonly RankedSession[] {
  if (most === 0) return []
  const { likeliest } = judged
  const worth = likelihoods(likeliest)
  const left = holdersOf(shelf, judged)
  const chosen: RankedSession[] = []
  while (chosen.length < most) {
    const [next] = best(
      left.map(({ session, places }) => [session, sumOf(places, worth)]),
      1,
    )
    if (!next || next[1] <= 0) break
    const [session, score] = next
    const places = (left.find((one) => one.session === session)?.places ?? []).filter(
      (place) => (worth[place] ?? 0) > 0,
    )
    chosen.push({
      session,
      score,
      files: places.sort((a, b) => a - b).map((place) => likeliest[place]?.[0] ?? ''),
    })
    for (const place of places) worth[place] = 0
  }
  return chosen
}

/**
 * The weights were fitted so that these are probabilities, up to a factor. In millionths: a process that starts cold
 * takes memory for every sum of fractions, and none for that of whole numbers.
 */
const likelihoods = (likeliest: readonly Scored[]): number[] =>
  likeliest.map(([, score]) => Math.round(1e6 * Math.exp(score - (likeliest[0]?.[1] ?? 0))))

/** A session, and the places of what it holds among the likeliest files. */
interface Holding {
  readonly session: string
  readonly places: readonly number[]
}

/** The last sessions and those that answer best. */
function holdersOf(shelf: Shelf, { likeliest, answers, lately }: Judged): readonly Holding[] {
  const places = new Map(likeliest.map(([path], place) => [path, place]))
  const late = lately.files.map((file) => places.get(file[0]) ?? NOWHERE)
  const holders: Holding[] = lately.sessions.map(([session, files]) => ({
    session,
    places: files.map((file) => late[file] ?? NOWHERE).filter(isSomewhere),
  }))
  for (const [session] of best(answers, MOST_ANSWERING)) {
    if (holders.some((one) => one.session === session)) continue
    const held = shelf.filesOf(session).map((trace) => places.get(trace[0]) ?? NOWHERE)
    holders.push({ session, places: held.filter(isSomewhere) })
  }
  return holders
}

const NOWHERE = -1
const isSomewhere = (place: number): boolean => place !== NOWHERE

const sumOf = (places: readonly number[], worth: readonly number[]): number =>
  places.reduce((sum, place) => sum + (worth[place] ?? 0), 0)
