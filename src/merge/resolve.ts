import type { Item, Work, WorkList } from '../session/work.ts'
import { WORK_LISTS } from '../session/work.ts'
import type { Choice, ClosedAndKept, Conflict } from './conflict.ts'
import type { Taken, ThreeWay } from './three-way.ts'

/** What is to be done on this side, all conflicts decided. */
export interface Resolution {
  readonly taken: readonly Taken[]
  /** Of the other side again, though this side was done with it. */
  readonly reopened: readonly { readonly list: WorkList; readonly item: Item }[]
  /** Of this side: gave way to what the other one has. */
  readonly gaveWay: readonly { readonly list: WorkList; readonly item: Item }[]
  readonly resolved: readonly { readonly conflict: string; readonly choice: Choice }[]
  readonly undecided: readonly string[]
}

const NONE = { taken: [], reopened: [], gaveWay: [], undecided: [] } as const
type Part = Omit<Resolution, 'resolved'>

/** The plan with every conflict decided. */
export function resolvedBy(plan: ThreeWay, choiceOf: (conflict: Conflict) => Choice): Resolution {
  const decided = plan.conflicts.map((conflict) => ({ conflict, choice: choiceOf(conflict) }))
  const parts = decided.map(({ conflict, choice }) => partOf(conflict, choice))
  const refused = new Set(decided.flatMap(refusedBy))
  const taken = distinct(parts.flatMap((part) => part.taken)).filter(({ item }) => !refused.has(item.id))
  return {
    taken: [...plan.taken, ...taken],
    reopened: distinct(parts.flatMap(({ reopened }) => reopened)),
    gaveWay: distinct(parts.flatMap(({ gaveWay }) => gaveWay)),
    undecided: [...new Set(parts.flatMap(({ undecided }) => undecided))],
    resolved: decided.map(({ conflict, choice }) => ({ conflict: conflict.id, choice })),
  }
}

/** One decision may stand against several: it is taken only if nobody speaks against it. */
function refusedBy({ conflict, choice }: { conflict: Conflict; choice: Choice }): readonly string[] {
  if (choice === 'theirs' || choice === 'both') return []
  if (conflict.kind === 'closed') return conflict.by === 'ours' ? [conflict.kept.id] : []
  return [conflict.theirs.id]
}

function distinct<T extends { readonly item: Item }>(all: readonly T[]): readonly T[] {
  return all.filter(({ item }, at) => all.findIndex((one) => one.item.id === item.id) === at)
}

function partOf(conflict: Conflict, choice: Choice): Part {
  if (conflict.kind === 'closed') return closedPart(conflict, choice)
  const { ours, theirs } = conflict
  if (choice === 'skip') return { ...NONE, undecided: [theirs.id] }
  if (choice === 'ours') return NONE
  if (conflict.kind === 'goal') {
    const text = choice === 'theirs' ? theirs.text : `${ours.text}; ${theirs.text}`
    return { ...NONE, taken: [{ kind: 'goal', item: { ...theirs, text } }] }
  }
  const gaveWay = choice === 'theirs' ? [{ list: 'decisions', item: ours } as const] : []
  return { ...NONE, taken: [{ kind: 'added', list: 'decisions', item: theirs }], gaveWay }
}

function closedPart({ list, by, closed, kept, still }: ClosedAndKept, choice: Choice): Part {
  if (choice === 'ours') return NONE
  if (choice === 'skip') {
    const undecided = by === 'theirs' ? [closed.id] : [kept.id, ...(still ? [] : [closed.id])]
    return { ...NONE, undecided }
  }
  if (by === 'ours') {
    const reopened = choice === 'theirs' && still ? [{ list, item: still }] : []
    return { ...NONE, taken: [{ kind: 'added', list, item: kept }], reopened }
  }
  const taken: readonly Taken[] = still ? [{ kind: 'closed', list, item: still, theirs: closed }] : []
  return { ...NONE, taken, gaveWay: choice === 'theirs' ? [{ list, item: kept }] : [] }
}

/** The state that both had in common, but for what was left undecided: it is as new to the one as it was then. */
export function withoutUndecided(base: Work, undecided: readonly string[]): Work {
  if (undecided.length === 0) return base
  const isOne = ({ id }: Item): boolean => undecided.includes(id)
  const left = (items: readonly Item[]): readonly Item[] =>
    items.flatMap((item) => (isOne(item) ? reopenedOrGone(item) : [item]))
  const lists = Object.fromEntries(WORK_LISTS.map((list) => [list, left(base[list])]))
  const { goal, ...rest } = base
  return { ...rest, ...lists, ...(goal && !isOne(goal) && { goal }) }
}

function reopenedOrGone({ closedAt, ...item }: Item): readonly Item[] {
  return closedAt === undefined ? [] : [item]
}
