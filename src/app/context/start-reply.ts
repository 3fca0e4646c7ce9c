import { briefNotice } from '../../brief/brief-notice.ts'
import { hasLeftover } from '../../brief/leftover.ts'
import { isSessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { estimateTokens } from '../../text/tokens.ts'
import { advanceOpenSessions } from '../lifecycle/advance-state.ts'
import type { World } from '../world.ts'
import { completeLastTurns } from './complete-turns.ts'
import type { ComposeAsk } from './compose-brief.ts'
import { replyWithin } from './fit-reply.ts'
import { handoffFor } from './handoff.ts'
import { type HookOccasion, type HookReply, SAME_EVENT_MS, textOf } from './hook-reply.ts'
import { projectContext } from './project-context.ts'

/** The brief at startup. */
export async function replyToStart(world: World, occasion: HookOccasion): Promise<HookReply | undefined> {
  const { agent, hook, own } = occasion
  await advanceOpenSessions(world, own)
  if (agent.isBriefedAtPrompt || hook.turn?.kind !== 'start') return undefined
  const isSame = hook.turn.source === 'resume' || hook.turn.source === 'compact'
  const seen = await world.log.view(own)
  if (seen && wasJustBriefed(seen.view, world.clock.now())) return undefined
  if (await keepsItsBrief(world, occasion, seen)) return undefined
  if (isSame && seen && hasLeftover(seen.view)) return briefReply(world, occasion, { goesOn: true, seen })
  const handoff = await handoffFor(world, agent.name, world.clock.now())
  return briefReply(world, occasion, handoff ? { first: handoff.seen.session } : {})
}

const wasJustBriefed = ({ memory, life }: Session, now: number): boolean =>
  memory.briefedAt !== undefined &&
  memory.briefedAt > now - SAME_EVENT_MS &&
  memory.briefedAt > Math.max(memory.compactingAt ?? 0, life.endedAt ?? 0, life.crashedAt ?? 0)

/** After this time, a resumed conversation gets a new brief even if nobody else worked. */
const BRIEF_LASTS_MS = 30 * 60 * 1000

/** Whether a resumed or forked conversation still contains an up-to-date brief. */
async function keepsItsBrief(
  world: World,
  { agent, hook, origin, own }: HookOccasion,
  seen: Viewed<Session> | undefined,
): Promise<boolean> {
  const source = hook.turn?.kind === 'start' ? hook.turn.source : undefined
  if (!agent.keepsContext || (source !== 'resume' && source !== 'fork')) return false
  const before = source === 'fork' ? (origin ?? seen) : seen
  const { life } = before?.view ?? {}
  const briefedAt = await briefedSince(world, before)
  if (!before || !life || briefedAt === undefined) return false
  const isCut = life.crashedAt !== undefined && life.crashedAt >= briefedAt
  if (isCut || world.clock.now() - life.lastActivityAt > BRIEF_LASTS_MS) return false
  const others = await world.log.views({
    projects: world.place.projectIds,
    since: briefedAt,
    archived: false,
    limit: MOST_OTHERS,
  })
  // The conversation already contains what the origin did before the fork.
  const { parent } = before.view.identity
  const isCopied = ({ session, view }: Viewed<Session>): boolean =>
    session === parent && view.life.lastActivityAt <= life.startedAt
  return !others.some(
    (one) => one.session !== own && one.session !== before.session && !isCopied(one) && hasLeftover(one.view),
  )
}
const MOST_OTHERS = 4

/** When the conversation got its last brief, unless a compaction removed it. A fork has the brief of its origin. */
async function briefedSince(world: World, seen: Viewed<Session> | undefined): Promise<number | undefined> {
  if (!seen) return undefined
  const { memory, identity } = seen.view
  const { briefedAt, compactingAt = 0 } = memory
  if (briefedAt !== undefined) return briefedAt > compactingAt ? briefedAt : undefined
  const { parent = '' } = identity
  const isInherited = compactingAt === 0 && isSessionId(parent) && parent !== seen.session
  return isInherited ? briefedSince(world, await world.log.view(parent)) : undefined
}

/** The full brief, for clients that cannot read one at startup. */
export async function briefAtPrompt(
  world: World,
  occasion: HookOccasion,
  seen: Viewed<Session> | undefined,
): Promise<HookReply | undefined> {
  const goesOn = seen !== undefined && hasLeftover(seen.view)
  const handoff = goesOn ? undefined : await handoffFor(world, occasion.agent.name, world.clock.now())
  const prompt = textOf(occasion.hook)
  const first = handoff?.seen.session
  return briefReply(world, occasion, { goesOn, seen, ...(prompt && { prompt }), ...(first && { first }) })
}

interface BriefReplyAsk extends Pick<ComposeAsk, 'goesOn' | 'first' | 'prompt'> {
  readonly seen?: Viewed<Session> | undefined
}

async function briefReply(
  world: World,
  occasion: HookOccasion,
  { seen, ...ask }: BriefReplyAsk,
): Promise<HookReply | undefined> {
  const { own, agent } = occasion
  await completeLastTurns(world, { own, goesOn: ask.goesOn })
  const compose = (budget: number) => projectContext(world, { own, agent: agent.name, ...ask, budget })
  const { 'brief.session-budget': maxTokens, 'memory.withhold': withholdShare } = world.settings
  const reply = await replyWithin(occasion, { maxTokens, withholdShare, compose, seen })
  const notice = reply && world.settings['brief.notice'] ? noticeFor(occasion, reply) : undefined
  return reply && notice ? { ...reply, notice } : reply
}

/**
 * There is no notice after a compaction, because the client itself reports the compaction. The size is estimated,
 * because loading the tokenizer takes longer than a hook is allowed to run.
 */
function noticeFor({ hook }: HookOccasion, { text, composed }: HookReply): string | undefined {
  if (!text || !composed || (hook.turn?.kind === 'start' && hook.turn.source === 'compact')) return undefined
  return briefNotice({ ...composed, tokens: estimateTokens(text) })
}
