import type { Origin } from '../event/fields.ts'

/** The list that contains the steps of a plan. */
export const PLAN_LIST = 'plan'
/** The prefix of a decision that records what a plan excludes. */
export const OUT_OF_SCOPE = 'Out of scope: '
/** The list that contains the user's answers to the agent's questions. */
export const ANSWER_LIST = 'answers'

/** A plan that was proposed or written to a file, but not approved yet. */
export interface PlanDraft {
  readonly source: string
  readonly text: string
  readonly path?: string
}

/** The approved plan of a session. Its items are in the lists of `Work`. */
export interface ApprovedPlan {
  /** The event that approved it. */
  readonly id: string
  readonly at: number
  readonly title?: string
  /** Whether files were changed since the approval. */
  readonly isStarted?: boolean
}

/** A noted item. Its id is the id of its event, or is derived from that id if the event contains several items. */
export interface WorkItem {
  readonly id: string
  readonly text: string
  readonly at: number
  readonly why?: string
  readonly origin?: Origin
  readonly kind?: string
  /** When it was done, cleared, unpinned or replaced; absent while it is open. */
  readonly closedAt?: number
  /** The task list that contains it: `plan`, or the name of an agent's list. */
  readonly list?: string
  /** The event that contains it, if its id is derived. */
  readonly source?: string
  /** Whether the agent is working on it. */
  readonly isActive?: boolean
  /** Tasks that must be done before this one. */
  readonly blockedBy?: readonly string[]
}

/** Goal, decisions and open work of a session. Items are truncated only in briefs, not here. */
export interface Work {
  /** The first goal, for detecting drift. */
  readonly originalGoal?: WorkItem
  readonly goal?: WorkItem
  readonly decisions: readonly WorkItem[]
  readonly blockers: readonly WorkItem[]
  readonly actions: readonly WorkItem[]
  readonly tasks: readonly WorkItem[]
  readonly facts: readonly WorkItem[]
  readonly evidence: readonly WorkItem[]
  readonly plan?: ApprovedPlan
  /** A plan that the user has not approved yet. */
  readonly draft?: PlanDraft
  /** When an agent last wrote a complete task list. */
  readonly listedAt?: number
}

export const WORK_LISTS = ['decisions', 'blockers', 'actions', 'tasks', 'facts', 'evidence'] as const
export type WorkList = (typeof WORK_LISTS)[number]

export interface NotedEvent {
  readonly id: string
  readonly at: number
  readonly text: string
  readonly why?: string | undefined
  readonly origin?: Origin | undefined
  readonly kind?: string | undefined
  readonly list?: string | undefined
}

export const itemOf = ({ id, at, text, why, origin, kind, list }: NotedEvent): WorkItem => ({
  id,
  text,
  at,
  ...(why !== undefined && { why }),
  ...(origin !== undefined && { origin }),
  ...(kind !== undefined && { kind }),
  ...(list !== undefined && { list }),
})

/** Adds an item, unless an open item has the same text. */
export function addItem(items: readonly WorkItem[], event: NotedEvent): readonly WorkItem[] {
  const known = items.some(({ text, closedAt }) => closedAt === undefined && text === event.text)
  return known ? items : [...items, itemOf(event)]
}

export const closeItem = (items: readonly WorkItem[], id: string, at: number): readonly WorkItem[] =>
  items.map((known) => (known.id === id && known.closedAt === undefined ? { ...known, closedAt: at } : known))

/** Adds several items. Skips an item if its id is known or an open item has the same text. */
export function addItems(items: readonly WorkItem[], more: readonly WorkItem[]): readonly WorkItem[] {
  const all = [...items]
  for (const item of more) {
    const isKnown = all.some(
      ({ id, text, closedAt }) => id === item.id || (closedAt === undefined && text === item.text),
    )
    if (!isKnown) all.push(item)
  }
  return all
}

export const openItems = (items: readonly WorkItem[]): readonly WorkItem[] =>
  items.filter(({ closedAt }) => closedAt === undefined)
