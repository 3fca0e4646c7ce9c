import type { AgentAdapter, ContextUsage, ParsedHook } from '../agent/adapter.ts'
import { type EventDraft, eventDraft, sessionIdOf } from '../agent/event-draft.ts'
import type { World } from '../app/world.ts'
import { ContextMeasured } from '../event/context.ts'
import { readStatusUsage } from '../host/status-files.ts'
import type { Usage } from '../session/context.ts'

export interface Witnesses {
  /** Where what the status line was told lies. */
  readonly folder: string
  /** The end of the transcript, where there is time to read it. */
  tail?(agent: AgentAdapter, hook: ParsedHook): string | undefined
}

/**
 * What was told, with how full the context is by now; and that as a fact, where it is news. Not where a session begins
 * or comes out of a compaction: whatever was counted, was counted before.
 */
export async function withContextUsage(
  world: World,
  agent: AgentAdapter,
  hook: ParsedHook,
  { folder, tail }: Witnesses,
): Promise<ParsedHook> {
  const { turn, session, drafts } = hook
  if (!turn || turn.kind === 'start' || turn.kind === 'end') return hook
  const told = readStatusUsage(folder, session)
  const end = tail?.(agent, hook)
  if (!told && end === undefined) return hook
  const { carry, memory } = (await world.log.view(sessionIdOf(agent.name, session)))?.view ?? {}
  const written = agent.usageIn?.(end ?? '')
  const isOld = told && !written && told.at <= (memory?.compactingAt ?? 0)
  const usage = isOld ? undefined : latest(written, told)
  const draft = measurementDraft(usage, carry?.usage)
  if (!usage || !draft) return { ...hook, usage }
  // A compaction that begins makes everything forgotten that was counted before, and so this too.
  return { ...hook, usage, drafts: turn.kind === 'compacting' ? [draft, ...drafts] : [...drafts, draft] }
}

/** How full the context is, who says so, and since when. */
export interface Count extends ContextUsage {
  readonly source: 'transcript' | 'status line'
}

/**
 * Of what the transcript and the status line say, the later. Only the status line knows how large the window is, and
 * that before anything is counted: it holds for both.
 */
export function latest(written: ContextUsage | undefined, told: ContextUsage | undefined): Count | undefined {
  if (told && told.used > 0 && (written?.at ?? 0) <= (told.at ?? 0)) return { ...told, source: 'status line' }
  return written && { ...written, ...(told?.window && { window: told.window }), source: 'transcript' }
}

/** As a fact; undefined where nothing new is to be told. */
export function measurementDraft(count: Count | undefined, known: Usage | undefined): EventDraft | undefined {
  if (!count || (count.used === known?.used && count.window === known.window)) return undefined
  const { at: _, ...counted } = count
  return eventDraft(ContextMeasured, [String(count.used), String(count.window ?? '')], counted)
}
