import { termsIn } from '../search/words.ts'
import type { Claim } from './claim.ts'

/** Whoever is told the goal is told it whatever comes next; and files are ranked by the prompt already. */
const FIXED: ReadonlySet<string> = new Set([
  'goal',
  'standing',
  'since',
  'files',
  'others',
  'commands',
  'answer',
])
/** So many words in common are as good as all of them. */
const ENOUGH = 4

/** Claims that speak of what the prompt speaks of count more, and the others less. */
export function sharpened(claims: readonly Claim[], prompt: string | undefined): readonly Claim[] {
  if (!prompt) return claims
  const asked = termsIn(prompt.slice(0, 4000))
  if (asked.size === 0) return claims
  return claims.map((claim) => {
    if (FIXED.has(claim.section)) return claim
    const common = [...termsIn(claim.text).keys()].filter((term) => asked.has(term))
    const share = Math.min(1, common.length / Math.min(ENOUGH, asked.size))
    const because =
      common.length > 0 ? [`about ${common.slice(0, 3).join(', ')}`, ...claim.because] : claim.because
    return { ...claim, score: Math.min(1, claim.score * (0.55 + 0.75 * share)), because }
  })
}
