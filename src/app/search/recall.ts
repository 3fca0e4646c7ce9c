import type { SessionId } from '../../event/identity.ts'
import { BOOK } from '../../event/memory.ts'
import type { Session } from '../../session/session.ts'
import { isOpen } from '../../session/state.ts'
import type { World } from '../world.ts'

export const TIERS = ['hot', 'warm', 'cold'] as const
/** Hot: still open. Warm: over, and offered to the next sessions. Cold: archived, and found only by search. */
export type Tier = (typeof TIERS)[number]

export function tierOf({ life }: Session): Tier {
  if (life.archivedAt !== undefined) return 'cold'
  return isOpen(life.state) || life.state === 'suspended' ? 'hot' : 'warm'
}

export interface Recalled {
  readonly session: SessionId
  readonly tier: Tier
  readonly project: { readonly id: string; readonly name: string }
  readonly lastActivityAt: number
  /** What it was about and what came of it. */
  readonly summary: string
}

export interface RecallAsk {
  readonly words: string
  readonly limit: number
  /** All projects when absent. */
  readonly projects?: readonly string[]
  /** All tiers when absent. */
  readonly tier?: Tier | undefined
}

/** The tier is known only from the view of a session, so more matches are looked at than are returned. */
const MAX_MATCHES = 1000

/** Sessions that match the words by what was said in them or by their summary, best first. */
export async function recall(
  world: World,
  { words, limit, projects, tier }: RecallAsk,
): Promise<readonly Recalled[]> {
  const found: Recalled[] = []
  for (const { session, summary } of world.index.search({ words, projects, limit: MAX_MATCHES })) {
    if (found.length >= limit) break
    const view = session === BOOK ? undefined : (await world.log.view(session))?.view
    if (!view || view.life.state === 'none') continue
    if (tier !== undefined && tierOf(view) !== tier) continue
    found.push({
      session,
      tier: tierOf(view),
      project: view.identity.project,
      lastActivityAt: view.life.lastActivityAt,
      summary,
    })
  }
  return found
}
