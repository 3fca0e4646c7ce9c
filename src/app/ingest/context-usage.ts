import type { AgentAdapter, ContextUsage, ParsedHook } from '../../agent/adapter.ts'
import { type EventDraft, eventDraft, sessionIdOf } from '../../agent/event-draft.ts'
import { ContextMeasured } from '../../event/context.ts'
import type { UsageMeasurement } from '../../session/context.ts'
import type { World } from '../world.ts'

/**
 * Adds the current context usage to the call, with an event if it changed. Skipped at startup and after a compaction,
 * because the last measurement is from before.
 */
export async function withContextUsage(
  world: World,
  agent: AgentAdapter,
  hook: ParsedHook,
): Promise<ParsedHook> {
  const { turn, session, drafts, transcript } = hook
  const { contextUsage } = world
  if (!contextUsage || !turn || turn.kind === 'start' || turn.kind === 'end') return hook
  const displayed = contextUsage.statusLine(session)
  const end = agent.usageIn && transcript ? contextUsage.transcriptEnd(agent.name, transcript) : undefined
  if (!displayed && end === undefined) return hook
  const { carry, memory } = (await world.log.view(sessionIdOf(agent.name, session)))?.view ?? {}
  const logged = agent.usageIn?.(end ?? '')
  const isOld = displayed && !logged && displayed.at <= (memory?.compactingAt ?? 0)
  const usage = isOld ? undefined : latest(logged, displayed)
  const draft = measurementDraft(usage, carry?.usage)
  if (!usage || !draft) return { ...hook, usage }
  // A compaction invalidates earlier measurements, so this one must be stored before it.
  return { ...hook, usage, drafts: turn.kind === 'compacting' ? [draft, ...drafts] : [...drafts, draft] }
}

/** Context usage with its source. */
export interface MeasuredUsage extends ContextUsage {
  readonly source: 'transcript' | 'status line'
}

/** The later measurement. Only the status line knows the window size, so it applies to both. */
export function latest(
  logged: ContextUsage | undefined,
  displayed: ContextUsage | undefined,
): MeasuredUsage | undefined {
  if (displayed && displayed.used > 0 && (logged?.at ?? 0) <= (displayed.at ?? 0))
    return { ...displayed, source: 'status line' }
  return logged && { ...logged, ...(displayed?.window && { window: displayed.window }), source: 'transcript' }
}

/** Undefined if the usage is unchanged. */
export function measurementDraft(
  usage: MeasuredUsage | undefined,
  previous: UsageMeasurement | undefined,
): EventDraft | undefined {
  if (!usage || (usage.used === previous?.used && usage.window === previous.window)) return undefined
  const { at: _, ...data } = usage
  return eventDraft(ContextMeasured, [String(usage.used), String(usage.window ?? '')], data)
}
