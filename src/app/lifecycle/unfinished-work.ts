import type { Session } from '../../session/session.ts'
import { open } from '../../session/work.ts'
import { counted } from '../../text/time.ts'
import type { World } from '../world.ts'
import { findUncommitted } from './uncommitted.ts'

/** What there is of a session that did not come to its end. This shape is public: `--json` prints it. */
export interface Held {
  /** Whether it had one. */
  readonly goal: boolean
  readonly prompts: number
  readonly corrections: number
  readonly decisions: number
  /** Files that it changed. */
  readonly files: number
  /** Of those, the ones that are not committed. */
  readonly uncommitted: number
  /** Runners whose tests failed and have not passed since. */
  readonly failing: readonly string[]
  /** What was in the way. */
  readonly blockers: number
  /** Next actions and tasks that are open. */
  readonly next: number
}

export async function heldIn(world: World, view: Session): Promise<Held> {
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
    blockers: open(work.blockers).length,
    next: open(work.actions).length + open(work.tasks).length,
  }
}

const MOST_RUNNERS = 2

/** The same in a few words each; what there is none of is not mentioned. */
export function heldWords(held: Held): readonly string[] {
  const some = (n: number, unit: string): string[] => (n > 0 ? [counted(n, unit)] : [])
  const runners = held.failing.slice(0, MOST_RUNNERS).join(', ')
  const dirty = held.uncommitted > 0 ? ` (${held.uncommitted} uncommitted)` : ''
  const words = [
    ...some(held.prompts, 'prompt'),
    ...(held.files > 0 ? [`${counted(held.files, 'file')} changed${dirty}`] : []),
    ...(runners ? [`tests failing (${runners})`] : []),
    ...some(held.next, 'next action'),
    ...some(held.blockers, 'blocker'),
    ...some(held.decisions, 'decision'),
    ...some(held.corrections, 'correction'),
  ]
  return words.length === 0 && held.goal ? ['goal only'] : words
}

export const NOTHING_HELD = 'no unfinished work'
