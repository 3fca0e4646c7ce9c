import type { ContextUsage } from '../../agent/adapter.ts'
import { type EventDraft, eventDraft } from '../../agent/event-draft.ts'
import { ContextMeasured } from '../../event/context.ts'
import type { Usage } from '../../session/context.ts'

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
