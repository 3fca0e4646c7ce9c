import { type EventTypeIn, isActivity, type KnownEvent, type KnownEventOf } from '../event/catalogue.ts'
import type { ArchiveReason, CrashTrigger, EndTrigger, RecoveryAction } from '../event/session.ts'
import type { Fold } from './fold.ts'

/**
 * The session state machine, in three parts: the transitions, the state recorded in the log, and the moves that
 * have become due since then. Pure: `app/lifecycle` loads a session, calls these functions, and appends the events.
 */

// Part 1. States and moves

export const STATES = ['active', 'idle', 'suspended', 'ended', 'crashed'] as const
type SessionState = (typeof STATES)[number]
/** `none`: before the first event. */
export type LifeState = SessionState | 'none'

export const MOVES = [
  'start',
  'activity',
  'idle',
  'resume',
  'suspend',
  'end',
  'complete',
  'crash',
  'recover',
  'archive',
] as const
export type StateMove = (typeof MOVES)[number]

const no = undefined
/**
 * Where each move leads from each state. An illegal move (`no`) stays in the log and changes nothing. `activity` starts a
 * session but never reopens one, because an event may arrive late. A caller that records new activity in a stopped
 * session appends `session.resumed` first (`isReopenedAt`).
 */
// biome-ignore format: columns
const TRANSITIONS: Readonly<Record<StateMove, TransitionRow>> = {
  //         none      active       idle         suspended    ended     crashed
  start:    ['active', no,          no,          no,          no,       no],
  activity: ['active', 'active',    'idle',      'suspended', 'ended',  'crashed'],
  idle:     [no,       'idle',      no,          no,          no,       no],
  resume:   [no,       no,          'active',    'active',    'active', 'active'],
  suspend:  [no,       'suspended', 'suspended', no,          no,       no],
  end:      [no,       'ended',     'ended',     'ended',     no,       'ended'],
  complete: [no,       'ended',     'ended',     'ended',     'ended',  'ended'],
  crash:    [no,       'crashed',   'crashed',   no,          no,       no],
  recover:  [no,       no,          no,          no,          no,       'ended'],
  archive:  [no,       no,          no,          'suspended', 'ended',  'crashed'],
}
const COLUMN = { none: 0, active: 1, idle: 2, suspended: 3, ended: 4, crashed: 5 } as const
type TransitionCell = SessionState | undefined
type TransitionRow = readonly [
  none: TransitionCell,
  active: TransitionCell,
  idle: TransitionCell,
  suspended: TransitionCell,
  ended: TransitionCell,
  crashed: TransitionCell,
]

const targetState = (from: LifeState, move: StateMove): TransitionCell => TRANSITIONS[move][COLUMN[from]]

export const isLegal = (from: LifeState, move: StateMove): boolean => targetState(from, move) !== undefined
export const legalMoves = (from: LifeState): readonly StateMove[] =>
  MOVES.filter((move) => isLegal(from, move))
export const stateAfter = (from: LifeState, move: StateMove): LifeState => targetState(from, move) ?? from

/** Whether the session's agent may still be working. */
export const isOpen = (state: LifeState): boolean => state === 'active' || state === 'idle'

// Part 2. The recorded state

/** Stored in views: if its fields change, raise SESSION_SHAPE. */
export interface Life {
  readonly state: LifeState
  readonly startedAt: number
  readonly lastActivityAt: number
  /** Start of the current run: the start of the session or its last resume. */
  readonly runSince: number
  readonly endedAt?: number
  readonly endTrigger?: EndTrigger | 'completed' | 'recovered'
  readonly crashedAt?: number
  readonly crashTrigger?: CrashTrigger
  readonly completedAt?: number
  readonly archivedAt?: number
  readonly archiveReason?: ArchiveReason
  /** The result of a recovery. */
  readonly recoveryNote?: string
  /** Absent for recoveries by an earlier release. */
  readonly recovery?: Recovery
  readonly resumes: number
  readonly crashes: number
}

interface Recovery {
  /** Whether the recovery ran at the start of another session, without a request from a person. */
  readonly automatic: boolean
  readonly actions: readonly RecoveryAction[]
}

export const notStarted: Life = {
  state: 'none',
  startedAt: 0,
  lastActivityAt: 0,
  runSince: 0,
  resumes: 0,
  crashes: 0,
}

export const life: Fold<Life> = {
  initial: notStarted,
  apply(state, event) {
    switch (event.type) {
      case 'session.started':
        return { ...step(afterStart(state, event.at), 'start'), lastActivityAt: latest(state, event.at) }
      case 'session.idled':
        return step(state, 'idle')
      case 'session.resumed':
        return afterResume(state, event)
      case 'session.suspended':
        return step(state, 'suspend')
      case 'session.ended':
        return step(state, 'end', { endedAt: notBeforeStart(state, event.at), endTrigger: event.trigger })
      case 'session.completed':
        return step(state, 'complete', {
          endedAt: state.endedAt ?? notBeforeStart(state, event.at),
          endTrigger: state.endTrigger ?? 'completed',
          completedAt: event.at,
        })
      case 'session.crashed':
        return step(state, 'crash', {
          crashedAt: notBeforeStart(state, event.at),
          crashTrigger: event.trigger,
          crashes: state.crashes + 1,
        })
      case 'session.recovered':
        return afterRecovery(state, event)
      case 'session.archived':
        return step(state, 'archive', { archivedAt: event.at, archiveReason: event.reason })
      default:
        return afterOther(state, event)
    }
  },
}

/** A lifecycle event without a case above does not compile. */
type OtherEvent = Exclude<KnownEvent, { readonly type: EventTypeIn<'lifecycle'> }>

const afterOther = (life: Life, { type, at }: OtherEvent): Life =>
  isActivity(type) ? afterActivity(life, at) : life

function afterActivity(life: Life, at: number): Life {
  const known = afterStart(life, at)
  return { ...step(known, 'activity'), lastActivityAt: latest(known, withinLife(known, at)) }
}

function afterResume(life: Life, { at }: KnownEventOf<'session.resumed'>): Life {
  if (!isLegal(life.state, 'resume')) return afterActivity(life, at)
  const { endedAt, endTrigger, completedAt, recoveryNote, recovery, ...open } = withoutArchive(life)
  return step(open, 'resume', {
    runSince: at,
    lastActivityAt: latest(life, at),
    resumes: life.resumes + 1,
  })
}

function afterRecovery(life: Life, event: KnownEventOf<'session.recovered'>): Life {
  const { at, note, automatic, actions = [] } = event
  if (!isLegal(life.state, 'recover')) return life
  return step(withoutArchive(life), 'recover', {
    endedAt: notBeforeStart(life, at),
    endTrigger: 'recovered',
    ...(note !== undefined && { recoveryNote: note }),
    ...(automatic !== undefined && { recovery: { automatic, actions } }),
  })
}

const step = (life: Life, move: StateMove, change: Partial<Life> = {}): Life =>
  isLegal(life.state, move) ? { ...life, ...change, state: stateAfter(life.state, move) } : life

/** The first event of a session starts the session, even if it is not a start event. */
const afterStart = (life: Life, at: number): Life =>
  life.state === 'none' ? { ...life, startedAt: at, runSince: at } : life

/** A clock that is set back must not make the last activity older. */
const latest = (life: Life, at: number): number => Math.max(life.lastActivityAt, at)

/** A session never ends before it started, even if the clock was set back in between. */
const notBeforeStart = (life: Life, at: number): number => Math.max(life.startedAt, at)

/** A note added after the end, such as an action done later, does not prolong the session. */
function withinLife(life: Life, at: number): number {
  if (life.state === 'ended') return Math.min(at, life.endedAt ?? at)
  return life.state === 'crashed' ? Math.min(at, life.crashedAt ?? at) : at
}

/** A resumed or recovered session is no longer archived. */
const withoutArchive = ({ archivedAt: _, archiveReason: __, ...life }: Life): Life => life

// Part 3. Moves that are due

/** What is known about the agent's process. */
export type ProcessEvidence = 'alive' | 'gone' | 'unknown'

export interface Limits {
  /** A session becomes idle after this long without activity, and ends after twice as long. */
  readonly idleAfterMs: number
  readonly maxDurationMs: number
  /**
   * After this long without activity, a session without a known process counts as crashed if it was replaced
   * or given up.
   */
  readonly crashAfterMs: number
}

export interface Observation {
  readonly now: number
  readonly evidence: ProcessEvidence
  readonly limits: Limits
}

/** A move that should have happened by now but is not recorded yet. */
export type DueMove =
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

/** The current state: the recorded state after all due moves. */
export function stateNow(life: Life, observation: Observation): LifeState {
  return dueMoves(life, observation).reduce<LifeState>(
    (state, { move }) => stateAfter(state, move),
    life.state,
  )
}

/**
 * No daemon watches for idleness and crashes. They are derived from the log, the clock and the recorded process:
 * readers compute the due moves, and the next process that appends to the log records them.
 */
export function dueMoves(life: Life, observation: Observation): readonly DueMove[] {
  if (!isOpen(life.state)) return []
  const { now, evidence } = observation
  const quietSince = life.lastActivityAt
  if (evidence === 'gone')
    return [{ move: 'crash', at: Math.max(now, quietSince), trigger: 'process-gone', quietSince }]
  const ends = dueEnd(life, observation)
  // A session cannot become idle after it has reached its maximum duration.
  const idles = dueIdle(life, observation).filter((idle) => ends.every((end) => idle.at <= end.at))
  return [...idles, ...ends]
}

/**
 * The moves that are due when a new session replaces this one: a session that went quiet without ending has
 * crashed.
 */
export function dueWhenReplaced(life: Life, observation: Observation): readonly DueMove[] {
  const moves = dueMoves(life, observation)
  const hasEnded = moves.some(({ move }) => move === 'end') // it ended before it was replaced
  return hasEnded ? moves : dueWhenGivenUp(life, observation)
}

/** The moves that are due when a person states that the session is no longer in use. */
export const dueWhenGivenUp = (life: Life, observation: Observation): readonly DueMove[] =>
  isAbandoned(life, observation)
    ? [{ move: 'crash', at: observation.now, trigger: 'quiet', quietSince: life.lastActivityAt }]
    : dueMoves(life, observation)

/** Inactivity counts as a crash only if the session was replaced or given up. */
export const isAbandoned = (life: Life, { now, evidence, limits }: Observation): boolean =>
  isOpen(life.state) && evidence === 'unknown' && now - life.lastActivityAt >= limits.crashAfterMs

function dueIdle(life: Life, { now, limits }: Observation): readonly DueMove[] {
  const at = life.lastActivityAt + limits.idleAfterMs
  return life.state === 'active' && now >= at ? [{ move: 'idle', at, quietSince: life.lastActivityAt }] : []
}

function dueEnd(life: Life, { now, evidence, limits }: Observation): readonly DueMove[] {
  const timeout = life.lastActivityAt + 2 * limits.idleAfterMs
  const oldAge = Math.max(life.runSince + limits.maxDurationMs, life.lastActivityAt)
  if (now >= timeout && timeout <= oldAge) return [{ move: 'end', at: timeout, trigger: 'idle-timeout' }]
  // A session does not end because of its age while a running process uses it.
  const isInUse = evidence === 'alive' && now < life.lastActivityAt + limits.idleAfterMs
  if (now >= oldAge && !isInUse && life.runSince + limits.maxDurationMs <= now)
    return [{ move: 'end', at: oldAge, trigger: 'max-duration' }]
  return now >= timeout ? [{ move: 'end', at: timeout, trigger: 'idle-timeout' }] : []
}

/** Whether activity at this time reopens the session. Activity from before the stop is only a late event. */
export const isReopenedAt = (life: Life, observation: Observation, at: number): boolean =>
  stateNow(life, observation) !== 'active' && at > stoppedAt(life)

function stoppedAt({ state, lastActivityAt, endedAt = 0, crashedAt = 0 }: Life): number {
  if (state === 'ended') return Math.max(lastActivityAt, endedAt)
  return state === 'crashed' ? Math.max(lastActivityAt, crashedAt) : lastActivityAt
}

/** Time without activity; never negative, even if the clock was set back. */
export const quietFor = (life: Life, now: number): number => Math.max(0, now - life.lastActivityAt)

/** The time from the start to the end, or to the last activity if the session crashed or has not ended. */
export const durationOf = (life: Life): number =>
  Math.max(0, Math.max(life.lastActivityAt, regularEnd(life)) - life.startedAt)

/** A session that crashed on Monday and was recovered on Friday ended on Monday. */
const regularEnd = ({ endTrigger, endedAt = 0 }: Life): number => (endTrigger === 'recovered' ? 0 : endedAt)
