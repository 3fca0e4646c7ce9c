import type { ComparedTranscript } from '../../session/capture.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'
import type { ReconcileResult } from './reconcile.ts'

/** Whether the log of a session is complete. `--json` prints it. */
export type CaptureReport =
  | ({ readonly state: 'complete' } & TranscriptComparison)
  | ({
      readonly state: 'incomplete'
      readonly skipped: number
      /** Offset of the first skipped record, in bytes. */
      readonly offset?: number
    } & TranscriptComparison)
  | { readonly state: 'unchecked'; readonly why: string }
  | { readonly state: 'unknown'; readonly why: string }

interface TranscriptComparison {
  /** Recorded live and compared afterwards, or imported from its transcript. */
  readonly how: 'compared' | 'imported'
  readonly records: number
  /** Events found only in the transcript. */
  readonly filled: number
  readonly comparedAt: number
  readonly comparedMsAgo: number
  readonly sources: readonly string[]
}

export function captureOf(
  world: World,
  { capture, identity }: Session,
  reconciled: ReconcileResult,
): CaptureReport {
  const compared = capture.compared.filter(({ missing }) => !missing)
  if (reconciled.kind === 'at-work') return { state: 'unchecked', why: 'the session is still open' }
  if (compared.length === 0) return reportUncompared(reconciled, identity.transcript)
  const skipped = sum(compared, ({ skipped }) => skipped)
  const comparedAt = Math.max(...compared.map(({ at }) => at))
  const comparison: TranscriptComparison = {
    how: capture.isHeard ? 'compared' : 'imported',
    records: sum(compared, ({ records }) => records),
    filled: sum(compared, ({ filled }) => filled),
    comparedAt,
    comparedMsAgo: Math.max(0, world.clock.now() - comparedAt),
    sources: compared.map(({ source }) => source),
  }
  if (skipped === 0) return { state: 'complete', ...comparison }
  const [offset] = capture.damage
    .filter(({ source }) => comparison.sources.includes(source))
    .map((one) => one.offset)
  return { state: 'incomplete', skipped, ...(offset !== undefined && { offset }), ...comparison }
}

function reportUncompared(reconciled: ReconcileResult, transcript: string | undefined): CaptureReport {
  if (reconciled.kind === 'refused')
    return { state: 'unchecked', why: `cannot read its transcript: ${reconciled.reason}` }
  if (reconciled.kind === 'missing')
    return { state: 'unknown', why: `its transcript no longer exists (${transcript})` }
  return { state: 'unknown', why: 'no transcript to compare with' }
}

const sum = (all: readonly ComparedTranscript[], of: (one: ComparedTranscript) => number): number =>
  all.reduce((total, one) => total + of(one), 0)
