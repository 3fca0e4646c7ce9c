import type { Viewed } from '../../log/event-log.ts'
import { Problem } from '../../problem.ts'
import type { Session } from '../../session/session.ts'
import { counted } from '../../text/time.ts'
import { drainSpool } from '../ingest/drain-spool.ts'
import { learn } from '../memory/learn.ts'
import { indexSession } from '../search/refresh-index.ts'
import { comparisonMs, reconcile } from '../transcript/reconcile.ts'
import { hasTranscripts, type World } from '../world.ts'
import { heldIn, heldWords } from './unfinished-work.ts'

/** A crashed session as it stands, and the moment by which whoever waits wants to go on. */
export interface Recovering {
  readonly seen: Viewed<Session>
  readonly until: number
}

/**
 * One thing that is done for a crashed session. It may be cut off anywhere and is then done again from its beginning,
 * by this process or by another at the same time: so it only appends, under ids that follow from what it found.
 */
export interface RecoveryStep {
  readonly name: string
  work?(world: World, recovering: Recovering): Promise<void>
  /** What is said of it when all is done: by what the log holds then, not by what this run added to it. */
  told?(world: World, seen: Viewed<Session>): Promise<readonly string[]>
}

/** What waits in the spool may be the last words of the session. */
const takeInSpool: RecoveryStep = {
  name: 'spool',
  async work(world, { until }) {
    try {
      await drainSpool(world, { withinMs: until - world.clock.now() })
    } catch (error) {
      if (error instanceof Problem) throw error
      // The machine keeps us from one delivery: it goes on waiting, and verify tells of it.
    }
  },
}

/** What no hook has told stands in the transcript, where the client keeps one. */
const fillFromTranscript: RecoveryStep = {
  name: 'transcript',
  async work(world, { seen, until }) {
    if (!hasTranscripts(world) || world.clock.now() + comparisonMs(world, seen) > until) return
    try {
      await reconcile(world, seen)
    } catch (error) {
      if (error instanceof Problem || !('code' in Object(error))) throw error
      // A file that cannot be read keeps nobody from the rest: session show tries again, and says why.
    }
  },
  told: async (_, { view: { capture } }) =>
    capture.isHeard && capture.filled > 0
      ? [`${counted(capture.filled, 'event')} filled in from its transcript`]
      : [],
}

/** What its user taught it is not lost with it: what is sure is kept, the rest waits for a review. */
const keepLessons: RecoveryStep = {
  name: 'lessons',
  async work(world, { seen, until }) {
    if (world.clock.now() > until || !(await indexSession(world, seen.session))) return
    await learn(world, { session: seen.session, threshold: SURE })
  },
}
const SURE = 0.9

const sayWhatItHeld: RecoveryStep = {
  name: 'held',
  told: async (world, { view }) => heldWords(await heldIn(world, view)),
}

/** In this order. What is told first stands first in the note. */
export const RECOVERY_STEPS: readonly RecoveryStep[] = [
  takeInSpool,
  sayWhatItHeld,
  fillFromTranscript,
  keepLessons,
]
