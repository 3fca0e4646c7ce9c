import type { CrashTrigger } from '../../event/session.ts'
import type { Viewed } from '../../log/event-log.ts'
import { openItems } from '../../session/noted-work.ts'
import type { Session } from '../../session/session.ts'
import { isAbandoned, stateNow } from '../../session/state.ts'
import { countText } from '../../text/time.ts'
import type { World } from '../world.ts'
import { observationOf } from './advance-state.ts'
import { type Summary, summarizeSession } from './session-summary.ts'

/** Work in progress in a crashed session. Public shape: `--json` prints it. */
export interface UnfinishedWork {
  readonly goal: boolean
  readonly prompts: number
  readonly corrections: number
  readonly decisions: number
  readonly files: number
  /** Changed files that are not committed. */
  readonly uncommitted: number
  /** Test runners that failed and have not passed since. */
  readonly failing: readonly string[]
  readonly blockers: number
  /** The number of open next actions and tasks. */
  readonly next: number
}

export async function unfinishedWork(world: World, view: Session): Promise<UnfinishedWork> {
  const { talk, craft, work } = view
  return {
    goal: work.goal !== undefined,
    prompts: talk.turns,
    corrections: talk.corrections.length,
    decisions: work.decisions.length,
    files: craft.files.length,
    uncommitted: craft.files.length > 0 ? (await findUncommitted(world, view)).length : 0,
    failing: craft.tests
      .filter(({ outcome, failing }) => outcome === 'failed' || failing !== undefined)
      .map(({ name }) => name),
    blockers: openItems(work.blockers).length,
    next: openItems(work.actions).length + openItems(work.tasks).length,
  }
}

const MAX_RUNNERS = 2

/** Describes each kind of unfinished work in a few words. */
export function describeUnfinished(unfinished: UnfinishedWork): readonly string[] {
  const some = (n: number, unit: string): string[] => (n > 0 ? [countText(n, unit)] : [])
  const runners = unfinished.failing.slice(0, MAX_RUNNERS).join(', ')
  const dirty = unfinished.uncommitted > 0 ? ` (${unfinished.uncommitted} uncommitted)` : ''
  const words = [
    ...some(unfinished.prompts, 'prompt'),
    ...(unfinished.files > 0 ? [`${countText(unfinished.files, 'file')} changed${dirty}`] : []),
    ...(runners ? [`tests failing (${runners})`] : []),
    ...some(unfinished.next, 'next action'),
    ...some(unfinished.blockers, 'blocker'),
    ...some(unfinished.decisions, 'decision'),
    ...some(unfinished.corrections, 'correction'),
  ]
  return words.length === 0 && unfinished.goal ? ['goal only'] : words
}

export const NOTHING_UNFINISHED = 'no unfinished work'

/** Checks only the files that the session changed last, because the user is waiting. */
const MAX_FILES = 40

/** Uncommitted files of a session. Empty if git does not respond in time. */
export async function findUncommitted(
  world: World,
  { craft, identity }: Session,
): Promise<readonly string[]> {
  const paths = craft.files.slice(-MAX_FILES).map(({ path }) => path)
  const report = await world.treeAt(identity.checkout).startGit({ paths })()
  return [...report.commitStates].flatMap(([path, state]) =>
    state === 'staged' || state === 'modified' || state === 'untracked' ? [path] : [],
  )
}

/** A crashed session in a list. This shape is public: `--json` prints it. */
export interface CrashedSession extends Summary {
  readonly knownBy: CrashTrigger
  readonly held: UnfinishedWork
}

/** All crashed sessions that were neither recovered nor discarded, most recently active first. */
export async function crashedSessions(
  world: World,
  { limit = Number.POSITIVE_INFINITY }: { readonly limit?: number } = {},
): Promise<readonly CrashedSession[]> {
  const views = await world.log.views({})
  const crashed: CrashedSession[] = []
  // One after the other, because each may start git.
  for (const seen of views.filter((one) => isWaiting(world, one)).slice(0, limit))
    crashed.push(await crashedSession(world, seen))
  return crashed
}

/**
 * Whether a session is in the list. This includes a quiet session without a known process, because only a
 * person can tell whether it crashed. A crashed session may expire and be archived, but it stays in the list
 * until a person discards it.
 */
function isWaiting(world: World, { view: { life, ...view } }: Viewed<Session>): boolean {
  const observation = observationOf(world, { life, ...view })
  const isCrashed = stateNow(life, observation) === 'crashed' && life.archiveReason !== 'discarded'
  return isCrashed || isAbandoned(life, observation)
}

const crashedSession = async (world: World, seen: Viewed<Session>): Promise<CrashedSession> => ({
  ...summarizeSession(world, seen),
  knownBy: crashTriggerNow(world, seen.view),
  held: await unfinishedWork(world, seen.view),
})

/** How the crash was detected, even if it is not recorded yet. */
const crashTriggerNow = (world: World, view: Session): CrashTrigger => {
  if (view.life.state === 'crashed') return view.life.crashTrigger ?? 'process-gone'
  return observationOf(world, view).evidence === 'gone' ? 'process-gone' : 'quiet'
}
