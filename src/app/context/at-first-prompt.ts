import type { AgentAdapter, ParsedHook } from '../../agent/adapter.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import { splitByCheck } from '../../brief/check.ts'
import { type Claim, withAges } from '../../brief/claim.ts'
import { claimsForPrompt, commonTerms, promptTerms } from '../../brief/claims-for-prompt.ts'
import { touchedFiles } from '../../brief/gather-activity.ts'
import { inspectedTree, NO_GIT_REPORT } from '../../brief/working-tree.ts'
import { writeBrief } from '../../brief/write-brief.ts'
import type { SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { pastClaims, rankRelevant } from '../search/relevant.ts'
import type { World } from '../world.ts'
import { told } from './brief-for-call.ts'
import { checkClaims, otherCheckouts } from './check-claims.ts'
import { gatherProjectClaims, type ProjectClaims } from './compose-brief.ts'
import type { HookReply } from './hook-reply.ts'
import { ownView } from './own-view.ts'

/** For the first prompt of a run, after a brief at its start: what the prompt makes relevant and the brief did not say. */
export async function promptGreeting(
  world: World,
  agent: AgentAdapter,
  hook: ParsedHook,
): Promise<HookReply | undefined> {
  const own = sessionIdOf(agent.name, hook.session)
  const seen = await ownView(world, agent, hook)
  const prompt = promptOf(hook)
  if (!prompt || hasPrompted(seen)) return undefined
  const gathered = (await gatherProjectClaims(world, { own, budget: 0 })) ?? nothingIn(world)
  const known = new Set(seen?.view.memory.told ?? [])
  const claims = await claimsFor(world, gathered, { own, prompt, known })
  const give = async (budget: number) => {
    const brief = writeBrief(claims, { budget, count: world.countTokens })
    return brief && { ...brief, project: gathered.project, sessions: gathered.sessions }
  }
  const most = world.settings['brief.prompt-budget']
  return told({ agent, hook, own }, { most, withhold: 0, give, seen, isMore: true })
}

export const hasPrompted = (seen: Viewed<Session> | undefined): boolean =>
  (seen?.view.talk.lastPromptAt ?? Number.NEGATIVE_INFINITY) >= (seen?.view.life.runSince ?? 0)

const nothingIn = ({ place }: World): ProjectClaims => ({ project: place.project, sessions: [], claims: [] })

interface Prompted {
  readonly own: SessionId
  readonly prompt: string
  readonly known: ReadonlySet<string>
}

async function claimsFor(
  world: World,
  { claims, sessions }: ProjectClaims,
  { own, prompt, known }: Prompted,
): Promise<readonly Claim[]> {
  const asked = promptTerms(prompt)
  const { files, sessions: answering } = rankRelevant(world, { prompt })
  const available = new Set([own, ...sessions.map(({ session }) => session)])
  const now = world.clock.now()
  const found = claimsForPrompt({
    prompt,
    known,
    claims,
    sessions,
    files,
    past: pastClaims(world, answering, {
      isCovered: (session) => available.has(session),
      isWanted: (claim) => commonTerms(claim, asked).length > 0,
    }),
    touched: touchedFiles(sessions.filter(({ isLive }) => !isLive)),
    checkout: world.place.checkout,
    now,
  })
  const tree = world.treeAt(world.place.checkout, otherCheckouts(world, sessions))
  // The brief at the start told what git knows; a prompt does not wait for it again.
  const inspection = async () => inspectedTree(tree, NO_GIT_REPORT)
  const { kept } = splitByCheck(await checkClaims(world, { claims: found, sessions, own, inspection }))
  return kept.map((claim) => ({ ...claim, text: withAges(claim.text, now) }))
}

export const promptOf = ({ drafts }: ParsedHook): string | undefined => {
  const [first] = drafts
  const text = first?.toEvent({ id: '' as never, at: 0 }).data.text
  return typeof text === 'string' ? text : undefined
}
