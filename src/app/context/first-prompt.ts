import { splitByCheck } from '../../brief/check.ts'
import { type Claim, withAges } from '../../brief/claim.ts'
import { claimsForPrompt, commonTerms, promptTerms } from '../../brief/claims-for-prompt.ts'
import { touchedFiles } from '../../brief/gather-activity.ts'
import { inspectedTree, NO_GIT_REPORT } from '../../brief/working-tree.ts'
import { writeBrief } from '../../brief/write-brief.ts'
import { isSessionId, type SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { pastClaims, rankRelevant } from '../search/relevant.ts'
import type { World } from '../world.ts'
import { checkClaims, otherCheckouts } from './check-claims.ts'
import { gatherProjectClaims, type ProjectClaims } from './compose-brief.ts'
import { replyWithin } from './fit-reply.ts'
import type { HookOccasion, HookReply } from './hook-reply.ts'

/**
 * Replies to the first prompt of a run with claims that match the prompt and were not in the startup brief.
 */
export async function replyToFirstPrompt(
  world: World,
  occasion: HookOccasion,
  { prompt, seen }: { readonly prompt: string; readonly seen: Viewed<Session> | undefined },
): Promise<HookReply | undefined> {
  const { own } = occasion
  const source = (await gatherProjectClaims(world, { own, budget: 0 })) ?? noClaims(world)
  const told = new Set([...(seen?.view.memory.told ?? []), ...(await toldToOrigin(world, seen))])
  const claims = await findClaims(world, source, { own, prompt, told })
  const compose = async (budget: number) => {
    const brief = writeBrief(claims, { budget, count: world.countTokens })
    return brief && { ...brief, project: source.project, sessions: source.sessions }
  }
  const maxTokens = world.settings['brief.prompt-budget']
  return replyWithin(occasion, { maxTokens, withholdShare: 0, compose, seen, isMore: true })
}

/** A fork continues the conversation of its origin, which contains what the origin read. */
async function toldToOrigin(world: World, seen: Viewed<Session> | undefined): Promise<readonly string[]> {
  const parent = seen?.view.identity.parent ?? ''
  return isSessionId(parent) ? ((await world.log.view(parent))?.view.memory.told ?? []) : []
}

const noClaims = ({ place }: World): ProjectClaims => ({ project: place.project, sessions: [], claims: [] })

interface FirstPrompt {
  readonly own: SessionId
  readonly prompt: string
  /** Keys of the claims that the agent has read. */
  readonly told: ReadonlySet<string>
}

async function findClaims(
  world: World,
  { claims, sessions }: ProjectClaims,
  { own, prompt, told }: FirstPrompt,
): Promise<readonly Claim[]> {
  const terms = promptTerms(prompt)
  const { files, sessions: answering } = rankRelevant(world, { prompt })
  const available = new Set([own, ...sessions.map(({ session }) => session)])
  const now = world.clock.now()
  const tree = world.treeAt(world.place.checkout, otherCheckouts(world, sessions))
  const found = claimsForPrompt({
    prompt,
    told,
    claims,
    sessions,
    files,
    past: pastClaims(world, answering, {
      isCovered: (session) => available.has(session),
      isWanted: (claim) => commonTerms(claim, terms).length > 0,
    }),
    touched: touchedFiles(
      sessions.filter(({ isLive }) => !isLive),
      world.place.checkout,
      tree.worktrees,
    ),
    checkout: world.place.checkout,
    now,
  })
  // The startup brief already reported the git state, so a prompt does not wait for git again.
  const inspection = async () => inspectedTree(tree, NO_GIT_REPORT)
  const { kept } = splitByCheck(await checkClaims(world, { claims: found, sessions, own, inspection }))
  return kept.map((claim) => withAges(claim, now))
}
