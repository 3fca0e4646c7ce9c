import type { SessionId } from '../../event/identity.ts'
import { BOOK } from '../../event/memory.ts'
import { best } from '../../search/greatest.ts'
import type { Digest } from '../../search/session-index.ts'
import { sessionScores } from '../../search/session-scores.ts'
import type { Session } from '../../session/session.ts'
import { isOpen } from '../../session/state.ts'
import { termsIn } from '../../text/terms.ts'
import type { World } from '../world.ts'

export const TIERS = ['hot', 'warm', 'cold'] as const
/** Hot: it goes on. Warm: it is over, and offered to the next sessions. Cold: in the archive, and found only by search. */
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
  /** Only in these projects. */
  readonly projects?: readonly string[]
  readonly tier?: Tier | undefined
}

/** Sessions of every tier, by what was said in them and by their summaries, the best first. */
export async function recall(
  world: World,
  { words, limit, projects, tier }: RecallAsk,
): Promise<readonly Recalled[]> {
  const digests = world.index
    .digests()
    .filter(({ session, project }) => session !== BOOK && (projects?.includes(project) ?? true))
  const scores = scoresOf(world, digests, termsIn(words))
  const found: Recalled[] = []
  for (const [session] of best(scores, scores.size)) {
    if (found.length >= limit) break
    const digest = digests.find((one) => one.session === session)
    const seen = digest && (await world.log.view(digest.session))
    if (!digest || !seen || seen.view.life.state === 'none') continue
    const one = recalledOf(seen.view, digest)
    if (tier === undefined || one.tier === tier) found.push(one)
  }
  return found
}

const recalledOf = (view: Session, { session, text }: Digest): Recalled => ({
  session,
  tier: tierOf(view),
  project: view.identity.project,
  lastActivityAt: view.life.lastActivityAt,
  summary: text,
})

/** What was said, by BM25, and which share of the words is in the summary: it holds what was noted and never said. */
function scoresOf(
  world: World,
  digests: readonly Digest[],
  terms: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const shelf = world.index.shelf([...new Set(digests.map(({ project }) => project))])
  const answers = sessionScores(shelf, terms, shelf.sessions)
  const scores = new Map<string, number>()
  for (const { session, text } of digests) {
    const there = termsIn(text)
    const held = [...terms.keys()].filter((term) => there.has(term)).length / (terms.size || 1)
    const score = (answers.get(session) ?? 0) + held
    if (score > 0) scores.set(session, score)
  }
  return scores
}
