import type { SessionId } from '../event/identity.ts'
import { isTrunk, PERSON } from '../session/identity.ts'
import { openItems } from '../session/noted-work.ts'
import type { Session } from '../session/session.ts'
import { isOpen } from '../session/state.ts'
import { ago } from '../text/time.ts'

const HOUR = 3_600_000

/** The context of the brief's reader. */
interface Reader {
  readonly now: number
  readonly branch?: string | undefined
  readonly checkout?: string | undefined
  readonly agent?: string | undefined
}

export interface SessionInfo {
  readonly session: SessionId
  readonly view: Session
  readonly isOlder?: boolean
}

export interface RankedSession extends SessionInfo {
  /** The weight relative to the best session, which has 1. */
  readonly weight: number
  readonly because: readonly string[]
  /** Whether the session is in use now. */
  readonly isLive: boolean
  /** Included only for its open items, because many sessions have followed it. */
  readonly isOlder?: boolean
  /**
   * Why the session comes first regardless of its weight: the reader resumes it, or it was handed over to the
   * reader.
   */
  readonly first?: 'resumed' | 'handed over'
}

/** The most recent session that has ended. Sessions without activity count only if there are no others. */
export function lastSession(sessions: readonly RankedSession[]): RankedSession | undefined {
  const before = sessions.filter(({ isLive }) => !isLive)
  const worked = before.filter(({ view }) => !isNotebook(view) && !isUnusedBranch(view))
  return (worked.length > 0 ? worked : before).reduce<RankedSession | undefined>(
    (last, one) => (last && last.view.life.lastActivityAt >= one.view.life.lastActivityAt ? last : one),
    undefined,
  )
}

/**
 * Whether the session only holds what a person noted on the command line. Its items belong to the project, but nobody
 * worked in it.
 */
export const isNotebook = ({ identity, talk, craft }: Session): boolean =>
  identity.agent === PERSON && talk.turns === 0 && craft.files.length === 0

const HALF_LIFE = 36 * HOUR

/**
 * Sorts sessions by relevance to the reader, running sessions last. Relevance is more than recency: an hour
 * of work on this branch matters more than a question asked elsewhere a minute ago.
 */
export function rankSessions(
  sessions: readonly SessionInfo[],
  reader: Reader,
  live: ReadonlySet<string>,
): readonly RankedSession[] {
  const judged = sessions.map((seen) => ({ seen, ...weigh(seen.view, reader) }))
  const best = Math.max(Number.MIN_VALUE, ...judged.map(({ weight }) => weight))
  return judged
    .map(({ seen, weight, because }) => ({
      session: seen.session,
      view: seen.view,
      ...(seen.isOlder && { isOlder: true }),
      weight: weight / best,
      because,
      isLive: live.has(seen.session),
    }))
    .sort((a, b) => Number(a.isLive) - Number(b.isLive) || b.weight - a.weight)
}

/** A fork or a branch that has not received a prompt of its own yet. */
const isUnusedBranch = ({ identity, talk }: Session): boolean =>
  identity.parent !== undefined && talk.turns === 0

type Factor = readonly [factor: number, because: string]

function weigh(session: Session, reader: Reader): { weight: number; because: readonly string[] } {
  const factors = [recency(session, reader), ...circumstances(session, reader)]
  return {
    weight: factors.reduce((product, [factor]) => product * factor, 1),
    because: factors.map(([, because]) => because),
  }
}

function recency({ life }: Session, { now }: Reader): Factor {
  const quiet = Math.max(0, now - life.lastActivityAt)
  return [0.5 ** (quiet / HALF_LIFE), ago(quiet)]
}

function circumstances(session: Session, reader: Reader): readonly Factor[] {
  const { identity, talk, craft } = session
  const factors: Factor[] = []
  if (identity.branch && reader.branch)
    if (identity.branch === reader.branch)
      factors.push([isTrunk(reader.branch) ? 1.2 : 2, 'on the same branch'])
    else factors.push([0.6, 'on another branch'])
  if (identity.checkout !== '' && identity.checkout === reader.checkout) factors.push([1.1, 'in this folder'])
  if (isUnfinished(session)) factors.push([1.5, 'unfinished'])
  // A session that changed files through commands also did real work.
  if (craft.files.length === 0 && craft.successes.length === 0 && talk.turns < 3)
    factors.push([0.4, 'little happened'])
  return factors
}

/** Whether a session has open work or crashed. */
const isUnfinished = ({ life, work, talk }: Session): boolean =>
  life.state === 'crashed' ||
  life.endTrigger === 'recovered' ||
  openItems(work.blockers).length > 0 ||
  openItems(work.actions).length > 0 ||
  openItems(work.tasks).length > 0 ||
  (talk.answering !== undefined && !isOpen(life.state))
