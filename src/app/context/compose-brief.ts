import { type SplitClaims, splitByCheck } from '../../brief/check.ts'
import { type Claim, withAges } from '../../brief/claim.ts'
import { weightByPrompt } from '../../brief/claims-for-prompt.ts'
import { codesOf, openCodes, withinBudget } from '../../brief/codes.ts'
import { gatherClaims, stateClaims } from '../../brief/gather.ts'
import { isNotebook, lastSession, type RankedSession } from '../../brief/rank-sessions.ts'
import { type WrittenBrief, writeBrief } from '../../brief/write-brief.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { pendingSessions } from '../lifecycle/open-items.ts'
import { pastClaims, rankRelevant } from '../search/relevant.ts'
import type { World } from '../world.ts'
import { checkClaims, type Inspection, integrationClaims, startInspection } from './check-claims.ts'
import { findSessions, type SessionsAsk } from './find-sessions.ts'

export interface ComposeAsk extends SessionsAsk {
  readonly budget: number
  /** The first prompt of the session. */
  readonly prompt?: string
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
    isCurrent && sessions.length > 0 ? startInspection(world, sessions, lastSession(sessions)) : undefined
  const found = claimsOf(world, ask, sessions)
  if (!found) return undefined
  const claims = weightByPrompt(found.claims, ask.prompt)
  const { kept, dropped } = isCurrent
    ? await checkNow(world, claims, { ask, sessions, inspection })
    : { kept: [...stateClaims(sourcesOf(world, ask, sessions)), ...claims], dropped: [] }
  const now = momentOf(world, ask)
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

const momentOf = (world: World, { moment }: ComposeAsk): number => moment ?? world.clock.now()

/** The location of the reader. A brief about another project has no branch. */
function sourcesOf(world: World, ask: ComposeAsk, sessions: readonly RankedSession[]) {
  const { checkout, branch } = world.place
  return { sessions, checkout, branch: ask.projectIds ? undefined : branch, now: momentOf(world, ask) }
}

/** All candidate claims, before they are checked and limited to the budget. */
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
  const { files, sessions: answering } = rankRelevant(world, ask)
  const available = new Set([ask.own, ...sessions.map(({ session }) => session)])
  const past = pastClaims(world, answering, { isCovered: (session) => available.has(session) })
  if (sessions.length === 0 && past.length === 0) return undefined
  const { worktrees } = world.treeAt(world.place.checkout)
  const claims = gatherClaims({ ...sourcesOf(world, ask, sessions), worktrees, past, files })
  return { project: sessions[0]?.view.identity.project ?? world.place.project, sessions, claims }
}

interface CheckCircumstances {
  readonly ask: ComposeAsk
  readonly sessions: readonly RankedSession[]
  readonly inspection: Inspection | undefined
}

/** Checks the claims, and adds the state of the checkout. */
async function checkNow(
  world: World,
  claims: readonly Claim[],
  { ask, sessions, inspection }: CheckCircumstances,
): Promise<SplitClaims> {
  const last = lastSession(sessions)
  const others = last ? integrationClaims(world, last) : []
  const own = ask.own && { own: ask.own }
  const known = [...sessions, ...(await sessionsSinceQuestions(world, claims, sessions))]
  const compared = await checkClaims(world, {
    claims,
    sessions: known,
    ...own,
    ...(inspection && { inspection }),
  })
  const state = stateClaims(sourcesOf(world, ask, sessions), await inspection?.())
  return splitByCheck([...state, ...compared, ...others])
}

/** How many later sessions may have answered an old question. */
const MAX_LATER = 60

/** Sessions that the brief does not use, but that may have answered a question of an older session. */
async function sessionsSinceQuestions(
  world: World,
  claims: readonly Claim[],
  sessions: readonly RankedSession[],
): Promise<readonly Viewed<Session>[]> {
  const known = new Map(sessions.map((one) => [one.session, one]))
  const asked = claims.filter(
    ({ section, session }) => section === 'questions' && known.get(session)?.isOlder,
  )
  if (asked.length === 0) return []
  const since = Math.min(...asked.map(({ at }) => at))
  const projects = world.place.projectIds
  const views = await world.log.views({ projects, since, archived: false, limit: MAX_LATER })
  return views.filter(({ session }) => !known.has(session))
}

interface CodesBrief {
  readonly session: string
  readonly project: { readonly id: string; readonly name: string }
  readonly codes: readonly string[]
  readonly tokens: number
  /** Number of codes that did not fit. */
  readonly left: number
  readonly expiresAt: number
}

export interface BriefAsk {
  readonly session?: Viewed<Session>
  readonly projectIds?: readonly string[]
  /** Brings the chosen session up to date first, for callers that have time for it. */
  readonly completed?: (seen: Viewed<Session>) => Promise<Viewed<Session>>
  readonly budget: number
}

/** A session as codes; default: the project's last session that is neither expired nor completed. */
export async function codesBrief(world: World, ask: BriefAsk): Promise<CodesBrief | undefined> {
  const found = ask.session ?? (await sessionWithCodes(world, ask.projectIds ?? world.place.projectIds))
  if (!found) return undefined
  const seen = (await ask.completed?.(found)) ?? found
  const others = ask.session || ask.projectIds ? [] : await pendingSessions(world)
  const elsewhere = others
    .filter(({ session }) => session !== seen.session)
    .flatMap(({ view }) => openCodes(view))
  const all = [...new Set([...codesOf(seen.view), ...elsewhere])]
  const cut = withinBudget(all, ask.budget, world.countTokens)
  return {
    session: seen.session,
    project: seen.view.identity.project,
    codes: cut.codes,
    tokens: world.countTokens(cut.codes.join('\n')),
    left: cut.left,
    expiresAt: seen.view.life.lastActivityAt + world.settings['session.expiry'],
  }
}

/** Skips a new session without content in favor of the one before it. */
async function sessionWithCodes(
  world: World,
  projects: readonly string[],
): Promise<Viewed<Session> | undefined> {
  const since = world.clock.now() - world.settings['session.expiry']
  const views = await world.log.views({ projects, since, archived: false, limit: 20 })
  const offered = views.filter(({ view }) => view.life.completedAt === undefined)
  const withCodes = offered.filter(({ view }) => codesOf(view).length > 1)
  return withCodes.find(({ view }) => !isNotebook(view)) ?? withCodes[0] ?? offered[0]
}
