import type { JsonObject } from '../event/canonical-json.ts'
import { fact, type NewEvent } from '../event/define.ts'
import { type Inherited, openDocument } from '../event/document.ts'
import * as events from '../event/work.ts'
import { isDecision } from '../extract/decisions.ts'
import { type Fold, fold, unchangedBy } from './fold.ts'
import {
  afterAnswer,
  afterApproval,
  afterCommand,
  afterFileChange,
  afterListing,
  afterPrompt,
  afterTaskChange,
  withPlanProgress,
} from './plan.ts'
import {
  ANSWER_LIST,
  addItem,
  closeItem,
  itemOf,
  type NotedEvent,
  openItems,
  WORK_LISTS,
  type Work,
  type WorkItem,
  type WorkList,
} from './work-items.ts'

export { openItems, WORK_LISTS, type Work, type WorkItem, type WorkList }

export const nothingNoted: Work = {
  decisions: [],
  blockers: [],
  actions: [],
  tasks: [],
  facts: [],
  evidence: [],
}

/** Inherited items come before the branch's own items, because the branch starts with them. */
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
  const closed = (items: readonly WorkItem[]): readonly WorkItem[] =>
    replaced.reduce((left, id) => closeItem(left, id, at), items)
  return replaced.length === 0 ? s : { ...s, decisions: closed(s.decisions), evidence: closed(s.evidence) }
}

export const work: Fold<Work> = /* @__PURE__ */ fold<Work>(nothingNoted, () => ({
  ...unchangedBy(
    ['lifecycle', 'identity', 'context', 'graph', 'memory', 'upkeep'],
    [
      ...(['instruction.given', 'response.streamed', 'turn.interrupted', 'correction.heard'] as const),
      ...(['subagent.started', 'subagent.stopped', 'agent.noticed', 'agent.summarized'] as const),
      ...(['context.compacting', 'context.compacted', 'compaction.undone'] as const),
      ...(['tool.called', 'file.read', 'symbol.touched', 'test.ran'] as const),
    ],
  ),
  'prompt.submitted': (s, e) => afterPrompt(s, { ...e, isHuman: (e.origin ?? 'user') === 'user' }),
  'response.completed': (s, e) => (e.text ? afterAnswer(s, { ...e, text: e.text }) : s),
  'file.changed': afterFileChange,
  'tool.returned': (s, e) =>
    e.command && e.outcome === 'ok' ? afterCommand(s, { at: e.at, command: e.command }) : s,
  'question.answered': (s, e) =>
    isDecision(e)
      ? {
          ...s,
          decisions: addItem(s.decisions, {
            ...e,
            text: events.answerLine(e),
            why: e.detail,
            origin: 'user',
            list: ANSWER_LIST,
          }),
        }
      : s,
  'plan.approved': afterApproval,
  'tasks.listed': afterListing,
  'task.changed': afterTaskChange,
  'session.branched': (s, e) => withInherited(s, readInherited(e.inherited)),
  'session.merged': (s, e) => withoutReplaced(s, e.replaced ?? [], e.at),
  'goal.set': (s, e) => ({ ...s, originalGoal: s.originalGoal ?? itemOf(e), goal: itemOf(e) }),
  'decision.made': (s, e) => ({ ...s, decisions: addItem(s.decisions, { ...e, text: e.choice }) }),
  'blocker.met': (s, e) => ({ ...s, blockers: addItem(s.blockers, e) }),
  'blocker.cleared': (s, e) => ({ ...s, blockers: closeItem(s.blockers, e.blocker, e.at) }),
  'action.planned': (s, e) => ({ ...s, actions: addItem(s.actions, e) }),
  'action.done': (s, e) => ({ ...s, actions: closeItem(s.actions, e.action, e.at) }),
  'task.opened': (s, e) => withPlanProgress({ ...s, tasks: addItem(s.tasks, e) }, e.at),
  'task.closed': (s, e) => withPlanProgress({ ...s, tasks: closeItem(s.tasks, e.task, e.at) }, e.at),
  'fact.pinned': (s, e) => ({ ...s, facts: addItem(s.facts, e) }),
  'fact.unpinned': (s, e) => ({ ...s, facts: closeItem(s.facts, e.fact, e.at) }),
  'evidence.found': (s, e) => ({ ...s, evidence: addItem(s.evidence, e) }),
}))

/** The event that adds an item to a list. */
export function itemAdded(
  list: WorkList,
  heading: Pick<NewEvent, 'id' | 'at'>,
  { text, why, origin, kind }: Omit<NotedEvent, 'id' | 'at'>,
): NewEvent {
  const fields = { text, why, origin }
  switch (list) {
    case 'decisions':
      return fact(events.DecisionMade, heading, { choice: text, why, origin })
    case 'blockers':
      return fact(events.BlockerMet, heading, { ...fields, kind })
    case 'actions':
      return fact(events.ActionPlanned, heading, fields)
    case 'tasks':
      return fact(events.TaskOpened, heading, fields)
    case 'facts':
      return fact(events.FactPinned, heading, fields)
    case 'evidence':
      return fact(events.EvidenceFound, heading, fields)
  }
}

/** Events can close only the items in these lists. Decisions and evidence are replaced by merges. */
export type ClosableList = Exclude<WorkList, 'decisions' | 'evidence'>
export const isClosable = (list: WorkList): list is ClosableList =>
  list !== 'decisions' && list !== 'evidence'

/** The event that closes an item of a list. */
export function itemClosed(
  list: ClosableList,
  heading: Pick<NewEvent, 'id' | 'at'>,
  { id, how }: { readonly id: string; readonly how?: string },
): NewEvent {
  switch (list) {
    case 'blockers':
      return fact(events.BlockerCleared, heading, { blocker: id, how })
    case 'actions':
      return fact(events.ActionDone, heading, { action: id, how })
    case 'tasks':
      return fact(events.TaskClosed, heading, { task: id, how })
    case 'facts':
      return fact(events.FactUnpinned, heading, { fact: id, why: how })
  }
}

/** An item's text for comparisons. Ignores case, spacing and final punctuation. */
export const sameWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!…]{1,3}$/, '')

/** Whether any of these notes must be visible to later sessions. Evidence matters only to the session that found it. */
export const hasOpenItems = (work: Work): boolean =>
  WORK_LISTS.some((list) => list !== 'evidence' && openItems(work[list]).length > 0)

/** The inherited items of a branch. Undefined if the document is invalid or from a newer release. */
export function readInherited(stored: JsonObject | undefined): Inherited | undefined {
  if (!stored) return undefined
  const opened = openDocument('inherited', stored)
  return opened.kind === 'document' ? opened.value : undefined
}

/** The work that a branch inherits. Omits the plan and the task lists, which only the session itself continues. */
export function inheritableWork(work: Work): Omit<Work, 'plan' | 'draft' | 'listedAt'> {
  const { plan: _, draft: __, listedAt: ___, goal, originalGoal, ...lists } = work
  return {
    ...(originalGoal && { originalGoal: plainItem(originalGoal) }),
    ...(goal && { goal: plainItem(goal) }),
    ...lists,
    ...Object.fromEntries(WORK_LISTS.map((list) => [list, work[list].map(plainItem)])),
  }
}

function plainItem({ list: _, source: __, isActive: ___, blockedBy: ____, ...item }: WorkItem): WorkItem {
  return item
}
