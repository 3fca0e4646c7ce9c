import { type SplitClaims, splitByCheck } from '../../brief/check.ts'
import { type Claim, makeClaim, withAges } from '../../brief/claim.ts'
import { weightByPrompt } from '../../brief/claims-for-prompt.ts'
import { gatherClaims } from '../../brief/gather.ts'
import { isEmpty, leftoverOf } from '../../brief/leftover.ts'
import { type RankedSession, rankSessions } from '../../brief/relevance.ts'
import { type WrittenBrief, writeBrief } from '../../brief/write-brief.ts'
import type { SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { isRunning } from '../lifecycle/advance-state.ts'
import { pastClaims, rankRelevant } from '../search/relevant.ts'
import type { World } from '../world.ts'
import { checkClaims, claimsSince, type Inspection, startInspection } from './check-claims.ts'
import { integrationClaims } from './integration-claims.ts'
import { sessionsThen } from './sessions-at-time.ts'

export interface ComposeAsk {
  readonly budget: number
  /** The session that will read it; it is told nothing of itself unless it goes on. */
  readonly own?: SessionId
  /** The session goes on after a break or a compaction: the brief is about it. */
  readonly goesOn?: boolean
  readonly agent?: string
  /** With these words the session begins. */
  readonly prompt?: string
  readonly projectIds?: readonly string[]
  /** This session before all others: it was handed over. */
  readonly first?: SessionId
  /** Of this session alone. */
  readonly only?: Viewed<Session>
  /** As it would have been then. */
  readonly moment?: number
}

export interface Brief extends WrittenBrief {
  readonly project: Session['identity']['project']
  readonly sessions: readonly Pick<RankedSession, 'session' | 'weight' | 'because'>[]
  /** What is no longer so, each with the reason. */
  readonly dropped: readonly Claim[]
}

/** So many of the last sessions are looked at, and more only where these have nothing to say: every view takes time. */
const MOST_SESSIONS = [8, 60] as const
/** Sessions that left nothing, such as those of scripts, must not hide the others. */
const ENOUGH_SESSIONS = 3

/** All that could be said to whoever begins here, and by whom it was said. */
export interface ProjectClaims {
  readonly project: Brief['project']
  readonly sessions: readonly RankedSession[]
  readonly claims: readonly Claim[]
}

export const gatherProjectClaims = async (
  world: World,
  ask: ComposeAsk,
): Promise<ProjectClaims | undefined> => claimsOf(world, ask, await findSessions(world, ask))

/** The sessions that matter to the reader, most relevant first. */
async function findSessions(world: World, ask: ComposeAsk): Promise<readonly RankedSession[]> {
  const now = ask.moment ?? world.clock.now()
  const seen = await candidates(world, ask)
  const reader = { now, agent: ask.agent, ...(ask.projectIds ? {} : hereOf(world)) }
  // Who only looks wants to see what is at work as well as what was left.
  const living = ask.own !== undefined ? livingAmong(world, seen, ask.own) : NOBODY
  const digests = world.index.digests(seen.map(({ session }) => session))
  const known = <T extends Viewed<Session>>(one: T) => ({ ...one, gist: digests.get(one.session) })
  return inOrder(rankSessions(seen.map(known), reader, living), ask)
}

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
  const claims = [...beginningOf(sessions), ...gatherClaims({ sessions, past, files, checkout, now })]
  return { project: sessions[0]?.view.identity.project ?? project, sessions, claims }
}

/** What a session began with is told even where nobody has looked through its messages yet. */
function beginningOf(sessions: readonly RankedSession[]): readonly Claim[] {
  const main = sessions.find(({ isLive }) => !isLive)
  const { work, talk, life } = main?.view ?? {}
  const text = talk?.firstPrompt
  if (!main || !text || work?.goal || main.gist || text === talk.lastPrompt) return []
  return [makeClaim(main, { section: 'goal', text, at: life?.startedAt ?? 0, score: 1 })]
}

/** The brief for whoever begins here now; undefined when there is nothing to say. */
export async function composeBrief(world: World, ask: ComposeAsk): Promise<Brief | undefined> {
  const sessions = await findSessions(world, ask)
  const isCurrent = ask.moment === undefined && !ask.projectIds
  const inspection =
    isCurrent && sessions.length > 0 ? startInspection(world, sessions, lastAmong(sessions)) : undefined
  const found = claimsOf(world, ask, sessions)
  if (!found) return undefined
  const { project } = found
  const claims = weightByPrompt(found.claims, ask.prompt)
  const { kept, dropped } = isCurrent
    ? await checkNow(world, claims, { ask, sessions, inspection })
    : { kept: claims, dropped: [] }
  const now = ask.moment ?? world.clock.now()
  const brief = writeBrief(
    kept.map((claim) => ({ ...claim, text: withAges(claim.text, now) })),
    { budget: ask.budget, count: world.countTokens },
  )
  if (!brief) return undefined
  return {
    ...brief,
    project,
    sessions: sessions.map(({ session, weight, because }) => ({ session, weight, because })),
    dropped: dropped.map((claim) => ({ ...claim, text: withAges(claim.text, now) })),
  }
}

interface Circumstances {
  readonly ask: ComposeAsk
  readonly sessions: readonly RankedSession[]
  readonly inspection: Inspection | undefined
}

/** Checks the claims, and adds what happened in the checkout since the last session. */
async function checkNow(
  world: World,
  claims: readonly Claim[],
  { ask, sessions, inspection }: Circumstances,
): Promise<SplitClaims> {
  const last = lastAmong(sessions)
  const others = last ? integrationClaims(world, last) : []
  const own = ask.own && { own: ask.own }
  const checked = await checkClaims(world, { claims, sessions, ...own, ...(inspection && { inspection }) })
  const since = last ? await claimsSince(world, last, inspection) : []
  return splitByCheck([...checked, ...since, ...others])
}

const lastAmong = (sessions: readonly RankedSession[]): RankedSession | undefined =>
  sessions.find(({ isLive }) => !isLive)

const NOBODY: ReadonlySet<string> = new Set()

const hereOf = ({ place: { branch, checkout } }: World) => ({ branch, checkout })

async function candidates(world: World, ask: ComposeAsk): Promise<readonly Viewed<Session>[]> {
  if (ask.only) return [ask.only]
  const projects = ask.projectIds ?? world.place.projectIds
  const isOffered = ({ session, view }: Viewed<Session>): boolean =>
    (session !== ask.own || ask.goesOn === true) &&
    view.life.completedAt === undefined &&
    !isEmpty(leftoverOf(view))
  const expiry = world.settings['session.expiry']
  if (ask.moment !== undefined) {
    const since = ask.moment - expiry
    const then = (await sessionsThen(world, projects, ask.moment)).filter(isOffered)
    return then.filter(({ view: { life } }) => life.lastActivityAt >= since).slice(0, MOST_SESSIONS[0])
  }
  const since = world.clock.now() - expiry
  let offered: readonly Viewed<Session>[] = []
  for (const limit of MOST_SESSIONS) {
    const views = await world.log.views({ projects, since, archived: false, limit })
    offered = views.filter(isOffered)
    if (offered.length >= ENOUGH_SESSIONS || views.length < limit) break
  }
  return offered.slice(0, MOST_SESSIONS[0])
}

/** Those in which somebody else is at work at this moment. */
function livingAmong(
  world: World,
  seen: readonly Viewed<Session>[],
  own: SessionId | undefined,
): ReadonlySet<string> {
  return new Set(
    seen
      .filter(({ session, view }) => session !== own && isRunning(world, view))
      .map(({ session }) => session),
  )
}

/** A session that goes on is about itself, and one that was handed over comes before all others. */
function inOrder(
  sessions: readonly RankedSession[],
  { own, goesOn, first }: ComposeAsk,
): readonly RankedSession[] {
  const chosen = goesOn ? own : first
  const front = sessions.filter(({ session }) => session === chosen)
  return [...front.map((one) => ({ ...one, weight: 1 })), ...sessions.filter((one) => !front.includes(one))]
}
