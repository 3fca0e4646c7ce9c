import type { CrashTrigger, EndTrigger } from '../event/session.ts'
import type { Life } from './life.ts'
import { isOpen, type Standing } from './lifecycle.ts'

/** What is known of the agent's process: it runs, it is gone, or nobody can say. */
export type Evidence = 'alive' | 'gone' | 'unknown'

export interface Limits {
  /** Quiet for so long: idle. Quiet for twice as long: ended. */
  readonly idleAfterMs: number
  readonly maxDurationMs: number
  /** Where no process is known: quiet for so long, and replaced by a new session, is a crash. */
  readonly crashAfterMs: number
}

/** Something that time or the death of a process has made true and that nobody has recorded yet. */
export type Due =
  | { readonly move: 'idle'; readonly at: number; readonly quietSince: number }
  | {
      readonly move: 'end'
      readonly at: number
      readonly trigger: Extract<EndTrigger, 'idle-timeout' | 'max-duration'>
    }
  | {
      readonly move: 'crash'
      readonly at: number
      readonly trigger: CrashTrigger
      readonly quietSince: number
    }

export interface Observation {
  readonly now: number
  readonly evidence: Evidence
  readonly limits: Limits
}

/**
 * Idleness and crash are not watched for, they follow: from the log, the clock and the recorded process.
 * Reading shows what is due; the next process that writes records it.
 */
export function due(life: Life, observation: Observation): readonly Due[] {
  if (!isOpen(life.state)) return []
  const { now, evidence } = observation
  const quietSince = life.lastActivityAt
  if (evidence === 'gone')
    return [{ move: 'crash', at: Math.max(now, quietSince), trigger: 'process-gone', quietSince }]
  const ends = dueEnd(life, observation)
  // A session that had reached its greatest age was not idle after it.
  const idles = dueIdle(life, observation).filter((idle) => ends.every((end) => idle.at <= end.at))
  return [...idles, ...ends]
}

function dueIdle(life: Life, { now, limits }: Observation): readonly Due[] {
  const at = life.lastActivityAt + limits.idleAfterMs
  return life.state === 'active' && now >= at ? [{ move: 'idle', at, quietSince: life.lastActivityAt }] : []
}

function dueEnd(life: Life, { now, evidence, limits }: Observation): readonly Due[] {
  const timeout = life.lastActivityAt + 2 * limits.idleAfterMs
  const oldAge = Math.max(life.runSince + limits.maxDurationMs, life.lastActivityAt)
  if (now >= timeout && timeout <= oldAge) return [{ move: 'end', at: timeout, trigger: 'idle-timeout' }]
  // A session in use by a living process is not cut off for its age alone.
  const isInUse = evidence === 'alive' && now < life.lastActivityAt + limits.idleAfterMs
  if (now >= oldAge && !isInUse && life.runSince + limits.maxDurationMs <= now) {
    return [{ move: 'end', at: oldAge, trigger: 'max-duration' }]
  }
  return now >= timeout ? [{ move: 'end', at: timeout, trigger: 'idle-timeout' }] : []
}

/** Age alone convicts only when a new session takes the place of one that never ended and fell silent. */
export function isAbandoned(life: Life, { now, evidence, limits }: Observation): boolean {
  return isOpen(life.state) && evidence === 'unknown' && now - life.lastActivityAt >= limits.crashAfterMs
}

const LEADS_TO = { idle: 'idle', end: 'ended', crash: 'crashed' } as const

/** The state as of now: what the log says and what has become due since. */
export function observed(life: Life, observation: Observation): Standing {
  const last = due(life, observation).at(-1)
  return last ? LEADS_TO[last.move] : life.state
}

/** How long nothing has happened; a clock that was set back never makes it negative. */
export const quietFor = (life: Life, now: number): number => Math.max(0, now - life.lastActivityAt)

/** From the start to the end, or to the last activity of a session that has not ended or has crashed. */
export const durationOf = (life: Life): number =>
  Math.max(0, Math.max(life.lastActivityAt, stoppedBy(life)) - life.startedAt)

/** A session that crashed on Monday and was recovered on Friday did not last until Friday. */
const stoppedBy = ({ endTrigger, endedAt = 0 }: Life): number => (endTrigger === 'recovered' ? 0 : endedAt)
