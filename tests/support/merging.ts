import type { JsonObject } from '../../src/event/canonical-json.ts'
import type { NewEvent } from '../../src/event/define.ts'
import { understand } from '../../src/event/understand.ts'
import { mergeEvents, resolveConflicts } from '../../src/session/merge/resolve.ts'
import { type ConflictChoice, threeWayMerge } from '../../src/session/merge/three-way.ts'
import { nothingNoted, type Work, type WorkItem, type WorkList, work } from '../../src/session/noted-work.ts'
import { eventId, session, storedEvents } from './events.ts'

export const [OURS, THEIRS] = [session('ours'), session('theirs')]

/** The work after further events, as the log's fold computes it. */
const applyEvents = (before: Work, events: readonly NewEvent[]): Work =>
  storedEvents(OURS, events).reduce((state, stored) => {
    const meaning = understand(stored)
    if (meaning.kind !== 'known') throw new Error(`${stored.type}: ${meaning.kind}`)
    return work.apply(state, meaning.event)
  }, before)

let eventCount = 0
export function event(type: string, data: JsonObject): NewEvent {
  eventCount += 1
  return { id: eventId(`merge ${eventCount}`), type, version: 1, at: eventCount, data }
}

const ADDED: Readonly<Record<WorkList, (text: string) => NewEvent>> = {
  decisions: (choice) => event('decision.made', { choice }),
  blockers: (text) => event('blocker.met', { text }),
  actions: (text) => event('action.planned', { text }),
  tasks: (text) => event('task.opened', { text }),
  facts: (text) => event('fact.pinned', { text }),
  evidence: (text) => event('evidence.found', { text }),
}
const CLOSED: Partial<Record<WorkList, (id: string) => NewEvent>> = {
  blockers: (blocker) => event('blocker.cleared', { blocker }),
  actions: (action) => event('action.done', { action }),
  tasks: (task) => event('task.closed', { task }),
  facts: (id) => event('fact.unpinned', { fact: id }),
}

export const workWith = (...lists: readonly (readonly [WorkList, string])[]): Work =>
  applyEvents(
    nothingNoted,
    lists.map(([list, text]) => ADDED[list](text)),
  )
export const addItem = (state: Work, list: WorkList, text: string): Work =>
  applyEvents(state, [ADDED[list](text)])
export function closeItem(state: Work, list: WorkList, text: string): Work {
  const item = state[list].find((one) => one.text === text && one.closedAt === undefined)
  const close = CLOSED[list]
  return item && close ? applyEvents(state, [close(item.id)]) : state
}
export const setGoal = (state: Work, text: string): Work => applyEvents(state, [event('goal.set', { text })])

export interface MergeSides {
  readonly base: Work
  readonly ours: Work
  readonly theirs: Work
}
export const mergeEventsFor = (
  { base, ours, theirs }: MergeSides,
  choice: ConflictChoice,
): readonly NewEvent[] =>
  mergeEvents(
    resolveConflicts(threeWayMerge(base, ours, theirs), () => choice),
    { into: OURS, from: THEIRS, upTo: 7, at: 1_000_000 },
  )
export const mergeWork = (three: MergeSides, choice: ConflictChoice): Work =>
  applyEvents(three.ours, mergeEventsFor(three, choice))
export const openTexts = (items: readonly WorkItem[]): readonly string[] =>
  [...new Set(items.filter(({ closedAt }) => closedAt === undefined).map(({ text }) => text))].sort()
export const closedTexts = (items: readonly WorkItem[]): readonly string[] =>
  [...new Set(items.filter(({ closedAt }) => closedAt !== undefined).map(({ text }) => text))].sort()
