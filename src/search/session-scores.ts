import type { Terms } from '../text/terms.ts'
import { greatest } from './greatest.ts'
import type { Shelf } from './shelf.ts'

/** The usual constants of BM25. */
const SATURATION = 1.2
const LENGTH = 0.75
/** A term that more sessions hold, or a third of all, is not looked at; of few sessions every one is. */
const MOST_HOLDERS = 200
const FEW = 10
export const mostHolders = ({ sessions }: Pick<Shelf, 'sessions'>): number =>
  Math.min(MOST_HOLDERS, Math.max(FEW, sessions / 3))

export interface Answer {
  readonly session: number
  /** Beside the best, which has 1. */
  readonly share: number
}

/** The sessions that answer best to the terms, by BM25. */
export function answersTo(shelf: Shelf, query: Terms, most: number): readonly Answer[] {
  const gains = gainsOf(shelf, query, mostHolders(shelf))
  const best = greatest(gains, most, (a, b) => (shelf.sessionOf(a) < shelf.sessionOf(b) ? -1 : 1))
  const top = gains[best[0] ?? 0] ?? 0
  return best.map((session) => ({ session, share: (gains[session] ?? 0) / top }))
}

/** How well each session answers to the terms, the best with 1. */
export function sessionScores(
  shelf: Shelf,
  query: Terms,
  most = mostHolders(shelf),
): ReadonlyMap<string, number> {
  const gains = gainsOf(shelf, query, most)
  const best = gains.reduce((a, b) => Math.max(a, b), 0)
  const scores = new Map<string, number>()
  for (const [session, gain] of gains.entries())
    if (gain > 0) scores.set(shelf.sessionOf(session), gain / best)
  return scores
}

/** By the numbers of sessions. One that came to the shelf since it was counted answers to nothing. */
function gainsOf(shelf: Shelf, query: Terms, most: number): Float64Array {
  const gains = new Float64Array(shelf.sessions)
  const { lengths } = shelf
  const [base, slope] = [SATURATION * (1 - LENGTH), (SATURATION * LENGTH) / shelf.meanLength]
  query.forEach((weight, term) => {
    const { sessions, weights } = shelf.sessionsWith(term, most)
    const rarity = Math.log(1 + (shelf.sessions - sessions.length + 0.5) / (sessions.length + 0.5))
    const gain = weight * rarity * (SATURATION + 1)
    for (let at = 0; at < sessions.length; at += 1) {
      const session = sessions[at] ?? 0
      const held = weights[at] ?? 0
      const norm = base + slope * (lengths[session] ?? 0)
      gains[session] = (gains[session] ?? 0) + (gain * held) / (held + norm)
    }
  })
  return gains
}
