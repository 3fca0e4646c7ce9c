import type { Terms } from '../../src/text/terms.ts'
import type { Earlier } from './earlier.ts'

/** The usual constants. */
const SATURATION = 1.2
const LENGTH = 0.75

/** BM25 of each session for the words, the best with 1: a baseline that does not depend on the index under test. */
export function bm25Scores(sessions: readonly Earlier[], words: Terms): ReadonlyMap<string, number> {
  const lengths = new Map(sessions.map((one) => [one, sum(one.terms().values())]))
  const mean = sum(lengths.values()) / (sessions.length || 1)
  const scores = new Map<string, number>()
  for (const [term, weight] of words) {
    const holders = sessions.filter((one) => one.terms().has(term))
    const rarity = Math.log(1 + (sessions.length - holders.length + 0.5) / (holders.length + 0.5))
    for (const one of holders) {
      const count = one.terms().get(term) ?? 0
      const norm = SATURATION * (1 - LENGTH + (LENGTH * (lengths.get(one) ?? 0)) / mean)
      const gain = (weight * rarity * (SATURATION + 1) * count) / (count + norm)
      scores.set(one.session, (scores.get(one.session) ?? 0) + gain)
    }
  }
  const best = Math.max(...scores.values())
  return new Map([...scores].map(([session, score]) => [session, score / best]))
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0)

/** The highest scores first; equal ones by name. */
export const best = (scores: Iterable<readonly [string, number]>, limit: number): readonly string[] =>
  [...scores]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, limit)
    .map(([name]) => name)
