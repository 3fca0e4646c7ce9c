import type { KnownEvent, KnownEventOf } from '../event/catalogue.ts'
import type { Fold } from './fold.ts'
import { last } from './lists.ts'

/** The last time that the log was compared with one transcript. */
export interface ComparedTranscript {
  readonly source: string
  readonly at: number
  readonly bytes: number
  readonly records: number
  /** Over all comparisons with it. */
  readonly filled: number
  readonly skipped: number
  readonly missing: boolean
}

/** How it is known what happened, and whether that is all. */
export interface Capture {
  /** Whether its agent told of it while it ran; an imported session was never heard. */
  readonly isHeard: boolean
  /** Events that came from a transcript, and not from the agent's own telling. */
  readonly filled: number
  readonly compared: readonly ComparedTranscript[]
  /** Where something could not be read, the last of them. */
  readonly damage: readonly { readonly source: string; readonly offset: number }[]
}

const DAMAGE = 10

export const capture: Fold<Capture> = {
  initial: { isHeard: false, filled: 0, compared: [], damage: [] },
  apply(state, event) {
    const counted = event.via ? { ...state, filled: state.filled + 1 } : state
    if (event.type === 'session.started' || event.type === 'session.resumed')
      return { ...counted, isHeard: state.isHeard || event.via === undefined }
    if (event.type === 'capture.reconciled') return { ...counted, compared: compared(state, event) }
    return event.type === 'capture.damaged' ? damaged(counted, event) : counted
  },
}

function compared(state: Capture, event: KnownEventOf<'capture.reconciled'>): readonly ComparedTranscript[] {
  const { source, at, bytes, records, skipped, missing = false } = event
  const before = state.compared.find((one) => one.source === source)
  const filled = (before?.filled ?? 0) + event.filled
  const others = state.compared.filter((one) => one.source !== source)
  return [...others, { source, at, bytes, records, filled, skipped, missing }]
}

function damaged(
  state: Capture,
  { source, offset }: Extract<KnownEvent, { type: 'capture.damaged' }>,
): Capture {
  if (offset === undefined) return state
  return { ...state, damage: last([...state.damage, { source, offset }], DAMAGE) }
}
