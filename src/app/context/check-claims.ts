import { checked } from '../../brief/check.ts'
import type { Claim } from '../../brief/claim.ts'
import { type Known, laterOf } from '../../brief/later.ts'
import { sinceClaims } from '../../brief/since.ts'
import type { SessionId } from '../../event/identity.ts'
import { stateNow } from '../../session/state.ts'
import { observationOf } from '../lifecycle/advance-state.ts'
import type { World } from '../world.ts'

export interface CheckAsk {
  readonly claims: readonly Claim[]
  /** The sessions of the project that are at hand, those that the claims come from among them. */
  readonly sessions: readonly Known[]
  /** Whose brief it is. */
  readonly own?: SessionId
  /** Whoever is at work now will be done by the time it is read. */
  readonly isLater?: boolean
}

/** Every claim with its standing, as of now. */
export function checkClaims(world: World, { claims, sessions, own, isLater }: CheckAsk): readonly Claim[] {
  const others = isLater ? [] : sessions.filter(({ session }) => session !== own)
  const atWork = new Set(others.filter((known) => isAtWork(world, known)).map(({ session }) => session))
  return checked(claims, treeFor(world, sessions), laterOf({ sessions, atWork }))
}

/** What has happened in the checkout since this session. */
export const claimsSince = (world: World, last: Known): readonly Claim[] =>
  sinceClaims(last, treeFor(world, [last]), world.clock.now())

export const treeFor = (world: World, sessions: readonly Known[]): ReturnType<World['treeAt']> =>
  world.treeAt(world.place.checkout, elsewhereOf(world, sessions))

/** Other checkouts in which they worked. */
export const elsewhereOf = ({ place }: World, sessions: readonly Known[]): readonly string[] =>
  [...new Set(sessions.map(({ view }) => view.identity.checkout))].filter(
    (other) => other !== '' && other !== place.checkout,
  )

/** Its process runs, and it is not merely quiet. */
function isAtWork(world: World, { view }: Known): boolean {
  const observation = observationOf(world, view)
  return observation.evidence === 'alive' && stateNow(view.life, observation) === 'active'
}
