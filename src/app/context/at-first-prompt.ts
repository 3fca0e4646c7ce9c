import type { AgentAdapter, ParsedHook } from '../../agent/adapter.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import { addition } from '../../brief/addition.ts'
import type { Claim } from '../../brief/claim.ts'
import { type Prepared, written } from '../../brief/prepared.ts'
import { askedIn, commonWords } from '../../brief/prompt-words.ts'
import { inspectedTree, NO_GIT_REPORT } from '../../brief/working-tree.ts'
import type { SessionId } from '../../event/identity.ts'
import { tokenCeiling } from '../../text/tokens.ts'
import { pastClaims, rankRelevant } from '../search/relevant.ts'
import type { World } from '../world.ts'
import { told } from './brief-for-call.ts'
import type { HookReply } from './hook-reply.ts'
import { ownView } from './own-view.ts'
import { preparedFor } from './prepared-greeting.ts'
import { type Before, hasPrompted } from './turn-greeting.ts'

/** What was prepared for a session that begins here. */
export type FindPrepared = typeof preparedFor

/** With the first prompt of a run, to those who were told at their start: what it makes relevant and that brief lacked. */
export async function promptGreeting(
  world: World,
  agent: AgentAdapter,
  hook: ParsedHook,
  { before, find = preparedFor }: { readonly before: Before; readonly find?: FindPrepared },
): Promise<HookReply | undefined> {
  const own = sessionIdOf(agent.name, hook.session)
  const seen = await ownView(world, agent, hook)
  const prompt = promptOf(hook)
  if (!prompt || before.hasPrompted || hasPrompted(seen)) return undefined
  const prepared = await find(world, { agent: agent.name, own })
  const known = new Set([...(seen?.view.memory.told ?? []), ...before.told])
  const claims = claimsFor(world, prepared, { own, prompt, known })
  const most = world.settings['brief.prompt-budget']
  const give = async (budget: number) => {
    const brief = written(claims, { budget, count: world.countTokens })
    if (!brief) return undefined
    const tokens = Math.min(budget, tokenCeiling(brief.text))
    return { ...brief, project: prepared.project, sessions: prepared.sessions, tokens }
  }
  return told({ agent, hook, own }, { most, withhold: 0, give, seen, isMore: true })
}

interface Prompted {
  readonly own: SessionId
  readonly prompt: string
  readonly known: ReadonlySet<string>
}

function claimsFor(world: World, prepared: Prepared, { own, prompt, known }: Prompted): readonly Claim[] {
  const { checkout } = world.place
  const asked = askedIn(prompt)
  const { files, sessions } = rankRelevant(world, { prompt })
  const atHand = new Set([own, ...prepared.sessions.map(({ session }) => session)])
  return addition(prepared, {
    prompt,
    known,
    files,
    past: pastClaims(world, sessions, {
      isAtHand: (session) => atHand.has(session),
      isWanted: (claim) => commonWords(claim, asked).length > 0,
    }),
    checkout,
    tree: inspectedTree(world.treeAt(checkout, prepared.elsewhere), NO_GIT_REPORT),
    now: world.clock.now(),
  })
}

export const promptOf = ({ drafts }: ParsedHook): string | undefined => {
  const [first] = drafts
  const text = first?.toEvent({ id: '' as never, at: 0 }).data.text
  return typeof text === 'string' ? text : undefined
}
