import type { CrashTrigger } from '../../event/session.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { stateNow } from '../../session/state.ts'
import type { World } from '../world.ts'
import { observationOf } from './advance-state.ts'
import { type Summary, summaryOf } from './session-summary.ts'
import { type Held, heldIn } from './unfinished-work.ts'

/** A crashed session in a list. This shape is public: `--json` prints it. */
export interface CrashedSession extends Summary {
  /** By which it is known to have crashed. */
  readonly knownBy: CrashTrigger
  readonly held: Held
}

/** Sessions of all projects that crashed and were neither recovered nor discarded, the last active first. */
export async function crashedSessions(
  world: World,
  { limit = Number.POSITIVE_INFINITY }: { readonly limit?: number } = {},
): Promise<readonly CrashedSession[]> {
  const views = await world.log.views({})
  const crashed: CrashedSession[] = []
  // One after the other: each may start git.
  for (const seen of views.filter((one) => isWaiting(world, one)).slice(0, limit))
    crashed.push(await crashedSession(world, seen))
  return crashed
}

/** Whatever is old goes to the archive by itself; only a person discards. */
const isWaiting = (world: World, { view }: Viewed<Session>): boolean =>
  stateNow(view.life, observationOf(world, view)) === 'crashed' && view.life.archiveReason !== 'discarded'

const crashedSession = async (world: World, seen: Viewed<Session>): Promise<CrashedSession> => ({
  ...summaryOf(world, seen),
  // What nobody has recorded yet follows from the process alone.
  knownBy: (seen.view.life.state === 'crashed' && seen.view.life.crashTrigger) || 'process-gone',
  held: await heldIn(world, seen.view),
})
