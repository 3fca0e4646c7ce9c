import * as z from 'zod'
import { sessionIdOf } from '../agent/event-draft.ts'
import { observationOf } from '../app/lifecycle/advance-state.ts'
import { findSession, sessionsHere, unknownSession } from '../app/lifecycle/find-session.ts'
import type { World } from '../app/world.ts'
import type { SessionId } from '../event/identity.ts'
import type { Viewed } from '../log/event-log.ts'
import type { Session } from '../session/session.ts'
import { type LifeState, stateNow } from '../session/state.ts'
import type { Caller } from './client.ts'

type Seen = Viewed<Session>

/** The session that belongs to this server's agent by name: known to the log, still to be started, or none. */
export type Own =
  | { readonly kind: 'known'; readonly seen: Seen }
  | { readonly kind: 'unheard'; readonly id: SessionId; readonly agentSession: string }
  | { readonly kind: 'none' }

/** `started`: the session that this server had to start itself. */
export async function ownSession(world: World, caller: Caller, started: SessionId | undefined): Promise<Own> {
  const { agentSession } = caller
  const id = agentSession === undefined ? started : sessionIdOf('claude-code', agentSession)
  if (id === undefined) return { kind: 'none' }
  const seen = await world.log.view(id)
  // One that we started and that is gone lay in a log that somebody has taken away.
  if (!seen) return agentSession === undefined ? { kind: 'none' } : { kind: 'unheard', id, agentSession }
  // What was begun in another project is not ours to read or to write.
  return world.place.projectIds.includes(seen.view.identity.project.id)
    ? { kind: 'known', seen }
    : { kind: 'none' }
}

const OPEN: readonly LifeState[] = ['active', 'idle', 'suspended']

/**
 * The session that is meant: the agent's own while it is open (after /clear the name we were started with is that of
 * the one before), else that of the nearest process above us, else the last one that is open in this checkout.
 */
export async function currentSession(world: World, caller: Caller, own: Own): Promise<Seen | undefined> {
  if (own.kind === 'known' && OPEN.includes(standing(world, own.seen))) return own.seen
  const open = await sessionsHere(world, { states: ['active', 'idle'] })
  const above = ofNearestProcess(world, caller, open)
  if (above) return above
  // An agent whose own session nobody has recorded yet starts it rather than write into somebody else's.
  if (own.kind === 'unheard') return undefined
  const here = open.find(({ view }) => view.identity.checkout === world.place.checkout)
  return here ?? (own.kind === 'known' ? own.seen : undefined)
}

function ofNearestProcess(world: World, caller: Caller, open: readonly Seen[]): Seen | undefined {
  const alive = open.filter(({ view }) => observationOf(world, view).evidence === 'alive')
  for (const pid of caller.ancestors) {
    const found = alive.find(({ view }) => view.identity.process?.pid === pid)
    if (found) return found
  }
  return undefined
}

const standing = (world: World, { view }: Seen): LifeState => stateNow(view.life, observationOf(world, view))

export const sessionId = z.string().max(128).describe('ID of a session of this project, or a prefix of it')

/** The session with this id. What belongs to another project is as good as not there. */
export async function sessionOfProject(world: World, name: string): Promise<Viewed<Session>> {
  const seen = await findSession(world, name)
  if (world.place.projectIds.includes(seen.view.identity.project.id)) return seen
  throw unknownSession(name)
}
