import type { Phase } from '../../event/context.ts'
import { type Completion, completionOf } from '../../session/confidence.ts'
import { phaseOf, USUAL_WINDOW } from '../../session/context-phase.ts'
import { type Drift, driftOf } from '../../session/drift.ts'
import type { Session } from '../../session/session.ts'

/** Confidence and context usage of a session. Part of `--json` output. */
export interface ContextStatus {
  /** The confidence, from 0 to 100. */
  readonly confidence: number
  readonly completion: Completion
  readonly drift?: Drift
  readonly context?: {
    readonly used: number
    readonly window: number
    readonly phase: Phase
    readonly countedAt: number
  }
  readonly checkpoint?: { readonly at: number; readonly occasion: string; readonly phase: Phase }
  readonly handoff?: { readonly at: number; readonly to?: string }
}

export function contextStatusOf(session: Session): ContextStatus {
  const { usage, checkpoint, handoff } = session.carry
  const drift = driftOf(session)
  return {
    confidence: session.confidence.value,
    completion: completionOf(session),
    ...(drift && { drift }),
    ...(usage && {
      context: {
        used: usage.used,
        window: usage.window ?? USUAL_WINDOW,
        phase: phaseOf(usage),
        countedAt: usage.at,
      },
    }),
    ...(checkpoint && {
      checkpoint: { at: checkpoint.at, occasion: checkpoint.occasion, phase: checkpoint.phase },
    }),
    ...(handoff && { handoff: { at: handoff.at, ...(handoff.to !== undefined && { to: handoff.to }) } }),
  }
}
