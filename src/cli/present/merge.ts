import type { Merged, MergePlan } from '../../app/branch/merge.ts'
import { describeConflict, ITEM_NAMES } from '../../session/merge/resolve.ts'
import type { TakenItem } from '../../session/merge/three-way.ts'
import { counted } from '../../text/time.ts'
import { truncateLine } from '../../text/truncate.ts'
import type { Style } from '../out.ts'
import { plain } from '../terminal-safe.ts'
import { shortId } from './session.ts'

/** The shape that --json prints. */
export const mergeJson = ({ plan, kind, resolved }: Merged | Planned): object => {
  const { into, from, base, upTo, taken, conflicts } = plan
  return {
    kind,
    into,
    from,
    base,
    upTo,
    taken: taken.map((one) => ({ what: one.kind, of: kindOf(one), id: one.item.id, text: one.item.text })),
    conflicts: conflicts.map((one) => ({ id: one.id, kind: one.kind, ...describeConflict(one) })),
    resolved: resolved ?? [],
  }
}

/** What a merge would do. */
export interface Planned {
  readonly kind: 'planned'
  readonly plan: MergePlan
  readonly resolved?: Merged['resolved']
}

export function mergeText(merged: Merged | Planned, style: Style): string {
  const { kind, plan, resolved = [] } = merged
  const [from, into] = [style.cyan(shortId(plan.from)), style.cyan(shortId(plan.into))]
  if (kind === 'nothing') return `Already up to date: ${into} has all changes of ${from}.`
  const choices = new Map(resolved.map(({ conflict, choice }) => [conflict, choice]))
  return [
    kind === 'planned'
      ? `Would merge ${from} into ${into}:`
      : `${style.green('Merged')} ${from} into ${into}:`,
    ...plan.taken.map(
      (one) => `  ${style.bold(verbOf(one).padEnd(9))} ${plain(truncateLine(one.item.text, 160))}`,
    ),
    ...(plan.taken.length === 0 ? ['  no changes without conflict'] : []),
    ...(plan.conflicts.length > 0 ? [`${counted(plan.conflicts.length, 'conflict')}:`] : []),
    ...plan.conflicts.flatMap((conflict) => {
      const { about, ours, theirs } = describeConflict(conflict)
      const choice = choices.get(conflict.id)
      return [
        `  ${style.bold(about)}${choice ? `: ${choice}` : ''}`,
        `    ours    ${plain(ours)}`,
        `    theirs  ${plain(theirs)}`,
      ]
    }),
  ].join('\n')
}

const kindOf = (one: TakenItem): string => (one.kind === 'goal' ? 'goal' : ITEM_NAMES[one.list])

function verbOf(one: TakenItem): string {
  if (one.kind === 'goal') return 'goal'
  const isDone = one.kind === 'closed' || one.item.closedAt !== undefined
  if (!isDone) return ADDED[one.list]
  if (one.list === 'facts') return 'unpinned'
  if (one.list === 'blockers') return 'cleared'
  return one.list === 'decisions' || one.list === 'evidence' ? 'withdrawn' : 'done'
}

const ADDED = {
  decisions: 'decided',
  blockers: 'blocked',
  actions: 'next',
  tasks: 'task',
  facts: 'fact',
  evidence: 'evidence',
} as const
