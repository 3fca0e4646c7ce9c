import { fact, type NewEvent } from '../../event/define.ts'
import type { ProcessRef } from '../../event/fields.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { SessionCrashed, SessionEnded, SessionIdled, SessionResumed } from '../../event/session.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session, SessionHead } from '../../session/session.ts'
import {
  type DueMove,
  dueMoves,
  dueWhenReplaced,
  isOpen,
  isReopenedAt,
  type Observation,
} from '../../session/state.ts'
import { unlessDamaged } from '../append-retry.ts'
import { limitsOf } from '../settings.ts'
import type { World } from '../world.ts'

export function observationOf(world: World, session: SessionHead): Observation {
  return {
    now: world.clock.now(),
    evidence: world.processes.evidence(session.identity.process, session.identity),
    limits: limitsOf(world.settings),
  }
}

export const isRunning = (world: World, { life, identity }: SessionHead): boolean =>
  isOpen(life.state) && world.processes.evidence(identity.process, identity) === 'alive'

/** The state changes to record because time has passed or the process has died since the last event. */
export const dueEvents = (
  world: World,
  seen: Viewed<SessionHead>,
  observation: Observation = observationOf(world, seen.view),
): readonly NewEvent[] => eventsOfMoves(seen, dueMoves(seen.view.life, observation))

/** The ids are derived, so if two processes detect the same change, it is stored once. */
export const eventsOfMoves = (
  { session, seq }: Viewed<SessionHead>,
  moves: readonly DueMove[],
): readonly NewEvent[] =>
  moves.map((due) => {
    const heading = { id: derivedId('evt', 'due', session, String(seq), due.move), at: due.at }
    if (due.move === 'idle') return fact(SessionIdled, heading, { quietSince: due.quietSince })
    if (due.move === 'end') return fact(SessionEnded, heading, { trigger: due.trigger })
    return fact(SessionCrashed, heading, { trigger: due.trigger, quietSince: due.quietSince })
  })

/** New activity in a session that is not active reopens it. */
export function reopenEvents(
  { session, seq, view: { life } }: Viewed<SessionHead>,
  observation: Observation,
  { at, process }: { readonly at: number; readonly process: ProcessRef | undefined },
): readonly NewEvent[] {
  if (!isReopenedAt(life, observation, at)) return []
  const id = derivedId('evt', 'reopened', session, String(seq))
  return [resumedEvent({ id, at }, 'activity', process)]
}

export function resumedEvent(
  heading: { readonly id: NewEvent['id']; readonly at: number },
  trigger: 'activity' | 'command' | 'hook',
  process: ProcessRef | undefined,
): NewEvent {
  return fact(SessionResumed, heading, { trigger, ...(process && { process }) })
}

/**
 * Appends overdue state changes. Undefined if there were none. `replaced`: a new session takes the place of
 * this one.
 */
export async function advanceState(
  world: World,
  seen: Viewed<SessionHead>,
  { replaced }: { readonly replaced: boolean },
): Promise<Viewed<Session> | undefined> {
  const due = replaced ? dueWhenReplaced : dueMoves
  const events = eventsOfMoves(seen, due(seen.view.life, observationOf(world, seen.view)))
  if (events.length === 0) return undefined
  // If the session got new events in the meantime, it is active, so nothing is appended.
  return unlessDamaged(async () => {
    await world.log.append(seen.session, events, { expectedSeq: seen.seq })
    const advanced = await world.log.view(seen.session)
    if (advanced?.view.life.state !== 'ended') return advanced
    return (await import('./close-session.ts')).closeSession(world, advanced)
  })
}

/**
 * Limits the sessions advanced per startup, because each costs a transaction while an agent waits. The next
 * startup advances the rest.
 */
const MAX_ADVANCED = 20

/** Appends overdue state changes to the open sessions of this project. Returns the crashed ones. */
export async function advanceOpenSessions(
  world: World,
  except?: SessionId,
): Promise<readonly Viewed<Session>[]> {
  const { projectIds: projects, checkout } = world.place
  const open = await world.log.views({ projects, open: true, limit: MAX_ADVANCED })
  const crashed: Viewed<Session>[] = []
  for (const seen of open) {
    if (seen.session === except) continue
    const advanced = await advanceState(world, seen, { replaced: seen.view.identity.checkout === checkout })
    if (advanced?.view.life.state === 'crashed') crashed.push(advanced)
  }
  return crashed
}
