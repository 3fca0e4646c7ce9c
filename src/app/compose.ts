import { aged } from '../brief/age.ts'
import { type Sifted, sifted } from '../brief/check.ts'
import type { Claim } from '../brief/claim.ts'
import { claimKey } from '../brief/claim-key.ts'
import { gathered } from '../brief/gather.ts'
import type { RankedPath } from '../brief/gather-files.ts'
import { isNothing, leftBy } from '../brief/left.ts'
import { lineOf } from '../brief/markdown.ts'
import { type Written, written } from '../brief/prepared.ts'
import { type Relevant, relevant } from '../brief/relevance.ts'
import { claim } from '../brief/said.ts'
import { sharpened } from '../brief/sharpen.ts'
import type { SessionId } from '../event/identity.ts'
import type { Session } from '../fold/session.ts'
import type { Viewed } from '../log/event-log.ts'
import { relativeTo } from '../search/paths.ts'
import { rank } from '../search/rank.ts'
import type { Signal } from '../search/signals.ts'
import { checkClaims, claimsSince } from './check-claims.ts'
import { neighbourClaims } from './neighbour-claims.ts'
import { isLiving } from './start.ts'
import { sessionsThen } from './then.ts'
import type { World } from './world.ts'

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
  /** What the agent has been told before. Then only what is new is worth saying, and only if it matters to the prompt. */
  readonly known?: ReadonlySet<string>
  /** Of this session alone. */
  readonly only?: Viewed<Session>
  /** As it would have been then. */
  readonly moment?: number
  /** Whoever is at work now will be done by the time it is read. */
  readonly isLater?: boolean
}

export interface Brief extends Written {
  readonly project: Session['identity']['project']
  readonly sessions: readonly Pick<Relevant, 'session' | 'weight' | 'because'>[]
  /** What is no longer so, each with the reason. */
  readonly dropped: readonly Claim[]
  readonly tokens: number
}

/** So many of the last sessions are looked at, and more only where these have nothing to say: every view takes time. */
const MOST_SESSIONS = [8, 60] as const
/** Sessions that left nothing, such as those of scripts, must not hide the others. */
const ENOUGH_SESSIONS = 3

/** All that could be said to whoever begins here, and by whom it was said. */
export interface Gathered {
  readonly project: Brief['project']
  readonly sessions: readonly Relevant[]
  readonly claims: readonly Claim[]
}

export async function gatherFor(world: World, ask: ComposeAsk): Promise<Gathered | undefined> {
  const now = ask.moment ?? world.clock.now()
  const seen = await candidates(world, ask)
  const { files, sessions: answering } = matter(world, ask)
  const older = await earlier(world, ask, { answering, seen })
  const reader = { now, agent: ask.agent, ...(ask.projectIds ? {} : hereOf(world)) }
  // Who only looks wants to see what is at work as well as what was left.
  const living = ask.own !== undefined && !ask.isLater ? livingAmong(world, seen, ask.own) : NOBODY
  const gists = world.index.gists([...seen, ...older].map(({ session }) => session))
  const known = <T extends Viewed<Session>>(one: T) => ({ ...one, gist: gists.get(one.session) })
  const sessions = inOrder(relevant(seen.map(known), reader, living), ask)
  const main = sessions[0] ?? older[0]
  if (!main) return undefined
  const past = relevant(older.map(known), reader, NOBODY)
  const claims = [...beginningOf(sessions), ...gathered({ sessions, past, files })]
  return { project: main.view.identity.project, sessions, claims }
}

/** What a session began with is told even where nobody has looked through its messages yet. */
function beginningOf(sessions: readonly Relevant[]): readonly Claim[] {
  const main = sessions.find(({ isLive }) => !isLive)
  const { work, talk, life } = main?.view ?? {}
  const text = talk?.firstPrompt
  if (!main || !text || work?.goal || main.gist || text === talk.lastPrompt) return []
  return [claim(main, { section: 'goal', text, at: life?.startedAt ?? 0, score: 1 })]
}

/** The brief for whoever begins here now; undefined when there is nothing to say. */
export async function compose(world: World, ask: ComposeAsk): Promise<Brief | undefined> {
  const found = await gatherFor(world, ask)
  if (!found) return undefined
  const { project, sessions } = found
  const claims = sharpened(found.claims, ask.prompt)
  const fresh = ask.known ? news(claims, ask.known) : claims
  const { kept, dropped } =
    ask.moment === undefined ? checkedNow(world, fresh, { ask, sessions }) : asItWas(fresh)
  const now = ask.moment ?? world.clock.now()
  const count = world.countTokens
  const brief = written(
    kept.map((claim) => ({ ...claim, text: aged(claim.text, now) })),
    { budget: ask.budget, cost: (claim) => count(lineOf(claim)), count },
  )
  if (!brief || fresh.length === 0) return undefined
  return {
    ...brief,
    project,
    sessions: sessions.map(({ session, weight, because }) => ({ session, weight, because })),
    dropped: dropped.map((claim) => ({ ...claim, text: aged(claim.text, now) })),
    tokens: brief.tokens ?? count(brief.text),
  }
}

/** What was not told before and matters to the prompt: files by their rank, the rest by its words. */
function news(claims: readonly Claim[], known: ReadonlySet<string>): readonly Claim[] {
  const isWorthIt = ({ section, score, because }: Claim): boolean =>
    section === 'files' ? score >= 0.5 : SETTLED.has(section) && because[0]?.startsWith('about ') === true
  const found = claims.filter((claim) => isWorthIt(claim) && !known.has(claimKey(claim)))
  return found.length >= LEAST_NEWS ? found : []
}
const SETTLED: ReadonlySet<string> = new Set(['decisions', 'blockers', 'next', 'facts'])
/** For less nobody is interrupted. */
const LEAST_NEWS = 2

/** What the working tree and later sessions say of it; and what has happened there since. */
function checkedNow(
  world: World,
  claims: readonly Claim[],
  { ask, sessions }: { readonly ask: ComposeAsk; readonly sessions: readonly Relevant[] },
): Sifted {
  if (ask.projectIds) return asItWas(claims)
  const last = sessions.find(({ isLive }) => !isLive)
  const checked = checkClaims(world, { claims, sessions, ...(ask.own && { own: ask.own }) })
  const since = last && !ask.known ? [...claimsSince(world, last), ...neighbourClaims(world, last)] : []
  return sifted([...checked, ...since])
}

const asItWas = (claims: readonly Claim[]): Sifted => ({ kept: claims, dropped: [] })

/** Sessions that answer to the prompt, however long ago: what was settled in them still counts. */
async function earlier(
  world: World,
  { own, moment = Number.POSITIVE_INFINITY }: ComposeAsk,
  { answering, seen }: { readonly answering: readonly string[]; readonly seen: readonly Viewed<Session>[] },
): Promise<readonly Viewed<Session>[]> {
  const isNew = (session: string): boolean => session !== own && !seen.some((one) => one.session === session)
  const views = await Promise.all(
    answering.filter(isNew).map((session) => world.log.view(session as SessionId)),
  )
  return views.filter(
    (one): one is Viewed<Session> => one !== undefined && one.view.life.lastActivityAt <= moment,
  )
}

const NOBODY: ReadonlySet<string> = new Set()

const hereOf = ({ place: { branch, checkout } }: World) => ({ branch, checkout })

async function candidates(world: World, ask: ComposeAsk): Promise<readonly Viewed<Session>[]> {
  if (ask.only) return [ask.only]
  const projects = ask.projectIds ?? world.place.projectIds
  const isOffered = ({ session, view }: Viewed<Session>): boolean =>
    (session !== ask.own || ask.goesOn === true) &&
    view.life.completedAt === undefined &&
    !isNothing(leftBy(view))
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
      .filter(({ session, view }) => session !== own && isLiving(world, view))
      .map(({ session }) => session),
  )
}

/** A session that goes on is about itself, and one that was handed over comes before all others. */
function inOrder(sessions: readonly Relevant[], { own, goesOn, first }: ComposeAsk): readonly Relevant[] {
  const chosen = goesOn ? own : first
  const front = sessions.filter(({ session }) => session === chosen)
  return [...front.map((one) => ({ ...one, weight: 1 })), ...sessions.filter((one) => !front.includes(one))]
}

interface Matter {
  readonly files: readonly RankedPath[]
  readonly sessions: readonly string[]
}

/** What matters by all that is known of the project: the words of the prompt, the last sessions, the branch. */
function matter(world: World, { prompt, projectIds, moment }: ComposeAsk): Matter {
  const shelf = world.index.shelf(projectIds ?? world.place.projectIds, moment)
  if (shelf.sessions === 0) return { files: [], sessions: [] }
  const { branch, checkout } = world.place
  const query = { prompt, branch: projectIds ? undefined : branch, relative: relativeTo([checkout]) }
  const { files, sessions } = rank(shelf, query, { files: MOST_FILES, sessions: prompt ? MOST_PAST : 0 })
  const best = files[0]?.score ?? 1
  return {
    files: files.map(({ path, score, reasons }) => ({
      path,
      score: score / best,
      because: reasons.slice(0, 3).map(({ signal }) => REASONS[signal]),
    })),
    sessions: sessions.map(({ session }) => session),
  }
}

const MOST_PAST = 3
const MOST_FILES = 20
const REASONS: Readonly<Record<Signal, string>> = {
  named: 'the prompt names it',
  unmet: 'the prompt names it, no session has met it',
  path: 'words of the prompt are in its path',
  name: 'words of the prompt are its name',
  branch: 'words of the branch are in its path',
  session: 'sessions about such things came to it',
  edited: 'edited lately',
  read: 'read lately',
  touched: 'touched before',
}
