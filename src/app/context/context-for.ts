import type { AgentAdapter, ParsedHook } from '../../agent/adapter.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import { hasLeftover } from '../../brief/leftover.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { advanceOpenSessions } from '../lifecycle/advance-state.ts'
import { rulesHere } from '../memory/rules.ts'
import type { World } from '../world.ts'
import { replyToCompaction } from './checkpoint.ts'
import { type ComposeAsk, composeBrief } from './compose-brief.ts'
import { replyToFirstPrompt } from './first-prompt.ts'
import { handoffFor } from './handoff.ts'
import {
  type HookOccasion,
  type HookReply,
  ownSession,
  replyWithin,
  textOf,
  type UnfencedBrief,
} from './hook-reply.ts'
import { withMerges } from './merge-notice.ts'
import { replyToStop } from './stop-reminders.ts'

/** What the agent reads in reply to this hook; undefined if there is nothing to report. */
export async function contextFor(
  world: World,
  agent: AgentAdapter,
  hook: ParsedHook,
): Promise<HookReply | undefined> {
  const occasion = { agent, hook, own: sessionIdOf(agent.name, hook.session) }
  switch (hook.turn?.kind) {
    case 'start':
      return replyToStart(world, occasion)
    case 'prompt':
      return replyToPrompt(world, occasion)
    case 'compacting':
      return replyToCompaction(world, await ownSession(world, agent, hook))
    case 'stop':
      return replyToStop(world, occasion)
    default:
      return undefined
  }
}

async function replyToStart(world: World, occasion: HookOccasion): Promise<HookReply | undefined> {
  const { agent, hook, own } = occasion
  await advanceOpenSessions(world, own)
  if (agent.isBriefedAtPrompt || hook.turn?.kind !== 'start') return undefined
  const isSame = hook.turn.source === 'resume' || hook.turn.source === 'compact'
  const seen = await world.log.view(own)
  if (isSame && seen && hasLeftover(seen.view)) return briefReply(world, occasion, { goesOn: true, seen })
  const handoff = await handoffFor(world, agent.name, world.clock.now())
  return briefReply(world, occasion, handoff ? { first: handoff.seen.session } : {})
}

/** Every prompt also reports merges into the session since the last prompt. */
async function replyToPrompt(world: World, occasion: HookOccasion): Promise<HookReply | undefined> {
  const { agent, hook } = occasion
  const reply = agent.isBriefedAtPrompt
    ? await briefAtPrompt(world, occasion)
    : await replyToFirstPrompt(world, occasion)
  return withMerges(world, reply, { agent, hook, seen: await ownSession(world, agent, hook) })
}

/** The full brief, for clients that cannot read one at startup. */
async function briefAtPrompt(world: World, occasion: HookOccasion): Promise<HookReply | undefined> {
  const { agent, hook } = occasion
  const seen = await ownSession(world, agent, hook)
  if (wasBriefed(seen)) return undefined
  const goesOn = seen !== undefined && hasLeftover(seen.view)
  const handoff = goesOn ? undefined : await handoffFor(world, agent.name, world.clock.now())
  const prompt = textOf(hook)
  const first = handoff?.seen.session
  return briefReply(world, occasion, { goesOn, seen, ...(prompt && { prompt }), ...(first && { first }) })
}

/** Since the current run of the session began and since its last compaction. */
function wasBriefed(seen: Viewed<Session> | undefined): boolean {
  const { life, memory } = seen?.view ?? {}
  const since = Math.max(life?.runSince ?? 0, memory?.compactingAt ?? 0)
  return memory?.briefedAt !== undefined && memory.briefedAt >= since
}

interface BriefReplyAsk extends Pick<ComposeAsk, 'goesOn' | 'first' | 'prompt'> {
  readonly seen?: Viewed<Session> | undefined
}

function briefReply(
  world: World,
  occasion: HookOccasion,
  { seen, ...ask }: BriefReplyAsk,
): Promise<HookReply | undefined> {
  const { own, agent } = occasion
  const compose = (budget: number) => composeWithRules(world, { own, agent: agent.name, ...ask, budget })
  const { 'brief.session-budget': maxTokens, 'memory.withhold': withholdShare } = world.settings
  return replyWithin(occasion, { maxTokens, withholdShare, compose, seen })
}

async function composeWithRules(world: World, ask: ComposeAsk): Promise<UnfencedBrief | undefined> {
  const brief = await composeBrief(world, ask)
  const rules = await rulesHere(world, brief?.tokens ?? 0)
  return rules ? { ...(brief ?? emptyBrief(world)), rules } : brief
}

const emptyBrief = ({ place }: World): UnfencedBrief => ({
  project: place.project,
  sessions: [],
  told: [],
  text: '',
  tokens: 0,
})
