import { fact, type NewEvent } from '../event/define.ts'
import { derivedId, type EventId } from '../event/identity.ts'
import { SessionMerged } from '../event/session.ts'
import * as work from '../event/work.ts'
import type { Item, WorkList } from '../session/work.ts'
import type { Resolution } from './resolve.ts'
import type { Taken } from './three-way.ts'

export interface Merging {
  readonly into: string
  readonly from: string
  /** The last event of `from` that was looked at. */
  readonly upTo: number
  readonly at: number
  readonly note?: string | undefined
}

/**
 * A resolution as facts of the session that takes it in, the last of them that it was merged. Every id comes from what
 * it was made of, so that the same merge twice is the same facts.
 */
export function mergeFacts(resolution: Resolution, merging: Merging): readonly NewEvent[] {
  const { taken, reopened, gaveWay } = resolution
  const isClosing = ({ kind }: Taken): boolean => kind === 'closed'
  // What is said again in the same words is new only after the first was closed.
  const facts = [
    ...gaveWay.flatMap(({ list, item }) => closedFact(list, item.id, heading(merging, item.id, 'gave way'))),
    ...taken.filter(isClosing).flatMap((one) => takenFacts(one, merging)),
    ...taken.filter((one) => !isClosing(one)).flatMap((one) => takenFacts(one, merging)),
    ...reopened.map(({ list, item }) => addedFact(list, item, heading(merging, item.id, 'again'))),
  ]
  return [...facts, mergedFact(resolution, { ...merging, took: facts.map(({ id }) => id) })]
}

interface Heading {
  readonly id: EventId
  readonly at: number
  readonly from: string
}

/** What happens to one thing once is known by that thing; what may happen again, also by when. */
function heading({ into, from, upTo, at }: Merging, source: string, what?: string): Heading {
  const again = what === undefined || what === 'closed' ? [] : [String(upTo)]
  return { id: derivedId('evt', 'merge', into, from, source, ...(what ? [what] : []), ...again), at, from }
}

function takenFacts(one: Taken, merging: Merging): readonly NewEvent[] {
  if (one.kind === 'goal') {
    const { text, why, origin } = one.item
    return [fact(work.GoalSet, heading(merging, one.item.id, 'goal'), { text, why, origin })]
  }
  if (one.kind === 'closed')
    return closedFact(one.list, one.item.id, heading(merging, one.theirs.id, 'closed'))
  const added = addedFact(one.list, one.item, heading(merging, one.item.id))
  if (one.item.closedAt === undefined) return [added]
  return [added, ...closedFact(one.list, added.id, heading(merging, one.item.id, 'closed'))]
}

function addedFact(list: WorkList, { text, why, origin, kind }: Item, at: Heading): NewEvent {
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

/** Decisions and evidence are nobody's to close: that they gave way is said by the merge itself. */
function closedFact(list: WorkList, id: string, at: Heading): readonly NewEvent[] {
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

const isReplaced = (list: WorkList): boolean => list === 'decisions' || list === 'evidence'

function mergedFact(
  { taken, gaveWay, resolved, undecided }: Resolution,
  merging: Merging & { readonly took: readonly string[] },
): NewEvent {
  const { into, from, upTo, at, note, took } = merging
  const replaced = [
    ...taken.flatMap((one) => (one.kind === 'closed' && isReplaced(one.list) ? [one.item.id] : [])),
    ...gaveWay.flatMap(({ list, item }) => (isReplaced(list) ? [item.id] : [])),
  ]
  const id = derivedId('evt', 'merge', into, from, 'merged', String(upTo), JSON.stringify([resolved, took]))
  const lists = { took, replaced, resolved, undecided }
  const said = Object.entries(lists).filter(([, list]) => list.length > 0)
  return fact(SessionMerged, { id, at }, { from, upTo, note, ...Object.fromEntries(said) })
}
