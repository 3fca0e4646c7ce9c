import type { AgentAdapter, ParsedHook } from '../../agent/adapter.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import type { Viewed } from '../../log/event-log.ts'
import { hasUnreportedMerges } from '../../session/merges.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'
import { type HookOccasion, type HookReply, ownSession, textOf } from './hook-reply.ts'

/**
 * What the agent reads in reply to this hook; undefined if there is nothing to report. Code that composes a reply is
 * loaded only when a reply is needed.
 */
export async function contextFor(
  world: World,
  agent: AgentAdapter,
  hook: ParsedHook,
  origin?: Viewed<Session>,
): Promise<HookReply | undefined> {
  const occasion = { agent, hook, own: sessionIdOf(agent.name, hook.session), origin }
  const reply = await replyTo(world, occasion)
  const goesOn =
    hook.turn?.kind === 'prompt' || (hook.turn?.kind === 'start' && hook.turn.source !== 'startup')
  if (!goesOn || !world.settings['brief.session-context']) return reply
  return (await import('./session-context.ts')).withSessionContext(world, occasion, reply)
}

async function replyTo(world: World, occasion: HookOccasion): Promise<HookReply | undefined> {
  const { agent, hook } = occasion
  switch (hook.turn?.kind) {
    case 'start':
      return (await import('./start-reply.ts')).replyToStart(world, occasion)
    case 'prompt':
      return replyToPrompt(world, occasion)
    case 'compacting': {
      const { replyToCompaction } = await import('./checkpoint.ts')
      return replyToCompaction(world, await ownSession(world, agent, hook))
    }
    case 'delegate':
      return (await import('./delegate-reply.ts')).replyToDelegation(world, occasion)
    case 'stop':
      return (await import('./stop-reminders.ts')).replyToStop(world, occasion)
    default:
      return undefined
  }
}

/** The reply to any prompt also reports merges into the session since the last prompt. */
async function replyToPrompt(world: World, occasion: HookOccasion): Promise<HookReply | undefined> {
  const seen = await ownSession(world, occasion.agent, occasion.hook)
  const reply = await briefForPrompt(world, occasion, seen)
  if (!hasUnreportedMerges(seen?.view)) return reply
  const { withMerges } = await import('./merge-notice.ts')
  return withMerges(world, reply, { ...occasion, seen })
}

async function briefForPrompt(
  world: World,
  occasion: HookOccasion,
  seen: Viewed<Session> | undefined,
): Promise<HookReply | undefined> {
  if (occasion.agent.isBriefedAtPrompt) {
    if (wasBriefed(seen)) return undefined
    return (await import('./start-reply.ts')).briefAtPrompt(world, occasion, seen)
  }
  const prompt = textOf(occasion.hook)
  if (!prompt || hasPrompted(seen)) return undefined
  return (await import('./first-prompt.ts')).replyToFirstPrompt(world, occasion, { prompt, seen })
}

/** Whether the session has received a brief in its current run and since its last compaction. */
function wasBriefed(seen: Viewed<Session> | undefined): boolean {
  const { life, memory } = seen?.view ?? {}
  const since = Math.max(life?.runSince ?? 0, memory?.compactingAt ?? 0)
  return memory?.briefedAt !== undefined && memory.briefedAt >= since
}

const hasPrompted = (seen: Viewed<Session> | undefined): boolean =>
  (seen?.view.talk.lastPromptAt ?? Number.NEGATIVE_INFINITY) >= (seen?.view.life.runSince ?? 0)
