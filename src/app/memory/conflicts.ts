import type { World } from '../world.ts'
import { type Clash, clashOf } from './clashes.ts'
import { rulesOf } from './rules.ts'

/** All rules that do not go together, among what holds and what is suggested. */
export async function conflicts(world: World): Promise<readonly Clash[]> {
  const rules = (await rulesOf(world)).filter(({ state }) => state === 'approved' || state === 'proposed')
  return rules.flatMap((rule, at) => rules.slice(at + 1).flatMap((other) => clashOf(rule, other) ?? []))
}
