import type { CrashTrigger } from '../../event/session.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { stateNow } from '../../session/state.ts'
import { openItems } from '../../session/work.ts'
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
  /** Changed files. */
  readonly files: number
  /** Changed files that are not committed. */
  readonly uncommitted: number
  /** Test runners that failed and have not passed since. */
  readonly failing: readonly string[]
  readonly blockers: number
  /** Open next actions and tasks. */
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

/** A few words for each kind of work there is. */
export function describeUnfinished(held: UnfinishedWork): readonly string[] {
  const some = (n: number, unit: string): string[] => (n > 0 ? [countText(n, unit)] : [])
  const runners = held.failing.slice(0, MAX_RUNNERS).join(', ')
  const dirty = held.uncommitted > 0 ? ` (${held.uncommitted} uncommitted)` : ''
  const words = [
    ...some(held.prompts, 'prompt'),
    ...(held.files > 0 ? [`${countText(held.files, 'file')} changed${dirty}`] : []),
    ...(runners ? [`tests failing (${runners})`] : []),
    ...some(held.next, 'next action'),
    ...some(held.blockers, 'blocker'),
    ...some(held.decisions, 'decision'),
    ...some(held.corrections, 'correction'),
  ]
  return words.length === 0 && held.goal ? ['goal only'] : words
}

export const NOTHING_UNFINISHED = 'no unfinished work'

/** Only the files that the session changed last: the user waits. */
const MAX_FILES = 40

/** Uncommitted files of a session. Empty if git does not respond in time. */
export async function findUncommitted(
  world: World,
  { craft, identity }: Session,
): Promise<readonly string[]> {
  const paths = craft.files.slice(-MAX_FILES).map(({ path }) => path)
  const report = await world.treeAt(identity.checkout).startGit({ paths })()
  return [...report.commitStates].flatMap(([path, state]) =>
    state === 'modified' || state === 'untracked' ? [path] : [],
  )
}

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
  // Sequential, because each may start git.
  for (const seen of views.filter((one) => isWaiting(world, one)).slice(0, limit))
    crashed.push(await crashedSession(world, seen))
  return crashed
}

/** Expiry also archives crashed sessions, but they stay in this list until a person discards them. */
const isWaiting = (world: World, { view }: Viewed<Session>): boolean =>
  stateNow(view.life, observationOf(world, view)) === 'crashed' && view.life.archiveReason !== 'discarded'

const crashedSession = async (world: World, seen: Viewed<Session>): Promise<CrashedSession> => ({
  ...summarizeSession(world, seen),
  // Detects a crash that is not recorded yet, by the process alone.
  knownBy: (seen.view.life.state === 'crashed' && seen.view.life.crashTrigger) || 'process-gone',
  held: await unfinishedWork(world, seen.view),
})
