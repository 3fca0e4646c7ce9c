import { sifted } from '../../brief/check.ts'
import { touchedIn } from '../../brief/gather-files.ts'
import type { Prepared, PreparedLast, Ready } from '../../brief/prepared.ts'
import type { SessionId } from '../../event/identity.ts'
import { BOOK } from '../../event/memory.ts'
import type { Head, Viewed } from '../../log/event-log.ts'
import type { Settled } from '../../session/activity.ts'
import type { Session } from '../../session/session.ts'
import { isLiving, MOST_SETTLED } from '../lifecycle/start.ts'
import { rulesHere } from '../memory/rules.ts'
import type { World } from '../world.ts'
import { checkClaims, otherCheckouts } from './check-claims.ts'
import { type Gathered, gatherFor } from './compose-brief.ts'
import { MOST_HEADS, placeKey } from './place-key.ts'
import { priced } from './priced.ts'
import { hasPrompted } from './turn-greeting.ts'

/** A session of which there is none: whoever begins next. */
const NEXT = 'ses_next' as SessionId
const MOST_LAST_FILES = 40
const MOST_BEGUN = 3
/** What is told so late is not looked for. */
const LATE_MS = 3 * 60_000

/** What was made for those who begin when all others are done. */
export interface Made {
  readonly prepared: Prepared
  /** Where a file has just changed, the next start has to look itself. */
  readonly ready?: Ready | undefined
}

/**
 * Finds all that the next session in this place may be told, and keeps it, so that its start only has to look. Mostly
 * whoever is at work now will be done by then.
 */
export async function prepare(world: World): Promise<Made> {
  // Before anything is read: what is written meanwhile is written since.
  const stamp = world.log.stamp()
  const book = await world.log.view(BOOK)
  const heads = await world.log.heads({ projects: world.place.projectIds, limit: MOST_HEADS })
  const open = await world.log.views({ projects: world.place.projectIds, open: true, limit: MOST_SETTLED })
  const known = { stamp, heads, open }
  const { gathered, ...made } = await makeFor(world, known, { isLater: true })
  const isAnybodyThere = gathered.sessions.some(({ view }) => isLiving(world, view))
  const beside = isAnybodyThere ? await makeFor(world, known, { isLater: false }) : undefined
  try {
    const both = beside ? [made, beside] : [made]
    world.index.keepPrepared(placeKey(world), {
      prepared: both.map(({ prepared }) => prepared),
      ready: both.flatMap(({ ready }) => ready ?? []),
    })
    // Whoever decided on a rule meanwhile has dropped what was there before, not this.
    if ((await world.log.view(BOOK))?.seq !== book?.seq) world.index.dropPrepared()
  } catch {
    // The index is nobody's loss: then the next start composes as well.
  }
  return made
}

/** The same where there is time: the first prompt of that session is looked after as well. */
export async function prepareWhole(world: World): Promise<void> {
  await prepare(world)
}

/** The same for a session that has begun, beside those who are at work now; kept for nobody. */
export async function preparedNow(world: World, own: SessionId): Promise<Prepared> {
  const gathered = (await gatherFor(world, { own, budget: 0 })) ?? nothingIn(world)
  const claims = await checkClaims(world, { ...gathered, own })
  return preparedOf(world, { ...gathered, claims }, { stamp: undefined, heads: [], open: [] })
}

const nothingIn = ({ place }: World): Gathered => ({ project: place.project, sessions: [], claims: [] })

interface KnownSessions {
  readonly stamp: string | undefined
  readonly heads: readonly Head[]
  readonly open: readonly Viewed<Session>[]
}

async function makeFor(
  world: World,
  known: KnownSessions,
  { isLater }: { readonly isLater: boolean },
): Promise<Made & { readonly gathered: Gathered }> {
  // That there is nothing to say is worth knowing too.
  const gathered = (await gatherFor(world, { own: NEXT, budget: 0, isLater })) ?? nothingIn(world)
  const checked = await checkClaims(world, { ...gathered, own: NEXT, isLater })
  // Of what the session's own part may take at most.
  const rules = await rulesHere(world, world.settings['brief.session-budget'])
  const prepared = { ...preparedOf(world, { ...gathered, claims: checked }, known), ...(rules && { rules }) }
  return { gathered, prepared }
}

function preparedOf(world: World, { project, sessions, claims }: Gathered, known: KnownSessions): Prepared {
  const { kept } = sifted(claims)
  const now = world.clock.now()
  const last = lastAmong(sessions)
  const expiry = world.settings['session.expiry']
  return {
    project,
    ...(known.stamp !== undefined && { stamp: known.stamp }),
    heads: known.heads,
    since: now - LATE_MS,
    open: known.open.map(({ session, seq, view: { life, identity } }) => ({
      session,
      seq,
      view: { life, identity },
    })),
    begun: known.open.filter((seen) => !hasPrompted(seen)).slice(0, MOST_BEGUN),
    sessions: sessions.map(({ session, weight, because }) => ({ session, weight, because })),
    living: sessions.filter(({ isLive }) => isLive).map(({ session }) => session),
    claims: kept.map(({ standing, ...claim }) => ({
      ...priced(world, claim),
      ...(standing?.kind === 'changed' && { standing }),
    })),
    settled: Object.fromEntries(sessions.map(({ session, view }) => [session, settledIn(view.craft.files)])),
    touched: Object.fromEntries(touchedIn(sessions.filter(({ isLive }) => !isLive))),
    elsewhere: otherCheckouts(world, sessions),
    ...(last && { last: lastOf(last) }),
    handoffs: sessions.flatMap(({ view }) => view.carry.handoff?.to ?? []),
    until: Math.min(
      Number.MAX_SAFE_INTEGER,
      // Before one that crashed is told of it is recovered, and that is not for those who only look.
      ...sessions.map(({ view: { life } }) => (life.state === 'crashed' ? 0 : life.lastActivityAt + expiry)),
    ),
  }
}

const lastAmong = (sessions: Gathered['sessions']): Gathered['sessions'][number] | undefined =>
  sessions.find(({ isLive }) => !isLive)

const settledIn = (files: Gathered['sessions'][number]['view']['craft']['files']): Record<string, Settled> =>
  Object.fromEntries(files.flatMap(({ path, settled }) => (settled ? [[path, settled]] : [])))

const lastOf = ({ session, view }: Gathered['sessions'][number]): PreparedLast => ({
  session,
  checkout: view.identity.checkout,
  ...(view.identity.branch && { branch: view.identity.branch }),
  at: view.life.lastActivityAt,
  files: view.craft.files.slice(-MOST_LAST_FILES),
})
