import type { Claim } from './claim.ts'
import { keyOf } from './claim-key.ts'

/** The same thing said in two sessions is said once, where it counts most. */
export function eachOnce(claims: readonly Claim[]): readonly Claim[] {
  const best = new Map<string, Claim>()
  for (const one of claims) {
    const key = `${one.section}:${keyOf(one.text)}`
    const known = best.get(key)
    if (!known || known.score < one.score) best.set(key, one)
  }
  return [...best.values()]
}
