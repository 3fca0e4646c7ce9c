import { fact } from '../../event/define.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { type RecoveryAction, SessionArchived, SessionRecovered } from '../../event/session.ts'
import type { Viewed } from '../../log/event-log.ts'
import { APPROVE_CONFIDENCE } from '../../memory/thresholds.ts'
import { Problem } from '../../problem.ts'
import type { Rule } from '../../session/rulebook.ts'
import type { Session } from '../../session/session.ts'
import { dueMoves, dueWhenGivenUp, isOpen } from '../../session/state.ts'
import { countText } from '../../text/time.ts'
import { behind, done, isDamage, retryAppend } from '../append-retry.ts'
import { drainSpool } from '../ingest/drain-spool.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import { learn } from '../memory/learn.ts'
import { ruleSources, rulesOf } from '../memory/rules.ts'
import { indexSession } from '../search/refresh-index.ts'
import { comparisonMs, reconcile } from '../transcript/reconcile.ts'
import { hasTranscripts, type World } from '../world.ts'
import { eventsOfMoves, observationOf } from './advance-state.ts'
import { describeUnfinished, NOTHING_UNFINISHED, unfinishedWork } from './crashed-sessions.ts'
import { unknownSession } from './find-session.ts'

export interface RecoverAsk {
  /**
   * Time limit. Steps that would exceed it are skipped; the next process that reads the session runs them.
   */
  readonly withinMs?: number
  /** Whether a person named this session. It then counts as no longer in use, even if its process is unknown. */
  readonly isNamed?: boolean
  /** Whether the recovery started without a request from a person. */
  readonly isAutomatic?: boolean
  readonly steps?: readonly RecoveryStep[]
}

export type RecoveryResult =
  | { readonly kind: 'recovered'; readonly seen: Viewed<Session> }
  /** The session was recovered earlier, or by another process. */
  | { readonly kind: 'already'; readonly seen: Viewed<Session> }
  | { readonly kind: 'not-crashed'; readonly seen: Viewed<Session> }

/**
 * Recovers a crashed session: completes its log from the spool and the transcript, then appends
 * `session.recovered` with a note about its state. It only appends, and the recovery event comes last. If the
 * process is killed, the session is still crashed, and the next attempt repeats every step without duplicates.
 */
export async function recover(
  world: World,
  session: SessionId,
  {
    withinMs = Number.POSITIVE_INFINITY,
    isNamed = false,
    isAutomatic = false,
    steps = RECOVERY_STEPS,
  }: RecoverAsk = {},
): Promise<RecoveryResult> {
  const until = world.clock.now() + withinMs
  for (const step of steps) {
    const seen = await loadAdvanced(world, session, { isNamed })
    if (seen.view.life.state !== 'crashed') return notRecovered(seen)
    await step.run?.(world, { seen, until })
  }
  return recordRecovery(world, session, { steps, isAutomatic })
}

async function recordRecovery(
  world: World,
  session: SessionId,
  { steps, isAutomatic }: { readonly steps: readonly RecoveryStep[]; readonly isAutomatic: boolean },
): Promise<RecoveryResult> {
  return retryAppend(session, async () => {
    const seen = await loadAdvanced(world, session)
    const { life, identity } = seen.view
    if (life.state !== 'crashed') return done(notRecovered(seen))
    const words = await Promise.all(steps.map((step) => step.describe?.(world, seen) ?? []))
    const note = words.flat().join(', ') || NOTHING_UNFINISHED
    const actions = (await Promise.all(steps.map((step) => step.actions?.(world, seen) ?? []))).flat()
    // Each crash is recovered only once, no matter how many processes attempt it.
    const id = derivedId('evt', 'recovered', session, String(life.crashes))
    const event = fact(
      SessionRecovered,
      { id, at: world.clock.now() },
      {
        note,
        automatic: isAutomatic,
        actions: actions.filter(({ count }) => count > 0),
      },
    )
    const facts = redactEvents(world, [event], identity.checkout)
    const appended = await world.log.append(session, facts, { expectedSeq: seen.seq })
    if (appended.kind === 'moved') return behind(seen.seq, appended)
    const now = (await world.log.view(session)) ?? seen
    return done(appended.kind === 'appended' ? { kind: 'recovered', seen: now } : notRecovered(now))
  })
}

const notRecovered = (seen: Viewed<Session>): RecoveryResult => ({
  kind: seen.view.life.endTrigger === 'recovered' ? 'already' : 'not-crashed',
  seen,
})

/** Appends overdue state changes and returns the session. */
async function loadAdvanced(
  world: World,
  session: SessionId,
  { isNamed = false }: { readonly isNamed?: boolean } = {},
): Promise<Viewed<Session>> {
  return retryAppend(session, async () => {
    const seen = await world.log.view(session)
    if (!seen) throw unknownSession(session)
    const { life } = seen.view
    const due = isNamed ? dueWhenGivenUp : dueMoves
    const events = eventsOfMoves(seen, due(life, observationOf(world, seen.view)))
    if (!isOpen(life.state) || events.length === 0) return done(seen)
    const appended = await world.log.append(session, events, { expectedSeq: seen.seq })
    const isOver = appended.kind !== 'appended' && appended.kind !== 'moved'
    return isOver ? done(seen) : behind(seen.seq, appended)
  })
}

type DiscardResult =
  | { readonly kind: 'discarded'; readonly seen: Viewed<Session> }
  | { readonly kind: 'already'; readonly seen: Viewed<Session> }
  | { readonly kind: 'recovered'; readonly seen: Viewed<Session> }
  | { readonly kind: 'not-crashed'; readonly seen: Viewed<Session> }

/** Archives a crashed session, so that it is no longer offered. Its events stay in the log. */
export async function discard(world: World, session: SessionId): Promise<DiscardResult> {
  return retryAppend<DiscardResult>(session, async () => {
    const seen = await loadAdvanced(world, session, { isNamed: true })
    const { life } = seen.view
    if (life.endTrigger === 'recovered') return done({ kind: 'recovered', seen })
    if (life.state !== 'crashed') return done({ kind: 'not-crashed', seen })
    if (life.archiveReason === 'discarded') return done({ kind: 'already', seen })
    const id = derivedId('evt', 'discarded', session, String(seen.seq))
    const event = fact(SessionArchived, { id, at: world.clock.now() }, { reason: 'discarded' })
    const appended = await world.log.append(session, [event], { expectedSeq: seen.seq })
    if (appended.kind === 'moved') return behind(seen.seq, appended)
    return done({ kind: 'discarded', seen: (await world.log.view(session)) ?? seen })
  })
}

interface StepContext {
  readonly seen: Viewed<Session>
  readonly until: number
}

/**
 * One step of a recovery. It may be killed at any point and run again from the start, perhaps by two processes at
 * the same time. It therefore only appends events, with ids derived from what it found.
 */
interface RecoveryStep {
  readonly name: string
  run?(world: World, recovering: StepContext): Promise<void>
  /** This step's part of the note. The note describes the final state of the log, not only what this run added. */
  describe?(world: World, seen: Viewed<Session>): Promise<readonly string[]>
  /** The actions taken, as data; like the note, they describe the final state of the log. */
  actions?(world: World, seen: Viewed<Session>): Promise<readonly RecoveryAction[]>
}

/** The spool may contain the session's last events. */
const ingestSpool: RecoveryStep = {
  name: 'spool',
  async run(world, { until }) {
    try {
      await drainSpool(world, { withinMs: until - world.clock.now() })
    } catch (error) {
      if (error instanceof Problem && !isDamage(error)) throw error
      // A delivery that cannot be read or stored stays in the spool, and `verify` reports it.
    }
  },
}

/** The transcript has events that no hook reported. */
const fillFromTranscript: RecoveryStep = {
  name: 'transcript',
  async run(world, { seen, until }) {
    if (!hasTranscripts(world) || world.clock.now() + comparisonMs(world, seen) > until) return
    try {
      await reconcile(world, seen)
    } catch (error) {
      if (error instanceof Problem || !('code' in Object(error))) throw error
      // An unreadable file must not stop the recovery: `session show` tries again and reports why.
    }
  },
  describe: async (_, { view: { capture } }) =>
    capture.isHeard && capture.filled > 0
      ? [`${countText(capture.filled, 'event')} filled in from its transcript`]
      : [],
  actions: async (_, { view: { capture } }) =>
    capture.isHeard ? [{ action: 'filled', count: capture.filled }] : [],
}

/** The user's corrections become rules if they are certain. All others wait for a review. */
const learnLessons: RecoveryStep = {
  name: 'lessons',
  async run(world, { seen, until }) {
    if (world.clock.now() > until || !(await indexSession(world, seen.session))) return
    await learn(world, { session: seen.session, threshold: APPROVE_CONFIDENCE })
  },
  async actions(world, { session }) {
    const sourcesOf = ruleSources(world)
    const rules = (await rulesOf(world)).filter((rule) =>
      sourcesOf(rule).some((source) => source.session === session),
    )
    const count = (state: Rule['state']): number => rules.filter((rule) => rule.state === state).length
    return [
      { action: 'proposed', count: count('proposed') },
      { action: 'approved', count: count('approved') },
    ]
  },
}

const describeWork: RecoveryStep = {
  name: 'held',
  describe: async (world, { view }) => describeUnfinished(await unfinishedWork(world, view)),
}

/** The steps run in this order, which is also the order of the note. */
export const RECOVERY_STEPS: readonly RecoveryStep[] = [
  ingestSpool,
  describeWork,
  fillFromTranscript,
  learnLessons,
]
