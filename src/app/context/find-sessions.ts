import { hasLeftover } from '../../brief/leftover.ts'
import { isNotebook, type RankedSession, rankSessions, type SessionInfo } from '../../brief/rank-sessions.ts'
import type { SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import { openQuestions } from '../../session/digest.ts'
import { hasOpenItems } from '../../session/noted-work.ts'
import { foldSession, noSession, type Session } from '../../session/session.ts'
import { isRunning } from '../lifecycle/advance-state.ts'
import type { World } from '../world.ts'

export interface SessionsAsk {
  /** The session that will read the brief. Its own claims are left out unless it resumes. */
  readonly own?: SessionId
  /**
   * Whether the reader's own session resumes after a break or a compaction. If so, the brief is about that
   * session.
   */
  readonly goesOn?: boolean
  readonly agent?: string
  readonly projectIds?: readonly string[]
  /** The session that was handed over; it is ranked before all others. */
  readonly first?: SessionId
  /** Limits the brief to this session. */
  readonly only?: Viewed<Session>
  /** An earlier time. The brief is composed as of this time. */
  readonly moment?: number
}

/** The sessions that matter to the reader, most relevant first. */
export async function findSessions(world: World, ask: SessionsAsk): Promise<readonly RankedSession[]> {
  const now = ask.moment ?? world.clock.now()
  const candidates = await findCandidates(world, ask)
  const { branch, checkout } = world.place
  const reader = { now, agent: ask.agent, ...(ask.projectIds ? {} : { branch, checkout }) }
  // If no session reads the brief, as in `leftoff brief`, running sessions are treated like all others.
  const live = ask.own === undefined ? NONE : runningAmong(world, candidates, ask.own)
  return inOrder(rankSessions(candidates, reader, live), ask)
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Reading a view takes time, so only a few sessions are read at first. If too few of them have content, more
 * are read.
 */
const MAX_SESSIONS = [8, 60] as const
/**
 * More sessions are read until this many have content, so that sessions without content, such as those of
 * scripts, do not hide the others.
 */
const ENOUGH_SESSIONS = 3
/** The maximum number of older sessions that are read only for their open items. */
const MAX_PENDING = 40

async function findCandidates(
  world: World,
  ask: SessionsAsk,
): Promise<readonly (SessionInfo & Viewed<Session>)[]> {
  if (ask.only) return [ask.only]
  const projects = ask.projectIds ?? world.place.projectIds
  const isOffered = ({ session, view }: Viewed<Session>): boolean =>
    (session !== ask.own || ask.goesOn === true) && view.life.completedAt === undefined && hasLeftover(view)
  const expiry = world.settings['session.expiry']
  if (ask.moment !== undefined) {
    const since = ask.moment - expiry
    const then = (await sessionsAt(world, projects, ask.moment)).filter(isOffered)
    return withOlder(then.filter(({ view: { life } }) => life.lastActivityAt >= since))
  }
  const query = { projects, since: world.clock.now() - expiry, archived: false }
  let views: readonly Viewed<Session>[] = []
  for (const limit of MAX_SESSIONS) {
    views = await world.log.views({ ...query, limit })
    if (views.filter(isOffered).length >= ENOUGH_SESSIONS || views.length < limit) break
  }
  const known = new Set(views.map(({ session }) => session))
  const oldest = views.at(-1)?.view.life.lastActivityAt ?? 0
  const isFull = MAX_SESSIONS.some((limit) => limit === views.length)
  const older = isFull
    ? await world.log.views({ ...query, pending: true, before: oldest + 1, limit: MAX_PENDING })
    : []
  const handedOver = ask.first && !known.has(ask.first) ? await world.log.view(ask.first) : undefined
  const all = [...views, ...older.filter(({ session }) => !known.has(session) && session !== ask.first)]
  return withOlder([...(handedOver ? [handedOver] : []), ...all].filter(isOffered))
}

/** Only the last few sessions contribute everything; older sessions contribute only their open items. */
const withOlder = (seen: readonly Viewed<Session>[]): readonly (SessionInfo & Viewed<Session>)[] =>
  seen.flatMap((one, index) => {
    if (index < MAX_SESSIONS[0]) return [one]
    const isPending = hasOpenItems(one.view.work) || openQuestions(one.view.digest).length > 0
    return isPending ? [{ ...one, isOlder: true }] : []
  })

/** Other sessions that are in use now. */
const runningAmong = (
  world: World,
  candidates: readonly Viewed<Session>[],
  own: SessionId,
): ReadonlySet<string> =>
  new Set(
    candidates
      .filter(({ session, view }) => session !== own && !isNotebook(view) && isRunning(world, view))
      .map(({ session }) => session),
  )

/** A resumed or handed-over session comes first. */
function inOrder(
  sessions: readonly RankedSession[],
  { own, goesOn, first }: SessionsAsk,
): readonly RankedSession[] {
  const chosen = goesOn ? own : first
  const why = goesOn ? 'resumed' : 'handed over'
  const front = sessions.filter(({ session }) => session === chosen)
  return [
    ...front.map((one) => ({ ...one, weight: 1, first: why }) as const),
    ...sessions.filter((one) => !front.includes(one)),
  ]
}

/** Project sessions as they were at an earlier time, most recently active first. */
async function sessionsAt(
  world: World,
  projects: readonly string[],
  moment: number,
): Promise<readonly Viewed<Session>[]> {
  const views = await world.log.views({ projects })
  const begun = views.filter(({ view }) => view.life.startedAt <= moment)
  const then = await Promise.all(begun.map((seen) => sessionAt(world, seen, moment)))
  return then
    .filter((seen): seen is Viewed<Session> => seen !== undefined)
    .sort((a, b) => b.view.life.lastActivityAt - a.view.life.lastActivityAt)
}

/**
 * Most sessions had ended by that time. If a session continued after it, its events up to that time are
 * folded again.
 */
async function sessionAt(
  world: World,
  seen: Viewed<Session>,
  moment: number,
): Promise<Viewed<Session> | undefined> {
  if (wasOver(seen.view, moment)) return seen
  let view = noSession
  let seq = 0
  for await (const event of world.log.read({ session: seen.session, onDamage: () => {} })) {
    if (event.at > moment) continue
    view = foldSession(view, event)
    seq = event.seq
  }
  return view.life.state === 'none' ? undefined : { session: seen.session, seq, view }
}

const wasOver = ({ life }: Session, moment: number): boolean =>
  Math.max(life.lastActivityAt, life.endedAt ?? 0, life.crashedAt ?? 0) <= moment &&
  (life.completedAt ?? 0) <= moment &&
  (life.archivedAt ?? 0) <= moment
