import type { AgentAdapter, ParsedHook } from '../../agent/adapter.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'
import type { HookReply } from './hook-reply.ts'
import { isClosing } from './is-closing.ts'
import { ownView } from './own-view.ts'
import { Unprepared } from './unprepared.ts'

/** What the agent has been told that is not in the log yet. */
export interface Before {
  readonly told: readonly string[]
  readonly hasPrompted: boolean
}

/**
 * What is said within a session without composing anything: the end of a turn, and every prompt but the first. Where a
 * brief is due, or what was merged is to be told, it says so.
 */
export async function turnGreeting(
  world: World,
  agent: AgentAdapter,
  hook: ParsedHook,
  before: Before,
): Promise<HookReply | undefined> {
  const seen = await ownView(world, agent, hook)
  if (hook.turn?.kind === 'stop' && !isClosing(world, hook, seen)) return undefined
  const isTold = agent.isBriefedAtPrompt ? wasBriefed(seen) : before.hasPrompted || hasPrompted(seen)
  if (hook.turn?.kind === 'prompt' && isTold && !hasUntold(seen)) return undefined
  throw new Unprepared()
}

export const hasPrompted = (seen: Viewed<Session> | undefined): boolean =>
  (seen?.view.talk.lastPromptAt ?? Number.NEGATIVE_INFINITY) >= (seen?.view.life.runSince ?? 0)

/** What was merged into it, and its agent does not know yet. */
export const hasUntold = (seen: Viewed<Session> | undefined): boolean =>
  (seen?.view.merges.untold.length ?? 0) > 0

/** In this run, and since its context was last compacted. */
export function wasBriefed(seen: Viewed<Session> | undefined): boolean {
  const { life, memory } = seen?.view ?? {}
  const since = Math.max(life?.runSince ?? 0, memory?.compactingAt ?? 0)
  return memory?.briefedAt !== undefined && memory.briefedAt >= since
}
