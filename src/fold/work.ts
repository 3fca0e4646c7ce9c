import type { Origin } from '../event/fields.ts'
import { CARRY, CRAFT, GRAPH, IDENTITY, LIFECYCLE, MEMORY, TALK, UPKEEP } from './families.ts'
import { type Fold, fold, unchangedBy } from './fold.ts'

/** Something noted: its id is that of the event which noted it. */
export interface Item {
  readonly id: string
  readonly text: string
  readonly at: number
  readonly why?: string
  readonly origin?: Origin
  readonly kind?: string
  /** When it was done or cleared; absent while it is open. */
  readonly closedAt?: number
}

/** What the session is about and where it stands. Everything is kept; only a brief is cut. */
export interface Work {
  /** The first goal, against which drift is seen. */
  readonly originalGoal?: Item
  readonly goal?: Item
  readonly decisions: readonly Item[]
  readonly blockers: readonly Item[]
  readonly actions: readonly Item[]
  readonly tasks: readonly Item[]
  readonly facts: readonly Item[]
  readonly evidence: readonly Item[]
}

const nothingNoted: Work = { decisions: [], blockers: [], actions: [], tasks: [], facts: [], evidence: [] }

interface Noted {
  readonly id: string
  readonly at: number
  readonly text: string
  readonly why?: string | undefined
  readonly origin?: Origin | undefined
  readonly kind?: string | undefined
}

const item = ({ id, at, text, why, origin, kind }: Noted): Item => ({
  id,
  text,
  at,
  ...(why !== undefined && { why }),
  ...(origin !== undefined && { origin }),
  ...(kind !== undefined && { kind }),
})

/** The same thing said again while it is open is the same thing. */
function noted(items: readonly Item[], event: Noted): readonly Item[] {
  const known = items.some(({ text, closedAt }) => closedAt === undefined && text === event.text)
  return known ? items : [...items, item(event)]
}

const closed = (items: readonly Item[], id: string, at: number): readonly Item[] =>
  items.map((known) => (known.id === id && known.closedAt === undefined ? { ...known, closedAt: at } : known))

export const work: Fold<Work> = /* @__PURE__ */ fold<Work>(nothingNoted, () => ({
  ...unchangedBy(...LIFECYCLE, ...IDENTITY, ...TALK, ...CRAFT, ...CARRY, ...GRAPH, ...MEMORY, ...UPKEEP),
  'goal.set': (s, e) => ({ ...s, originalGoal: s.originalGoal ?? item(e), goal: item(e) }),
  'decision.made': (s, e) => ({ ...s, decisions: noted(s.decisions, { ...e, text: e.choice }) }),
  'blocker.met': (s, e) => ({ ...s, blockers: noted(s.blockers, e) }),
  'blocker.cleared': (s, e) => ({ ...s, blockers: closed(s.blockers, e.blocker, e.at) }),
  'action.planned': (s, e) => ({ ...s, actions: noted(s.actions, e) }),
  'action.done': (s, e) => ({ ...s, actions: closed(s.actions, e.action, e.at) }),
  'task.opened': (s, e) => ({ ...s, tasks: noted(s.tasks, e) }),
  'task.closed': (s, e) => ({ ...s, tasks: closed(s.tasks, e.task, e.at) }),
  'fact.pinned': (s, e) => ({ ...s, facts: noted(s.facts, e) }),
  'fact.unpinned': (s, e) => ({ ...s, facts: closed(s.facts, e.fact, e.at) }),
  'evidence.found': (s, e) => ({ ...s, evidence: noted(s.evidence, e) }),
}))

export const open = (items: readonly Item[]): readonly Item[] =>
  items.filter(({ closedAt }) => closedAt === undefined)
