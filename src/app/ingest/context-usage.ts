import type { AgentAdapter, ContextUsage, ParsedHook } from '../../agent/adapter.ts'
import { type EventDraft, eventDraft, sessionIdOf } from '../../agent/event-draft.ts'
import { ContextMeasured } from '../../event/context.ts'
import type { UsageMeasurement } from '../../session/context.ts'
import type { World } from '../world.ts'

/**
 * Adds to the call how full the context is now, with an event where that changed. Not at a start and not after a
 * compaction: the last measurement is older than that.
 */
export async function withContextUsage(
  world: World,
  agent: AgentAdapter,
  hook: ParsedHook,
): Promise<ParsedHook> {
  const { turn, session, drafts, transcript } = hook
  const { contextUsage } = world
  if (!contextUsage || !turn || turn.kind === 'start' || turn.kind === 'end') return hook
  const shown = contextUsage.statusLine(session)
  const end = agent.usageIn && transcript ? contextUsage.transcriptEnd(agent.name, transcript) : undefined
  if (!shown && end === undefined) return hook
  const { carry, memory } = (await world.log.view(sessionIdOf(agent.name, session)))?.view ?? {}
  const written = agent.usageIn?.(end ?? '')
  const isOld = shown && !written && shown.at <= (memory?.compactingAt ?? 0)
  const usage = isOld ? undefined : latest(written, shown)
  const draft = measurementDraft(usage, carry?.usage)
  if (!usage || !draft) return { ...hook, usage }
  // A compaction invalidates earlier measurements, so this one must be stored before it.
  return { ...hook, usage, drafts: turn.kind === 'compacting' ? [draft, ...drafts] : [...drafts, draft] }
}

/** How full the context is, and where that was read. */
export interface MeasuredUsage extends ContextUsage {
  readonly source: 'transcript' | 'status line'
}

/** The later of the two. Only the status line knows the size of the window, so its window holds for both. */
export function latest(
  written: ContextUsage | undefined,
  shown: ContextUsage | undefined,
): MeasuredUsage | undefined {
  if (shown && shown.used > 0 && (written?.at ?? 0) <= (shown.at ?? 0))
    return { ...shown, source: 'status line' }
  return written && { ...written, ...(shown?.window && { window: shown.window }), source: 'transcript' }
}

/** Undefined where nothing changed. */
export function measurementDraft(
  count: MeasuredUsage | undefined,
  known: UsageMeasurement | undefined,
): EventDraft | undefined {
  if (!count || (count.used === known?.used && count.window === known.window)) return undefined
  const { at: _, ...counted } = count
  return eventDraft(ContextMeasured, [String(count.used), String(count.window ?? '')], counted)
}
