import type { KnownEvent, KnownEventOf } from '../event/catalogue.ts'
import { type Fold, last } from './fold.ts'

/** The last comparison of the log with one transcript. */
export interface ComparedTranscript {
  readonly source: string
  readonly at: number
  readonly bytes: number
  readonly records: number
  /** Number of events filled in by all comparisons with this transcript. */
  readonly filled: number
  readonly skipped: number
  readonly missing: boolean
}

/** How events were captured, and whether the capture is complete. */
export interface Capture {
  /** Whether hooks reported the session while it ran. False for an imported session. */
  readonly isHeard: boolean
  /** Events that came from a transcript and not from a hook. */
  readonly filled: number
  readonly compared: readonly ComparedTranscript[]
  /** The last places where input could not be read. */
  readonly damage: readonly { readonly source: string; readonly offset: number }[]
}

const MAX_DAMAGE = 10

export const capture: Fold<Capture> = {
  initial: { isHeard: false, filled: 0, compared: [], damage: [] },
  apply(state, event) {
    const isFilled = event.via === 'transcript' || event.via === 'import'
    const counted = isFilled ? { ...state, filled: state.filled + 1 } : state
    if (event.type === 'session.started' || event.type === 'session.resumed')
      return { ...counted, isHeard: state.isHeard || event.via === undefined }
    if (event.type === 'capture.reconciled') return { ...counted, compared: afterComparison(state, event) }
    return event.type === 'capture.damaged' ? afterDamage(counted, event) : counted
  },
}

function afterComparison(
  state: Capture,
  event: KnownEventOf<'capture.reconciled'>,
): readonly ComparedTranscript[] {
  const { source, at, bytes, records, skipped, missing = false } = event
  const before = state.compared.find((one) => one.source === source)
  const filled = (before?.filled ?? 0) + event.filled
  const others = state.compared.filter((one) => one.source !== source)
  return [...others, { source, at, bytes, records, filled, skipped, missing }]
}

function afterDamage(
  state: Capture,
  { source, offset }: Extract<KnownEvent, { type: 'capture.damaged' }>,
): Capture {
  if (offset === undefined) return state
  return { ...state, damage: last([...state.damage, { source, offset }], MAX_DAMAGE) }
}
