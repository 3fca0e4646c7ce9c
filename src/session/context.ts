import type { JsonObject } from '../event/canonical-json.ts'
import type { KnownEventOf } from '../event/catalogue.ts'
import type { CheckpointOccasion, Phase } from '../event/context.ts'
import { type Fold, last } from './fold.ts'

export interface UsageMeasurement {
  readonly used: number
  readonly window?: number
  readonly at: number
}
/** A stored document. Readers validate it with `openDocument`. */
interface StoredDocument {
  readonly id: string
  readonly at: number
  readonly schema: number
}
export interface StoredCheckpoint extends StoredDocument {
  readonly occasion: CheckpointOccasion
  readonly phase: Phase
  readonly state: JsonObject
}
export interface StoredHandoff extends StoredDocument {
  readonly to?: string
  readonly summary: JsonObject
}
interface Nudge {
  readonly kind: string
  readonly at: number
}

/** State that survives compactions, the end of the session and a change of agent. */
export interface ContextState {
  /** The last measurement of the context size. Unknown after a compaction. */
  readonly usage?: UsageMeasurement
  readonly checkpoint?: StoredCheckpoint
  /** The last explicit handoff. */
  readonly handoff?: StoredHandoff
  /** When the handoff and the progress log were last written at the end of a run. */
  readonly closedAt?: number
  /** Reminders given to the agent. */
  readonly nudges: readonly Nudge[]
}

const MAX_NUDGES = 20

export const contextState: Fold<ContextState> = {
  initial: { nudges: [] },
  apply(state, event) {
    switch (event.type) {
      case 'context.measured':
        return { ...state, usage: usageOf(event) }
      case 'context.compacting':
      case 'context.compacted':
        return withoutUsage(state)
      case 'checkpoint.taken':
        return { ...state, checkpoint: checkpointOf(event) }
      case 'handoff.written':
        return event.automatic ? { ...state, closedAt: event.at } : { ...state, handoff: handoffOf(event) }
      case 'nudge.given':
        return { ...state, nudges: last([...state.nudges, { kind: event.kind, at: event.at }], MAX_NUDGES) }
      default:
        return state
    }
  },
}

const usageOf = ({ used, window, at }: KnownEventOf<'context.measured'>): UsageMeasurement => ({
  used,
  at,
  ...(window !== undefined && { window }),
})

function withoutUsage(state: ContextState): ContextState {
  const { usage, ...rest } = state
  return usage ? rest : state
}

const checkpointOf = (event: KnownEventOf<'checkpoint.taken'>): StoredCheckpoint => {
  const { id, at, schema, occasion, phase, state } = event
  return { id, at, schema, occasion, phase, state }
}

const handoffOf = ({ id, at, schema, to, summary }: KnownEventOf<'handoff.written'>): StoredHandoff => ({
  id,
  at,
  schema,
  summary,
  ...(to !== undefined && { to }),
})

/** Whether the agent has been given this reminder at or after a given time. */
export const wasNudged = (
  { nudges }: ContextState,
  kind: string,
  since = Number.NEGATIVE_INFINITY,
): boolean => nudges.some((one) => one.kind === kind && one.at >= since)
