import { fact, type NewEvent } from '../../event/define.ts'
import { derivedId, type EventId } from '../../event/identity.ts'
import { SessionMerged } from '../../event/session.ts'
import * as work from '../../event/work.ts'
import type { WorkItem, WorkList } from '../work.ts'
import type { Resolution } from './resolve.ts'
import type { TakenItem } from './three-way.ts'

export interface MergeContext {
  readonly into: string
  readonly from: string
  /** The last event of `from` that was read. */
  readonly upTo: number
  readonly at: number
  readonly note?: string | undefined
}

/** The events of a merge; `session.merged` comes last. Ids are derived from their source, so a repeated merge is a duplicate. */
export function mergeEvents(resolution: Resolution, merging: MergeContext): readonly NewEvent[] {
  const { taken, reopened, replaced } = resolution
  const isClosing = ({ kind }: TakenItem): boolean => kind === 'closed'
  // An item with the same text counts as new only after the first one was closed.
  const facts = [
    ...replaced.flatMap(({ list, item }) =>
      closedEvents(list, item.id, heading(merging, item.id, 'gave way')),
    ),
    ...taken.filter(isClosing).flatMap((one) => takenEvents(one, merging)),
    ...taken.filter((one) => !isClosing(one)).flatMap((one) => takenEvents(one, merging)),
    ...reopened.map(({ list, item }) => addedEvent(list, item, heading(merging, item.id, 'again'))),
  ]
  return [...facts, mergedEvent(resolution, { ...merging, took: facts.map(({ id }) => id) })]
}

interface MergeHeading {
  readonly id: EventId
  readonly at: number
  readonly from: string
}

/** An item is added and closed once, so its id is enough. Other changes can happen again: their id includes `upTo`. */
function heading({ into, from, upTo, at }: MergeContext, source: string, what?: string): MergeHeading {
  const again = what === undefined || what === 'closed' ? [] : [String(upTo)]
  return { id: derivedId('evt', 'merge', into, from, source, ...(what ? [what] : []), ...again), at, from }
}

function takenEvents(one: TakenItem, merging: MergeContext): readonly NewEvent[] {
  if (one.kind === 'goal') {
    const { text, why, origin } = one.item
    return [fact(work.GoalSet, heading(merging, one.item.id, 'goal'), { text, why, origin })]
  }
  if (one.kind === 'closed')
    return closedEvents(one.list, one.item.id, heading(merging, one.theirs.id, 'closed'))
  const added = addedEvent(one.list, one.item, heading(merging, one.item.id))
  if (one.item.closedAt === undefined) return [added]
  return [added, ...closedEvents(one.list, added.id, heading(merging, one.item.id, 'closed'))]
}

function addedEvent(list: WorkList, { text, why, origin, kind }: WorkItem, at: MergeHeading): NewEvent {
  const said = { text, why, origin }
  switch (list) {
    case 'decisions':
      return fact(work.DecisionMade, at, { choice: text, why, origin })
    case 'blockers':
      return fact(work.BlockerMet, at, { ...said, kind })
    case 'actions':
      return fact(work.ActionPlanned, at, said)
    case 'tasks':
      return fact(work.TaskOpened, at, said)
    case 'facts':
      return fact(work.FactPinned, at, said)
    case 'evidence':
      return fact(work.EvidenceFound, at, said)
  }
}

/** Decisions and evidence have no closing event: `session.merged` lists them as replaced. */
function closedEvents(list: WorkList, id: string, at: MergeHeading): readonly NewEvent[] {
  const how = `merged from ${at.from}`
  switch (list) {
    case 'blockers':
      return [fact(work.BlockerCleared, at, { blocker: id, how })]
    case 'actions':
      return [fact(work.ActionDone, at, { action: id, how })]
    case 'tasks':
      return [fact(work.TaskClosed, at, { task: id, how })]
    case 'facts':
      return [fact(work.FactUnpinned, at, { fact: id, why: how })]
    case 'decisions':
    case 'evidence':
      return []
  }
}

const hasNoClosingEvent = (list: WorkList): boolean => list === 'decisions' || list === 'evidence'

function mergedEvent(
  { taken, replaced: yielded, resolved, undecided }: Resolution,
  merging: MergeContext & { readonly took: readonly string[] },
): NewEvent {
  const { into, from, upTo, at, note, took } = merging
  const replaced = [
    ...taken.flatMap((one) => (one.kind === 'closed' && hasNoClosingEvent(one.list) ? [one.item.id] : [])),
    ...yielded.flatMap(({ list, item }) => (hasNoClosingEvent(list) ? [item.id] : [])),
  ]
  const id = derivedId('evt', 'merge', into, from, 'merged', String(upTo), JSON.stringify([resolved, took]))
  const lists = { took, replaced, resolved, undecided }
  const said = Object.entries(lists).filter(([, list]) => list.length > 0)
  return fact(SessionMerged, { id, at }, { from, upTo, note, ...Object.fromEntries(said) })
}
