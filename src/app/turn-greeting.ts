import type { AgentAdapter, Heard } from '../agent/adapter.ts'
import { sessionIdOf } from '../agent/saying.ts'
import { hash16 } from '../agent/text-hash.ts'
import { fencedForSummary } from '../brief/fence.ts'
import { instructionsFor } from '../carry/instructions.ts'
import { marker } from '../carry/marker.ts'
import type { Session } from '../fold/session.ts'
import type { Viewed } from '../log/event-log.ts'
import { checkpointSaying } from './checkpoint.ts'
import type { Given } from './given.ts'
import { isClosing } from './is-closing.ts'
import { Unprepared } from './unprepared.ts'
import type { World } from './world.ts'

/** What the agent has been told that is not in the log yet. */
export interface Before {
  readonly told: readonly string[]
  readonly hasPrompted: boolean
}

/**
 * What is said within a session without composing anything: the end of a turn, a compaction, and every prompt but the
 * first. Where a brief is due, or what was merged is to be told, it says so.
 */
export async function turnGreeting(
  world: World,
  agent: AgentAdapter,
  heard: Heard,
  before: Before,
): Promise<Given | undefined> {
  const seen = await world.log.view(sessionIdOf(agent.name, heard.session))
  if (heard.turn?.kind === 'stop' && !isClosing(world, heard, seen)) return undefined
  if (heard.turn?.kind === 'compacting') return atCompaction(world, seen)
  const isTold = agent.isBriefedAtPrompt ? wasBriefed(seen) : before.hasPrompted || hasPrompted(seen)
  if (heard.turn?.kind === 'prompt' && isTold && !hasUntold(seen)) return undefined
  throw new Unprepared()
}

/** The state is kept, and the summariser is told what must not be lost. */
export function atCompaction(world: World, seen: Viewed<Session> | undefined): Given | undefined {
  if (!seen) return undefined
  const text = instructionsFor(seen.view)
  return {
    ...(text && {
      text: fencedForSummary(`${marker('PRE_COMPACT')}\n${text}`, hash16(`${seen.session} ${seen.seq}`)),
    }),
    says: [checkpointSaying(world, seen, { occasion: 'compacting' })],
  }
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
