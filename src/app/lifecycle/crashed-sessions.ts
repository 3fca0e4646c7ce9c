import type { CrashTrigger } from '../../event/session.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { stateNow } from '../../session/state.ts'
import type { World } from '../world.ts'
import { observationOf } from './advance-state.ts'
import { type Summary, summarizeSession } from './session-summary.ts'
import { type UnfinishedWork, unfinishedWork } from './unfinished-work.ts'

/** A crashed session in a list. This shape is public: `--json` prints it. */
export interface CrashedSession extends Summary {
  readonly knownBy: CrashTrigger
  readonly held: UnfinishedWork
}

/** Crashed sessions of all projects, neither recovered nor discarded, the last active first. */
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

/** Expiry archives a crashed session too, which does not settle it; only a person discards it. */
const isWaiting = (world: World, { view }: Viewed<Session>): boolean =>
  stateNow(view.life, observationOf(world, view)) === 'crashed' && view.life.archiveReason !== 'discarded'

const crashedSession = async (world: World, seen: Viewed<Session>): Promise<CrashedSession> => ({
  ...summarizeSession(world, seen),
  // A crash that is not recorded yet follows from the process alone.
  knownBy: (seen.view.life.state === 'crashed' && seen.view.life.crashTrigger) || 'process-gone',
  held: await unfinishedWork(world, seen.view),
})
