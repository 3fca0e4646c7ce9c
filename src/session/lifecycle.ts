export const STATES = ['active', 'idle', 'suspended', 'ended', 'crashed'] as const
export type State = (typeof STATES)[number]
/** Before anything was heard of a session it has no state. */
export type Standing = State | 'none'

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
export type Move = (typeof MOVES)[number]

const never = 'illegal' as const
type Cell = State | typeof never

/**
 * Every transition there is. `activity` in a session that is not active leaves it as it is: whoever records new
 * activity records the resume first, and a fact that arrives late must not reopen what has ended.
 */
export const TRANSITIONS: Readonly<Record<Standing, Readonly<Record<Move, Cell>>>> = {
  none: {
    start: 'active',
    activity: 'active',
    idle: never,
    resume: never,
    suspend: never,
    end: never,
    complete: never,
    crash: never,
    recover: never,
    archive: never,
  },
  active: {
    start: never,
    activity: 'active',
    idle: 'idle',
    resume: never,
    suspend: 'suspended',
    end: 'ended',
    complete: 'ended',
    crash: 'crashed',
    recover: never,
    archive: never,
  },
  idle: {
    start: never,
    activity: 'idle',
    idle: never,
    resume: 'active',
    suspend: 'suspended',
    end: 'ended',
    complete: 'ended',
    crash: 'crashed',
    recover: never,
    archive: never,
  },
  suspended: {
    start: never,
    activity: 'suspended',
    idle: never,
    resume: 'active',
    suspend: never,
    end: 'ended',
    complete: 'ended',
    crash: never,
    recover: never,
    archive: 'suspended',
  },
  ended: {
    start: never,
    activity: 'ended',
    idle: never,
    resume: 'active',
    suspend: never,
    end: never,
    complete: 'ended',
    crash: never,
    recover: never,
    archive: 'ended',
  },
  crashed: {
    start: never,
    activity: 'crashed',
    idle: never,
    resume: 'active',
    suspend: never,
    end: 'ended',
    complete: 'ended',
    crash: never,
    recover: 'ended',
    archive: 'crashed',
  },
}

export const isLegal = (from: Standing, move: Move): boolean => TRANSITIONS[from][move] !== never

/** Where a move leads. A fact that should not have happened is kept in the log and moves nothing. */
export function moved<S extends Standing>(from: S, move: Move): S | State {
  const to = TRANSITIONS[from][move]
  return to === never ? from : to
}

export const legalMoves = (from: Standing): readonly Move[] => MOVES.filter((move) => isLegal(from, move))
/** Open: its agent may still be at work. */
export const isOpen = (state: Standing): boolean => state === 'active' || state === 'idle'
