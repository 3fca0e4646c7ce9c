import { derivedId, type SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

export interface ForgetAsk {
  readonly sessions: readonly SessionId[]
  /** Only these events, in a single session. */
  readonly seqs?: readonly number[]
  readonly reason?: string
}

interface Forgotten {
  readonly sessions: number
  readonly events: number
  /** Sessions that branched off these or merged them, and so still contain parts of them. */
  readonly heirs: readonly SessionId[]
}

/** Erases the payloads of events. Their order and hashes stay. */
export async function forget(world: World, ask: ForgetAsk): Promise<Forgotten> {
  world.index.drop()
  let events = 0
  let sessions = 0
  for (const session of ask.sessions) {
    const at = world.clock.now()
    const erased = await world.log.forget({
      session,
      at,
      id: derivedId('evt', 'forget', session, String(at), world.ids.event()),
      ...(ask.seqs && { seqs: ask.seqs }),
      ...(ask.reason && { reason: ask.reason }),
    })
    events += erased.events
    sessions += erased.events > 0 ? 1 : 0
  }
  // Another process may have indexed a session again before it was erased.
  world.index.drop()
  return { sessions, events, heirs: await heirsOf(world, new Set(ask.sessions)) }
}

async function heirsOf(world: World, gone: ReadonlySet<string>): Promise<readonly SessionId[]> {
  const views = await world.log.views({})
  const isHeir = ({ identity, merges }: Session): boolean =>
    gone.has(identity.parent ?? '') || merges.done.some(({ from }) => gone.has(from))
  return views.flatMap(({ session, view }) => (!gone.has(session) && isHeir(view) ? [session] : []))
}

/** Includes archived sessions. */
export async function sessionsOfProjects(
  world: World,
  projects: readonly string[] | undefined,
): Promise<readonly SessionId[]> {
  const views: readonly Viewed<Session>[] = await world.log.views(projects ? { projects } : {})
  return views.map(({ session }) => session)
}
