import type { SessionId } from '../../event/identity.ts'
import { BOOK } from '../../event/memory.ts'
import { isOpen, type Life } from '../../session/state.ts'
import type { World } from '../world.ts'

export const TIERS = ['hot', 'warm', 'cold'] as const
/** Hot: still open. Warm: ended, and offered to the next sessions. Cold: archived, and found only by search. */
export type SessionTier = (typeof TIERS)[number]

export function tierOf({ life }: { readonly life: Life }): SessionTier {
  if (life.archivedAt !== undefined) return 'cold'
  return isOpen(life.state) || life.state === 'suspended' ? 'hot' : 'warm'
}

export interface RecallMatch {
  readonly session: SessionId
  readonly tier: SessionTier
  readonly project: { readonly id: string; readonly name: string }
  readonly lastActivityAt: number
  /** Topic and result of the session. */
  readonly summary: string
}

interface RecallQuery {
  readonly words: string
  readonly limit: number
  /** Default: all projects. */
  readonly projects?: readonly string[]
  /** Default: all tiers. */
  readonly tier?: SessionTier | undefined
}

/**
 * The number of matches to request. The index does not contain the tier, so it must return more matches than
 * are shown.
 */
const MAX_MATCHES = 1000

/** Sessions whose messages or summary match the words, best first. */
export async function recall(
  world: World,
  { words, limit, projects, tier }: RecallQuery,
): Promise<readonly RecallMatch[]> {
  const matches: RecallMatch[] = []
  for (const { session, summary } of world.index.search({ words, projects, limit: MAX_MATCHES })) {
    if (matches.length >= limit) break
    const view = session === BOOK ? undefined : (await world.log.view(session))?.view
    if (!view || view.life.state === 'none') continue
    if (tier !== undefined && tierOf(view) !== tier) continue
    matches.push({
      session,
      tier: tierOf(view),
      project: view.identity.project,
      lastActivityAt: view.life.lastActivityAt,
      summary,
    })
  }
  return matches
}
