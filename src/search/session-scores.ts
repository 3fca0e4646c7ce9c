import type { Shelf } from './shelf.ts'
import type { Terms } from './words.ts'

/** The usual constants of BM25. */
const SATURATION = 1.2
const LENGTH = 0.75
/** A term that more sessions hold, or a third of all, is not looked at; of few sessions every one is. */
const MOST_HOLDERS = 200
const FEW = 10
export const mostHolders = ({ sessions }: Pick<Shelf, 'sessions'>): number =>
  Math.min(MOST_HOLDERS, Math.max(FEW, sessions / 3))

/** How well each session answers to the terms, by BM25, the best with 1. */
export function sessionScores(
  shelf: Shelf,
  query: Terms,
  most = mostHolders(shelf),
): ReadonlyMap<string, number> {
  const scores = new Map<string, number>()
  for (const [term, weight] of query) {
    const holders = shelf.sessionsWith(term, most)
    const rarity = Math.log(1 + (shelf.sessions - holders.length + 0.5) / (holders.length + 0.5))
    for (const holder of holders) {
      const norm = SATURATION * (1 - LENGTH + (LENGTH * holder.length) / shelf.meanLength)
      const gain = (weight * rarity * holder.weight * (SATURATION + 1)) / (holder.weight + norm)
      scores.set(holder.session, (scores.get(holder.session) ?? 0) + gain)
    }
  }
  return shares(scores)
}

/** Each as a share of the greatest. */
export function shares(scores: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const best = Math.max(0, ...scores.values())
  return best > 0 ? new Map([...scores].map(([key, score]) => [key, score / best])) : new Map()
}

export type Scored = readonly [string, number]

/** The greatest, in an order that depends on nothing but them. Of thousands, most are seen to be less than those. */
export function best(scores: Iterable<Scored>, most: number): readonly Scored[] {
  let chosen: Scored[] = []
  let least = Number.NEGATIVE_INFINITY
  for (const scored of scores) {
    if (scored[1] < least) continue
    chosen.push(scored)
    if (chosen.length <= 4 * most) continue
    chosen = chosen.sort(byScore).slice(0, most)
    least = chosen.at(-1)?.[1] ?? least
  }
  return chosen.sort(byScore).slice(0, most)
}

const byScore = (a: Scored, b: Scored): number => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)
