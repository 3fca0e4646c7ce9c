import type { JsonObject } from '../event/canonical-json.ts'
import { type Inherited, openDocument } from '../event/document.ts'
import type { Origin } from '../event/fields.ts'
import { type Fold, fold, unchangedBy } from './fold.ts'

/** A noted item. Its id is its event's id. */
export interface WorkItem {
  readonly id: string
  readonly text: string
  readonly at: number
  readonly why?: string
  readonly origin?: Origin
  readonly kind?: string
  /** When it was done, cleared, unpinned or replaced; absent while it is open. */
  readonly closedAt?: number
}

/** Goal, decisions and open work of a session. Nothing is truncated here, only in briefs. */
export interface Work {
  /** The first goal, to detect drift. */
  readonly originalGoal?: WorkItem
  readonly goal?: WorkItem
  readonly decisions: readonly WorkItem[]
  readonly blockers: readonly WorkItem[]
  readonly actions: readonly WorkItem[]
  readonly tasks: readonly WorkItem[]
  readonly facts: readonly WorkItem[]
  readonly evidence: readonly WorkItem[]
}

export const WORK_LISTS = ['decisions', 'blockers', 'actions', 'tasks', 'facts', 'evidence'] as const
export type WorkList = (typeof WORK_LISTS)[number]

export const nothingNoted: Work = {
  decisions: [],
  blockers: [],
  actions: [],
  tasks: [],
  facts: [],
  evidence: [],
}

interface NotedEvent {
  readonly id: string
  readonly at: number
  readonly text: string
  readonly why?: string | undefined
  readonly origin?: Origin | undefined
  readonly kind?: string | undefined
}

const item = ({ id, at, text, why, origin, kind }: NotedEvent): WorkItem => ({
  id,
  text,
  at,
  ...(why !== undefined && { why }),
  ...(origin !== undefined && { origin }),
  ...(kind !== undefined && { kind }),
})

/** Repeating an open item changes nothing. */
function addItem(items: readonly WorkItem[], event: NotedEvent): readonly WorkItem[] {
  const known = items.some(({ text, closedAt }) => closedAt === undefined && text === event.text)
  return known ? items : [...items, item(event)]
}

const closeItem = (items: readonly WorkItem[], id: string, at: number): readonly WorkItem[] =>
  items.map((known) => (known.id === id && known.closedAt === undefined ? { ...known, closedAt: at } : known))

/** A branch starts empty, so the items of its parent come first. */
function withInherited(own: Work, inherited: Inherited | undefined): Work {
  if (!inherited) return own
  const { document: _, schema: __, files: ___, ...work } = inherited
  const joined = (list: WorkList): readonly WorkItem[] => [...work[list], ...own[list]]
  return {
    ...work,
    ...own,
    decisions: joined('decisions'),
    blockers: joined('blockers'),
    actions: joined('actions'),
    tasks: joined('tasks'),
    facts: joined('facts'),
    evidence: joined('evidence'),
  }
}

function withoutReplaced(s: Work, replaced: readonly string[], at: number): Work {
  const gone = (items: readonly WorkItem[]): readonly WorkItem[] =>
    replaced.reduce((left, id) => closeItem(left, id, at), items)
  return replaced.length === 0 ? s : { ...s, decisions: gone(s.decisions), evidence: gone(s.evidence) }
}

export const work: Fold<Work> = /* @__PURE__ */ fold<Work>(nothingNoted, () => ({
  ...unchangedBy(['lifecycle', 'identity', 'conversation', 'tools', 'context', 'graph', 'memory', 'upkeep']),
  'session.branched': (s, e) => withInherited(s, readInherited(e.inherited)),
  'session.merged': (s, e) => withoutReplaced(s, e.replaced ?? [], e.at),
  'goal.set': (s, e) => ({ ...s, originalGoal: s.originalGoal ?? item(e), goal: item(e) }),
  'decision.made': (s, e) => ({ ...s, decisions: addItem(s.decisions, { ...e, text: e.choice }) }),
  'blocker.met': (s, e) => ({ ...s, blockers: addItem(s.blockers, e) }),
  'blocker.cleared': (s, e) => ({ ...s, blockers: closeItem(s.blockers, e.blocker, e.at) }),
  'action.planned': (s, e) => ({ ...s, actions: addItem(s.actions, e) }),
  'action.done': (s, e) => ({ ...s, actions: closeItem(s.actions, e.action, e.at) }),
  'task.opened': (s, e) => ({ ...s, tasks: addItem(s.tasks, e) }),
  'task.closed': (s, e) => ({ ...s, tasks: closeItem(s.tasks, e.task, e.at) }),
  'fact.pinned': (s, e) => ({ ...s, facts: addItem(s.facts, e) }),
  'fact.unpinned': (s, e) => ({ ...s, facts: closeItem(s.facts, e.fact, e.at) }),
  'evidence.found': (s, e) => ({ ...s, evidence: addItem(s.evidence, e) }),
}))

export const openItems = (items: readonly WorkItem[]): readonly WorkItem[] =>
  items.filter(({ closedAt }) => closedAt === undefined)

/** The inherited items of a branch. Empty if the document is invalid or from a newer release. */
export function readInherited(stored: Readonly<Record<string, unknown>> | undefined): Inherited | undefined {
  if (!stored) return undefined
  const opened = openDocument('inherited', stored as JsonObject)
  return opened.kind === 'document' ? opened.value : undefined
}
