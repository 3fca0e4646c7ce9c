import * as v from 'valibot'
import { defineEvent } from './define.ts'
import { Label, Origin, Text } from './fields.ts'

const Statement = v.pipe(Text, v.minLength(1))
const statement = () => ({ text: Statement, why: v.optional(Text), origin: v.optional(Origin) })
/** Notes about the work, by the agent or its user. */
const note = { family: 'work', activity: true } as const

export const DecisionMade = defineEvent('decision.made', 1, {
  ...note,
  fields: () => ({ choice: Statement, why: v.optional(Text), origin: v.optional(Origin) }),
})
export const BlockerMet = defineEvent('blocker.met', 1, {
  ...note,
  fields: () => ({
    text: Statement,
    kind: v.optional(Label),
    why: v.optional(Text),
    origin: v.optional(Origin),
  }),
})
/** `blocker` is the id of the event that reported the blocker. */
export const BlockerCleared = defineEvent('blocker.cleared', 1, {
  ...note,
  references: ['blocker'],
  fields: () => ({ blocker: Label, how: v.optional(Text) }),
})
export const ActionPlanned = defineEvent('action.planned', 1, { ...note, fields: statement })
export const ActionDone = defineEvent('action.done', 1, {
  ...note,
  references: ['action'],
  fields: () => ({ action: Label, how: v.optional(Text) }),
})
export const TaskOpened = defineEvent('task.opened', 1, {
  ...note,
  fields: () => ({
    ...statement(),
    /** The agent's own task list that contains the task. Absent if the task was recorded as a note. */
    list: v.optional(Label),
  }),
})
export const TaskClosed = defineEvent('task.closed', 1, {
  ...note,
  references: ['task'],
  fields: () => ({ task: Label, how: v.optional(Text) }),
})
export const FactPinned = defineEvent('fact.pinned', 1, { ...note, fields: statement })
export const FactUnpinned = defineEvent('fact.unpinned', 1, {
  ...note,
  references: ['fact'],
  fields: () => ({ fact: Label, why: v.optional(Text) }),
})
export const GoalSet = defineEvent('goal.set', 1, { ...note, fields: statement })
export const EvidenceFound = defineEvent('evidence.found', 1, { ...note, fields: statement })

/** A question that the agent asked and the user answered in a dialog. The agent wrote the options. */
export const QuestionAnswered = defineEvent('question.answered', 1, {
  ...note,
  references: ['call'],
  fields: () => ({
    question: Statement,
    answer: Statement,
    /** How the client described the chosen option. */
    detail: v.optional(Statement),
    /** Whether the user typed the answer instead of choosing an option. */
    typed: v.optional(v.boolean()),
    call: v.optional(Label),
  }),
})
/** The user approved a plan. If `text` is absent, the plan is in the plan file that the agent wrote last. */
export const PlanApproved = defineEvent('plan.approved', 1, {
  ...note,
  references: ['file'],
  fields: () => ({
    text: v.optional(Text),
    file: v.optional(Label),
  }),
})
export const TASK_STATUSES = ['pending', 'active', 'done', 'dropped'] as const
const TaskStatus = v.picklist(TASK_STATUSES)
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** A whole task list in order, for clients whose agent rewrites the whole list each time. */
export const TasksListed = defineEvent('tasks.listed', 1, {
  family: 'work',
  activity: true,
  fields: () => ({
    /** Names the list, if a client has several. */
    list: Label,
    tasks: v.array(v.strictObject({ text: Statement, status: TaskStatus })),
  }),
})
/** A change to one task. `task` is the id of the event that opened it. */
export const TaskChanged = defineEvent('task.changed', 1, {
  ...note,
  references: ['task', 'blockedBy', 'blocks'],
  fields: () => ({
    task: Label,
    text: v.optional(Statement),
    why: v.optional(Text),
    status: v.optional(TaskStatus),
    /** Tasks that must be done before this one. */
    blockedBy: v.optional(v.array(Label)),
    /** Tasks that are waiting for this one. */
    blocks: v.optional(v.array(Label)),
  }),
})

/** An answered question as one line. */
export function answerLine({
  question,
  answer,
}: {
  readonly question: string
  readonly answer: string
}): string {
  const asked = question.trim()
  const last =
    asked.length > LONG_QUESTION ? (/(?:^|[.!?:]\s)([^.!?]{10,300}\?)$/.exec(asked)?.[1] ?? asked) : asked
  const chosen = answer.replaceAll(RECOMMENDED, '').trim()
  return `${last.replace(/[?:.\s]{1,5}$/, '')}: ${chosen}`.replaceAll(/\s{1,400}/g, ' ')
}
const LONG_QUESTION = 100
/** How agents mark the option that they recommend. */
const RECOMMENDED = /\s\(recommended\)/gi
