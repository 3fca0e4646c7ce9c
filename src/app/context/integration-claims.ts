import type { SessionView } from '../../brief/check.ts'
import type { Claim } from '../../brief/claim.ts'
import type { World } from '../world.ts'

/** What the tools beside us have to say to the next session. Their words are data like all that is quoted. */
export function integrationClaims(world: World, last: SessionView): readonly Claim[] {
  const now = world.clock.now()
  const lines = world.integrations.lines({ checkout: world.place.checkout, now, last: last.view })
  return lines.map((text) => ({
    section: 'others',
    text,
    session: last.session,
    at: now,
    score: 0.6,
    because: ['a tool beside us says so now'],
    check: { kind: 'verified', why: 'read just now' },
  }))
}
