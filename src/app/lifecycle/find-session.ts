import { isSameProcess, type ProcessRef } from '../../event/fields.ts'
import { isSessionId, type SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import { Problem } from '../../problem.ts'
import type { Session } from '../../session/session.ts'
import { type LifeState, stateNow } from '../../session/state.ts'
import { truncate } from '../../text/truncate.ts'
import type { World } from '../world.ts'
import { observationOf } from './advance-state.ts'

/** A leftoff id or another program's id. Anything else is a typo or an attack and is never looked up. */
const ID_LIKE = /^[a-z0-9][a-z0-9_-]{0,127}$/

/** Names the session of this project that was active most recently. */
const LATEST = 'latest'

/** The session with this id or unique id prefix, or `latest`. */
export async function findSession(world: World, name: string): Promise<Viewed<Session>> {
  const found = await world.log.view(await findSessionId(world, name))
  if (found) return found
  throw unknownSession(name)
}

export async function findSessionId(world: World, name: string): Promise<SessionId> {
  const asked = name.toLowerCase()
  if (!ID_LIKE.test(asked)) throw invalidSessionId(name)
  if (asked === LATEST) return latestHere(world)
  const full = asked.startsWith('ses_') ? asked : `ses_${asked}`
  if (isSessionId(full)) return full
  const matches = await world.log.matching(full, 6)
  const [only] = matches
  if (only && matches.length === 1) return only
  throw only ? ambiguousSession(name, matches) : unknownSession(name)
}

async function latestHere(world: World): Promise<SessionId> {
  const [latest] = await world.log.views({ projects: world.place.projectIds, archived: false, limit: 1 })
  if (latest) return latest.session
  throw noSessionHere(world, [])
}

interface SessionQuery {
  /** The terminal's shell. A session that was started there comes first. */
  readonly terminal?: ProcessRef | undefined
  readonly states: readonly LifeState[]
}

/** The states of open sessions. The log lists every session in one of these states as open. */
export const OPEN_STATES: readonly LifeState[] = ['active', 'idle', 'suspended']

/** Sessions of this project in one of these states, the most likely one first. */
export async function sessionsHere(world: World, here: SessionQuery): Promise<readonly Viewed<Session>[]> {
  const isOnlyOpen = here.states.every((state) => OPEN_STATES.includes(state))
  const views = await world.log.views({
    projects: world.place.projectIds,
    archived: false,
    limit: 200,
    ...(isOnlyOpen && { open: true }),
  })
  const fitting = views.filter((seen) =>
    here.states.includes(stateNow(seen.view.life, observationOf(world, seen.view))),
  )
  const likelihood = ({ view }: Viewed<Session>): number =>
    (isSameProcess(view.identity.process, here.terminal) ? 2 : 0) +
    (view.identity.checkout === world.place.checkout ? 1 : 0)
  return [...fitting].sort((a, b) => likelihood(b) - likelihood(a))
}

/** The only likely session. If several are equally likely, throws an error that lists them. */
export async function onlySessionHere(world: World, here: SessionQuery): Promise<Viewed<Session>> {
  const [first, ...others] = await sessionsHere(world, here)
  if (!first) throw noSessionHere(world, here.states)
  const isMine = isSameProcess(first.view.identity.process, here.terminal)
  const rivals = others.filter(({ view }) => view.identity.checkout === first.view.identity.checkout)
  if (isMine || rivals.length === 0) return first
  throw ambiguousSession(
    '',
    [first, ...rivals].map(({ session }) => session),
  )
}

export const unknownSession = (name: string): Problem =>
  new Problem({
    code: 'session-unknown',
    message: `no session matches ${quoted(name)}`,
    fix: 'leftoff session list --all   (any unique prefix of an ID works)',
    outcome: 'notFound',
  })

const invalidSessionId = (name: string): Problem =>
  new Problem({
    code: 'session-id-invalid',
    message: `invalid session ID ${quoted(name)}: expected an ID such as ses_7q3k9m2vtx4hb8nz, or a prefix of one`,
    fix: 'run leftoff session list to see the IDs',
    outcome: 'usage',
  })

const ambiguousSession = (name: string, ids: readonly string[]): Problem =>
  new Problem({
    code: 'session-ambiguous',
    message: `${name ? `${quoted(name)} matches several sessions` : 'several sessions are open here'}: ${ids.join(', ')}`,
    fix: 'pass the ID of one of them',
    outcome: 'usage',
  })

const noSessionHere = (world: World, states: readonly LifeState[]): Problem =>
  new Problem({
    code: 'no-session-here',
    message: `project ${world.place.project.name} has no ${[states.join(', ').replace(/, (\w+)$/, ' or $1'), 'session'].filter(Boolean).join(' ')}`,
    where: world.place.checkout,
    fix: 'start one with leftoff session start, or pass an ID from leftoff session list --all',
    outcome: 'notFound',
  })

const quoted = (name: string): string => JSON.stringify(truncate(name, 60))
