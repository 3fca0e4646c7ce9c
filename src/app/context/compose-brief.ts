import { type SplitClaims, splitByCheck } from '../../brief/check.ts'
import { type Claim, makeClaim, withAges } from '../../brief/claim.ts'
import { weightByPrompt } from '../../brief/claims-for-prompt.ts'
import { gatherClaims } from '../../brief/gather.ts'
import { hasLeftover } from '../../brief/leftover.ts'
import { type RankedSession, rankSessions } from '../../brief/rank-sessions.ts'
import { type WrittenBrief, writeBrief } from '../../brief/write-brief.ts'
import type { SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import { foldSession, noSession, type Session } from '../../session/session.ts'
import { isRunning } from '../lifecycle/advance-state.ts'
import { pastClaims, rankRelevant } from '../search/relevant.ts'
import type { World } from '../world.ts'
import {
  checkClaims,
  claimsSince,
  type Inspection,
  integrationClaims,
  startInspection,
} from './check-claims.ts'

export interface ComposeAsk {
  readonly budget: number
  /** The session that reads the brief. Its own claims are left out unless it resumes. */
  readonly own?: SessionId
  /** The reader's own session resumes after a break or a compaction: the brief is about it. */
  readonly goesOn?: boolean
  readonly agent?: string
  /** The first prompt of the session. */
  readonly prompt?: string
  readonly projectIds?: readonly string[]
  /** The session that was handed over; it is ranked before all others. */
  readonly first?: SessionId
  /** Limits the brief to this session. */
  readonly only?: Viewed<Session>
  /** Composes the brief as of an earlier time. */
  readonly moment?: number
}

export interface Brief extends WrittenBrief {
  readonly project: Session['identity']['project']
  readonly sessions: readonly Pick<RankedSession, 'session' | 'weight' | 'because'>[]
  /** Claims that are no longer valid, each with the reason. */
  readonly dropped: readonly Claim[]
}

/** The brief for a session that starts now; undefined if there is nothing to report. */
export async function composeBrief(world: World, ask: ComposeAsk): Promise<Brief | undefined> {
  const sessions = await findSessions(world, ask)
  const isCurrent = ask.moment === undefined && !ask.projectIds
  const inspection =
    isCurrent && sessions.length > 0 ? startInspection(world, sessions, lastEnded(sessions)) : undefined
  const found = claimsOf(world, ask, sessions)
  if (!found) return undefined
  const claims = weightByPrompt(found.claims, ask.prompt)
  const { kept, dropped } = isCurrent
    ? await checkNow(world, claims, { ask, sessions, inspection })
    : { kept: claims, dropped: [] }
  const now = ask.moment ?? world.clock.now()
  const brief = writeBrief(
    kept.map((claim) => withAges(claim, now)),
    { budget: ask.budget, count: world.countTokens },
  )
  if (!brief) return undefined
  return {
    ...brief,
    project: found.project,
    sessions: sessions.map(({ session, weight, because }) => ({ session, weight, because })),
    dropped: dropped.map((claim) => withAges(claim, now)),
  }
}

/** All candidate claims, before they are checked and cut. */
export interface ProjectClaims {
  readonly project: Session['identity']['project']
  readonly sessions: readonly RankedSession[]
  readonly claims: readonly Claim[]
}

export const gatherProjectClaims = async (
  world: World,
  ask: ComposeAsk,
): Promise<ProjectClaims | undefined> => claimsOf(world, ask, await findSessions(world, ask))

function claimsOf(
  world: World,
  ask: ComposeAsk,
  sessions: readonly RankedSession[],
): ProjectClaims | undefined {
  const now = ask.moment ?? world.clock.now()
  const { files, sessions: answering } = rankRelevant(world, ask)
  const available = new Set([ask.own, ...sessions.map(({ session }) => session)])
  const past = pastClaims(world, answering, { isCovered: (session) => available.has(session) })
  if (sessions.length === 0 && past.length === 0) return undefined
  const { checkout, project } = world.place
  const claims = [...goalFromFirstPrompt(sessions), ...gatherClaims({ sessions, past, files, checkout, now })]
  return { project: sessions[0]?.view.identity.project ?? project, sessions, claims }
}

/** A session that is not indexed yet has no extracted goal; its first prompt is used instead. */
function goalFromFirstPrompt(sessions: readonly RankedSession[]): readonly Claim[] {
  const main = lastEnded(sessions)
  const { work, talk, life } = main?.view ?? {}
  const text = talk?.firstPrompt
  if (!main || !text || work?.goal || main.gist || text === talk.lastPrompt) return []
  return [makeClaim(main, { section: 'goal', text, at: life?.startedAt ?? 0, score: 1 })]
}

interface CheckCircumstances {
  readonly ask: ComposeAsk
  readonly sessions: readonly RankedSession[]
  readonly inspection: Inspection | undefined
}

/** Checks the claims, and adds what happened in the checkout since the last session. */
async function checkNow(
  world: World,
  claims: readonly Claim[],
  { ask, sessions, inspection }: CheckCircumstances,
): Promise<SplitClaims> {
  const last = lastEnded(sessions)
  const others = last ? integrationClaims(world, last) : []
  const own = ask.own && { own: ask.own }
  const compared = await checkClaims(world, { claims, sessions, ...own, ...(inspection && { inspection }) })
  const since = last ? await claimsSince(world, last, inspection) : []
  return splitByCheck([...compared, ...since, ...others])
}

const lastEnded = (sessions: readonly RankedSession[]): RankedSession | undefined =>
  sessions.find(({ isLive }) => !isLive)

/** The sessions that matter to the reader, most relevant first. */
async function findSessions(world: World, ask: ComposeAsk): Promise<readonly RankedSession[]> {
  const now = ask.moment ?? world.clock.now()
  const candidates = await findCandidates(world, ask)
  const { branch, checkout } = world.place
  const reader = { now, agent: ask.agent, ...(ask.projectIds ? {} : { branch, checkout }) }
  // Without a reading session, as in `leftoff brief`, running sessions are treated like all others.
  const live = ask.own === undefined ? NONE : runningAmong(world, candidates, ask.own)
  const digests = world.index.digests(candidates.map(({ session }) => session))
  const infos = candidates.map((one) => ({ ...one, gist: digests.get(one.session) }))
  return inOrder(rankSessions(infos, reader, live), ask)
}

const NONE: ReadonlySet<string> = new Set()

/** Reads a few views first, because each takes time, and more only if those contain nothing. */
const MAX_SESSIONS = [8, 60] as const
/** Sessions without content, such as those of scripts, must not hide the others. */
const ENOUGH_SESSIONS = 3

async function findCandidates(world: World, ask: ComposeAsk): Promise<readonly Viewed<Session>[]> {
  if (ask.only) return [ask.only]
  const projects = ask.projectIds ?? world.place.projectIds
  const isOffered = ({ session, view }: Viewed<Session>): boolean =>
    (session !== ask.own || ask.goesOn === true) && view.life.completedAt === undefined && hasLeftover(view)
  const expiry = world.settings['session.expiry']
  if (ask.moment !== undefined) {
    const since = ask.moment - expiry
    const then = (await sessionsAt(world, projects, ask.moment)).filter(isOffered)
    return then.filter(({ view: { life } }) => life.lastActivityAt >= since).slice(0, MAX_SESSIONS[0])
  }
  const since = world.clock.now() - expiry
  let offered: readonly Viewed<Session>[] = []
  for (const limit of MAX_SESSIONS) {
    const views = await world.log.views({ projects, since, archived: false, limit })
    offered = views.filter(isOffered)
    if (offered.length >= ENOUGH_SESSIONS || views.length < limit) break
  }
  return offered.slice(0, MAX_SESSIONS[0])
}

/** Other sessions that are in use now. */
const runningAmong = (
  world: World,
  candidates: readonly Viewed<Session>[],
  own: SessionId,
): ReadonlySet<string> =>
  new Set(
    candidates
      .filter(({ session, view }) => session !== own && isRunning(world, view))
      .map(({ session }) => session),
  )

/** A resumed or handed-over session comes first. */
function inOrder(
  sessions: readonly RankedSession[],
  { own, goesOn, first }: ComposeAsk,
): readonly RankedSession[] {
  const chosen = goesOn ? own : first
  const front = sessions.filter(({ session }) => session === chosen)
  return [...front.map((one) => ({ ...one, weight: 1 })), ...sessions.filter((one) => !front.includes(one))]
}

/** Project sessions as they were at an earlier time, the last active first. */
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

/** Most sessions had ended by then. One that continued is folded again up to that time. */
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
