import { fact, type NewEvent } from '../../event/define.ts'
import type { ProcessRef } from '../../event/fields.ts'
import { derivedId } from '../../event/identity.ts'
import { SessionCrashed, SessionEnded, SessionIdled, SessionResumed } from '../../event/session.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Whereabouts } from '../../session/session.ts'
import { type DueMove, dueMoves, type Life, type Observation, stateNow } from '../../session/state.ts'
import { limitsOf } from '../settings.ts'
import type { World } from '../world.ts'

export function observationOf(world: World, session: Whereabouts): Observation {
  return {
    now: world.clock.now(),
    evidence: world.processes.evidence(session.identity.process, session.identity),
    limits: limitsOf(world.settings),
  }
}

/** What has become true of a session since its last event, as facts to be recorded. */
export function catchUp(
  world: World,
  seen: Viewed<Whereabouts>,
  observation: Observation = observationOf(world, seen.view),
): readonly NewEvent[] {
  return dueMoves(seen.view.life, observation).map((one) => dueFact(seen, one))
}

/** Whoever records it gets the same id, so two processes that notice the same thing store it once. */
export function dueFact({ session, seq }: Viewed<Whereabouts>, pending: DueMove): NewEvent {
  const heading = { id: derivedId('evt', 'due', session, String(seq), pending.move), at: pending.at }
  if (pending.move === 'idle') return fact(SessionIdled, heading, { quietSince: pending.quietSince })
  if (pending.move === 'end') return fact(SessionEnded, heading, { trigger: pending.trigger })
  return fact(SessionCrashed, heading, { trigger: pending.trigger, quietSince: pending.quietSince })
}

/** That a session which never ended, and of whose process nobody knows, was given up. */
export const abandonedFact = (world: World, seen: Viewed<Whereabouts>): NewEvent =>
  dueFact(seen, {
    move: 'crash',
    at: world.clock.now(),
    trigger: 'quiet',
    quietSince: seen.view.life.lastActivityAt,
  })

/** New activity in a session that is not active reopens it, and the log says so. */
export function reopening(
  { session, seq, view: { life } }: Viewed<Whereabouts>,
  observation: Observation,
  { at, process }: { readonly at: number; readonly process: ProcessRef | undefined },
): readonly NewEvent[] {
  if (stateNow(life, observation) === 'active') return []
  if (at <= stoppedAt(life)) return [] // it happened before the session stopped and arrives late
  const id = derivedId('evt', 'reopened', session, String(seq))
  return [resumed({ id, at }, 'activity', process)]
}

/** The last moment at which something could happen in it without reopening it. */
function stoppedAt({ state, lastActivityAt, endedAt = 0, crashedAt = 0 }: Life): number {
  if (state === 'ended') return Math.max(lastActivityAt, endedAt)
  return state === 'crashed' ? Math.max(lastActivityAt, crashedAt) : lastActivityAt
}

export function resumed(
  heading: { readonly id: NewEvent['id']; readonly at: number },
  trigger: 'activity' | 'command' | 'hook',
  process: ProcessRef | undefined,
): NewEvent {
  return fact(SessionResumed, heading, { trigger, ...(process && { process }) })
}
