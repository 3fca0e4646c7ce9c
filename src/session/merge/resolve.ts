import { truncateLine } from '../../text/truncate.ts'
import type { Work, WorkItem, WorkList } from '../work.ts'
import { WORK_LISTS } from '../work.ts'
import type { ClosedConflict, ConflictChoice, MergeConflict, TakenItem, ThreeWayPlan } from './three-way.ts'

/** The changes to this side once every conflict is decided. */
export interface Resolution {
  readonly taken: readonly TakenItem[]
  /** Items that this side had closed and opens again. */
  readonly reopened: readonly { readonly list: WorkList; readonly item: WorkItem }[]
  /** Items of this side that are replaced by the other side's. */
  readonly replaced: readonly { readonly list: WorkList; readonly item: WorkItem }[]
  readonly resolved: readonly { readonly conflict: string; readonly choice: ConflictChoice }[]
  readonly undecided: readonly string[]
}

const NONE = { taken: [], reopened: [], replaced: [], undecided: [] } as const
type ConflictEffect = Omit<Resolution, 'resolved'>

export function resolveConflicts(
  plan: ThreeWayPlan,
  choiceOf: (conflict: MergeConflict) => ConflictChoice,
): Resolution {
  const decided = plan.conflicts.map((conflict) => ({ conflict, choice: choiceOf(conflict) }))
  const parts = decided.map(({ conflict, choice }) => effectOf(conflict, choice))
  const refused = new Set(decided.flatMap(refusedBy))
  const taken = distinct(parts.flatMap((part) => part.taken)).filter(({ item }) => !refused.has(item.id))
  return {
    taken: [...plan.taken, ...taken],
    reopened: distinct(parts.flatMap(({ reopened }) => reopened)),
    replaced: distinct(parts.flatMap(({ replaced }) => replaced)),
    undecided: [...new Set(parts.flatMap(({ undecided }) => undecided))],
    resolved: decided.map(({ conflict, choice }) => ({ conflict: conflict.id, choice })),
  }
}

/** A decision may conflict with several others: it is taken only if none of them rejects it. */
function refusedBy({
  conflict,
  choice,
}: {
  conflict: MergeConflict
  choice: ConflictChoice
}): readonly string[] {
  if (choice === 'theirs' || choice === 'both') return []
  if (conflict.kind === 'closed') return conflict.by === 'ours' ? [conflict.kept.id] : []
  return [conflict.theirs.id]
}

function distinct<T extends { readonly item: WorkItem }>(all: readonly T[]): readonly T[] {
  return all.filter(({ item }, at) => all.findIndex((one) => one.item.id === item.id) === at)
}

function effectOf(conflict: MergeConflict, choice: ConflictChoice): ConflictEffect {
  if (conflict.kind === 'closed') return effectOnClosed(conflict, choice)
  const { ours, theirs } = conflict
  if (choice === 'skip') return { ...NONE, undecided: [theirs.id] }
  if (choice === 'ours') return NONE
  if (conflict.kind === 'goal') {
    const text = choice === 'theirs' ? theirs.text : `${ours.text}; ${theirs.text}`
    return { ...NONE, taken: [{ kind: 'goal', item: { ...theirs, text } }] }
  }
  const replaced = choice === 'theirs' ? [{ list: 'decisions', item: ours } as const] : []
  return { ...NONE, taken: [{ kind: 'added', list: 'decisions', item: theirs }], replaced }
}

function effectOnClosed(
  { list, by, closed, kept, still }: ClosedConflict,
  choice: ConflictChoice,
): ConflictEffect {
  if (choice === 'ours') return NONE
  if (choice === 'skip') {
    const undecided = by === 'theirs' ? [closed.id] : [kept.id, ...(still ? [] : [closed.id])]
    return { ...NONE, undecided }
  }
  if (by === 'ours') {
    const reopened = choice === 'theirs' && still ? [{ list, item: still }] : []
    return { ...NONE, taken: [{ kind: 'added', list, item: kept }], reopened }
  }
  const taken: readonly TakenItem[] = still ? [{ kind: 'closed', list, item: still, theirs: closed }] : []
  return { ...NONE, taken, replaced: choice === 'theirs' ? [{ list, item: kept }] : [] }
}

/** Takes undecided items out of the common base, so that the next merge sees them as new again. */
export function withoutUndecided(base: Work, undecided: readonly string[]): Work {
  if (undecided.length === 0) return base
  const isOne = ({ id }: WorkItem): boolean => undecided.includes(id)
  const left = (items: readonly WorkItem[]): readonly WorkItem[] =>
    items.flatMap((item) => (isOne(item) ? reopenedOrGone(item) : [item]))
  const lists = Object.fromEntries(WORK_LISTS.map((list) => [list, left(base[list])]))
  const { goal, ...rest } = base
  return { ...rest, ...lists, ...(goal && !isOne(goal) && { goal }) }
}

function reopenedOrGone({ closedAt, ...item }: WorkItem): readonly WorkItem[] {
  return closedAt === undefined ? [] : [item]
}

export const ITEM_NAMES: Readonly<Record<WorkList, string>> = {
  decisions: 'decision',
  blockers: 'blocker',
  actions: 'next action',
  tasks: 'task',
  facts: 'fact',
  evidence: 'evidence',
}

export interface ConflictDescription {
  readonly about: string
  readonly ours: string
  readonly theirs: string
}

const MAX_TEXT = 160

export function describeConflict(conflict: MergeConflict): ConflictDescription {
  if (conflict.kind !== 'closed') {
    const about = conflict.kind === 'goal' ? 'goal' : 'decision'
    return {
      about,
      ours: truncateLine(conflict.ours.text, MAX_TEXT),
      theirs: truncateLine(conflict.theirs.text, MAX_TEXT),
    }
  }
  const { list, by, closed, kept } = conflict
  const isDone = `${list === 'facts' ? 'no longer so' : 'done'}: ${truncateLine(closed.text, MAX_TEXT)}`
  const isOpen = truncateLine(kept.text, MAX_TEXT)
  return {
    about: ITEM_NAMES[list],
    ours: by === 'ours' ? isDone : isOpen,
    theirs: by === 'ours' ? isOpen : isDone,
  }
}
