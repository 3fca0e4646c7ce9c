import { aged } from '../brief/age.ts'
import { lineOf } from '../brief/markdown.ts'
import type { Prepared, PreparedLast } from '../brief/prepared.ts'
import type { SessionId } from '../event/identity.ts'
import type { Settled } from '../fold/craft.ts'
import { checkClaims } from './check-claims.ts'
import { type Gathered, gatherFor } from './compose.ts'
import { MOST_HEADS, placeKey } from './place-key.ts'
import type { World } from './world.ts'

/** A session of which there is none: whoever begins next. */
const NEXT = 'ses_next' as SessionId
/** The numbers in `{ago ...}` become a few words more or less. */
const AGE_TOKENS = 3
const MOST_LAST_FILES = 40

/** Finds all that the next session in this place may be told, and keeps it, so that its start only has to look. */
export async function prepare(world: World): Promise<Prepared | undefined> {
  const heads = await world.log.heads({ projects: world.place.projectIds, limit: MOST_HEADS })
  const gathered = await gatherFor(world, { own: NEXT, budget: 0 })
  if (!gathered) return undefined
  const prepared = preparedOf(world, gathered, new Map(heads.map(({ session, seq }) => [session, seq])))
  keepInPassing(world, prepared)
  return prepared
}

/** Where it cannot be kept, the next start composes as well. */
function keepInPassing(world: World, prepared: Prepared): void {
  try {
    world.index.keepPrepared(placeKey(world), prepared)
  } catch {
    // The index is nobody's loss.
  }
}

function preparedOf(
  world: World,
  { project, sessions, claims }: Gathered,
  heads: ReadonlyMap<string, number>,
): Prepared {
  const checked = checkClaims(world, { claims, sessions, own: NEXT })
  const kept = checked.filter(({ standing }) => standing?.kind !== 'gone')
  const now = world.clock.now()
  const last = sessions.find(({ isLive }) => !isLive)
  const expiry = world.settings['session.expiry']
  return {
    project,
    heads: Object.fromEntries(heads),
    sessions: sessions.map(({ session, weight, because }) => ({ session, weight, because })),
    claims: kept.map(({ standing, ...claim }) => ({
      ...claim,
      ...(standing?.kind === 'changed' && { standing }),
      tokens: world.countTokens(lineOf({ ...claim, text: aged(claim.text, now) })) + AGE_TOKENS,
    })),
    settled: Object.fromEntries(sessions.map(({ session, view }) => [session, settledIn(view.craft.files)])),
    ...(last && { last: lastOf(last) }),
    handoffs: sessions.flatMap(({ view }) => view.carry.handoff?.to ?? []),
    until: Math.min(...sessions.map(({ view }) => view.life.lastActivityAt)) + expiry,
  }
}

const settledIn = (files: Gathered['sessions'][number]['view']['craft']['files']): Record<string, Settled> =>
  Object.fromEntries(files.flatMap(({ path, settled }) => (settled ? [[path, settled]] : [])))

const lastOf = ({ session, view }: Gathered['sessions'][number]): PreparedLast => ({
  session,
  checkout: view.identity.checkout,
  ...(view.identity.branch && { branch: view.identity.branch }),
  at: view.life.lastActivityAt,
  files: view.craft.files.slice(-MOST_LAST_FILES),
})
