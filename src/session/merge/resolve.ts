import { fact, type NewEvent } from '../../event/define.ts'
import { derivedId, type EventId } from '../../event/identity.ts'
import { SessionMerged } from '../../event/session.ts'
import { GoalSet } from '../../event/work.ts'
import { truncateLine } from '../../text/truncate.ts'
import {
  isClosable,
  itemAdded,
  itemClosed,
  WORK_LISTS,
  type Work,
  type WorkItem,
  type WorkList,
} from '../noted-work.ts'
import type { ClosedConflict, ConflictChoice, MergeConflict, TakenItem, ThreeWayPlan } from './three-way.ts'

/** The changes to this side once a choice has been made for every conflict. */
export interface Resolution {
  readonly taken: readonly TakenItem[]
  /** Items that this side had closed and that the merge reopens. */
  readonly reopened: readonly { readonly list: WorkList; readonly item: WorkItem }[]
  /** Items on this side that are replaced by items from the other side. */
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

/** A decision may conflict with several others. It is taken only if no choice rejects it. */
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

/** Removes undecided items from the common base, so that the next merge sees them as new again. */
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

interface ConflictDescription {
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
  const isDone = `${list === 'facts' ? 'no longer true' : 'done'}: ${truncateLine(closed.text, MAX_TEXT)}`
  const isOpen = truncateLine(kept.text, MAX_TEXT)
  return {
    about: ITEM_NAMES[list],
    ours: by === 'ours' ? isDone : isOpen,
    theirs: by === 'ours' ? isOpen : isDone,
  }
}

interface MergeContext {
  readonly into: string
  readonly from: string
  /** The last event that was read from the session `from`. */
  readonly upTo: number
  readonly at: number
  readonly note?: string | undefined
}

/** The events of a merge, ending with `session.merged`. Ids are derived, so a repeated merge creates the same ones. */
export function mergeEvents(resolution: Resolution, merging: MergeContext): readonly NewEvent[] {
  const { taken, reopened, replaced } = resolution
  const isClosing = ({ kind }: TakenItem): boolean => kind === 'closed'
  // Closes items first, because an item is not added if an open item has the same text.
  const facts = [
    ...replaced.flatMap(({ list, item }) =>
      closedEvents(list, item.id, heading(merging, item.id, 'gave way')),
    ),
    ...taken.filter(isClosing).flatMap((one) => takenEvents(one, merging)),
    ...taken.filter((one) => !isClosing(one)).flatMap((one) => takenEvents(one, merging)),
    ...reopened.map(({ list, item }) => itemAdded(list, heading(merging, item.id, 'again'), item)),
  ]
  return [...facts, mergedEvent(resolution, { ...merging, took: facts.map(({ id }) => id) })]
}

interface MergeHeading {
  readonly id: EventId
  readonly at: number
  readonly from: string
}

/** An item is added and closed only once, so its id is enough. Other changes can recur, so their ids include `upTo`. */
function heading({ into, from, upTo, at }: MergeContext, source: string, what?: string): MergeHeading {
  const again = what === undefined || what === 'closed' ? [] : [String(upTo)]
  return { id: derivedId('evt', 'merge', into, from, source, ...(what ? [what] : []), ...again), at, from }
}

function takenEvents(one: TakenItem, merging: MergeContext): readonly NewEvent[] {
  if (one.kind === 'goal') {
    const { text, why, origin } = one.item
    return [fact(GoalSet, heading(merging, one.item.id, 'goal'), { text, why, origin })]
  }
  if (one.kind === 'closed')
    return closedEvents(one.list, one.item.id, heading(merging, one.theirs.id, 'closed'))
  const added = itemAdded(one.list, heading(merging, one.item.id), one.item)
  if (one.item.closedAt === undefined) return [added]
  return [added, ...closedEvents(one.list, added.id, heading(merging, one.item.id, 'closed'))]
}

const closedEvents = (list: WorkList, id: string, at: MergeHeading): readonly NewEvent[] =>
  isClosable(list) ? [itemClosed(list, at, { id, how: `merged from ${at.from}` })] : []

function mergedEvent(
  { taken, replaced: yielded, resolved, undecided }: Resolution,
  merging: MergeContext & { readonly took: readonly string[] },
): NewEvent {
  const { into, from, upTo, at, note, took } = merging
  // No event type closes decisions or evidence, so `session.merged` lists them.
  const replaced = [
    ...taken.flatMap((one) => (one.kind === 'closed' && !isClosable(one.list) ? [one.item.id] : [])),
    ...yielded.flatMap(({ list, item }) => (!isClosable(list) ? [item.id] : [])),
  ]
  const id = derivedId('evt', 'merge', into, from, 'merged', String(upTo), JSON.stringify([resolved, took]))
  const lists = { took, replaced, resolved, undecided }
  const entries = Object.entries(lists).filter(([, list]) => list.length > 0)
  return fact(SessionMerged, { id, at }, { from, upTo, note, ...Object.fromEntries(entries) })
}
