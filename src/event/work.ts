import * as v from 'valibot'
import { defineEvent } from './define.ts'
import { Label, Origin, Text } from './fields.ts'

const Statement = v.pipe(Text, v.minLength(1))

export const DecisionMade = defineEvent('decision.made', 1, {
  family: 'work',
  activity: true,
  fields: () => ({
    choice: Statement,
    why: v.optional(Text),
    origin: v.optional(Origin),
  }),
})
export const BlockerMet = defineEvent('blocker.met', 1, {
  family: 'work',
  activity: true,
  fields: () => ({
    text: Statement,
    kind: v.optional(Label),
    why: v.optional(Text),
    origin: v.optional(Origin),
  }),
})
/** `blocker` is the id of the event that reported it. */
export const BlockerCleared = defineEvent('blocker.cleared', 1, {
  family: 'work',
  activity: true,
  references: ['blocker'],
  fields: () => ({
    blocker: Label,
    how: v.optional(Text),
  }),
})
export const ActionPlanned = defineEvent('action.planned', 1, {
  family: 'work',
  activity: true,
  fields: () => ({
    text: Statement,
    why: v.optional(Text),
    origin: v.optional(Origin),
  }),
})
export const ActionDone = defineEvent('action.done', 1, {
  family: 'work',
  activity: true,
  references: ['action'],
  fields: () => ({ action: Label, how: v.optional(Text) }),
})
export const TaskOpened = defineEvent('task.opened', 1, {
  family: 'work',
  activity: true,
  fields: () => ({
    text: Statement,
    why: v.optional(Text),
    origin: v.optional(Origin),
  }),
})
export const TaskClosed = defineEvent('task.closed', 1, {
  family: 'work',
  activity: true,
  references: ['task'],
  fields: () => ({ task: Label, how: v.optional(Text) }),
})
export const FactPinned = defineEvent('fact.pinned', 1, {
  family: 'work',
  activity: true,
  fields: () => ({
    text: Statement,
    why: v.optional(Text),
    origin: v.optional(Origin),
  }),
})
export const FactUnpinned = defineEvent('fact.unpinned', 1, {
  family: 'work',
  activity: true,
  references: ['fact'],
  fields: () => ({ fact: Label, why: v.optional(Text) }),
})
export const GoalSet = defineEvent('goal.set', 1, {
  family: 'work',
  activity: true,
  fields: () => ({
    text: Statement,
    why: v.optional(Text),
    origin: v.optional(Origin),
  }),
})
export const EvidenceFound = defineEvent('evidence.found', 1, {
  family: 'work',
  activity: true,
  fields: () => ({
    text: Statement,
    why: v.optional(Text),
    origin: v.optional(Origin),
  }),
})
