import { fact } from '../../event/define.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { SessionArchived, SessionRecovered } from '../../event/session.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { isAbandoned, isOpen } from '../../session/state.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'
import { abandonedFact, catchUp, observationOf } from './advance-state.ts'
import { unknownSession } from './find-session.ts'
import { RECOVERY_STEPS, type RecoveryStep } from './recovery-steps.ts'
import { NOTHING_HELD } from './unfinished-work.ts'

export interface RecoverAsk {
  /** Somebody waits: what takes longer is left to those who look at the session later. */
  readonly withinMs?: number
  /** Whoever names a session says that nobody is at work in it, where nobody else can know. */
  readonly isNamed?: boolean
  readonly steps?: readonly RecoveryStep[]
}

export type Recovered =
  | { readonly kind: 'recovered'; readonly seen: Viewed<Session> }
  /** Before, or by somebody who was faster. */
  | { readonly kind: 'already'; readonly seen: Viewed<Session> }
  | { readonly kind: 'not-crashed'; readonly seen: Viewed<Session> }

/**
 * Recovers a crashed session: brings into the log what is known of it elsewhere, and says in one note what there is.
 * That it is recovered is recorded last, and nothing is ever edited: whoever is killed on the way leaves a crashed
 * session, and the next one begins again and doubles nothing.
 */
export async function recover(
  world: World,
  session: SessionId,
  { withinMs = Number.POSITIVE_INFINITY, isNamed = false, steps = RECOVERY_STEPS }: RecoverAsk = {},
): Promise<Recovered> {
  const until = world.clock.now() + withinMs
  for (const step of steps) {
    const seen = await settled(world, session, { isNamed })
    if (seen.view.life.state !== 'crashed') return otherwise(seen)
    await step.work?.(world, { seen, until })
  }
  return recorded(world, session, steps)
}

async function recorded(
  world: World,
  session: SessionId,
  steps: readonly RecoveryStep[],
): Promise<Recovered> {
  for (;;) {
    const seen = await settled(world, session)
    const { life, identity } = seen.view
    if (life.state !== 'crashed') return otherwise(seen)
    const words = await Promise.all(steps.map((step) => step.told?.(world, seen) ?? []))
    const note = words.flat().join(', ') || NOTHING_HELD
    // One crash has one recovery, whoever comes to it and however often.
    const id = derivedId('evt', 'recovered', session, String(life.crashes))
    const event = fact(SessionRecovered, { id, at: world.clock.now() }, { note })
    const facts = redactEvents(world, [event], identity.checkout)
    const appended = await world.log.append(session, facts, { expectedSeq: seen.seq })
    if (appended.kind === 'moved') continue // somebody else is at it: look again
    const now = (await world.log.view(session)) ?? seen
    return appended.kind === 'appended' ? { kind: 'recovered', seen: now } : otherwise(now)
  }
}

const otherwise = (seen: Viewed<Session>): Recovered => ({
  kind: seen.view.life.endTrigger === 'recovered' ? 'already' : 'not-crashed',
  seen,
})

/** The session after what time and the death of its process have made of it. */
async function settled(
  world: World,
  session: SessionId,
  { isNamed = false }: { readonly isNamed?: boolean } = {},
): Promise<Viewed<Session>> {
  for (;;) {
    const seen = await world.log.view(session)
    if (!seen) throw unknownSession(session)
    const { life } = seen.view
    const isGivenUp = isNamed && isAbandoned(life, observationOf(world, seen.view))
    const facts = isGivenUp ? [abandonedFact(world, seen)] : catchUp(world, seen)
    if (!isOpen(life.state) || facts.length === 0) return seen
    const appended = await world.log.append(session, facts, { expectedSeq: seen.seq })
    if (appended.kind !== 'appended' && appended.kind !== 'moved') return seen
  }
}

export type Discarded =
  | { readonly kind: 'discarded'; readonly seen: Viewed<Session> }
  | { readonly kind: 'already'; readonly seen: Viewed<Session> }
  | { readonly kind: 'recovered'; readonly seen: Viewed<Session> }
  | { readonly kind: 'not-crashed'; readonly seen: Viewed<Session> }

/** Puts a crashed session into the archive, so that nobody is offered it. All of it stays in the log. */
export async function discard(world: World, session: SessionId): Promise<Discarded> {
  for (;;) {
    const seen = await settled(world, session, { isNamed: true })
    const { life } = seen.view
    if (life.endTrigger === 'recovered') return { kind: 'recovered', seen }
    if (life.state !== 'crashed') return { kind: 'not-crashed', seen }
    if (life.archiveReason === 'discarded') return { kind: 'already', seen }
    const id = derivedId('evt', 'discarded', session, String(seen.seq))
    const event = fact(SessionArchived, { id, at: world.clock.now() }, { reason: 'discarded' })
    const appended = await world.log.append(session, [event], { expectedSeq: seen.seq })
    if (appended.kind === 'moved') continue
    return { kind: 'discarded', seen: (await world.log.view(session)) ?? seen }
  }
}
