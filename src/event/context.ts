import * as v from 'valibot'
import { defineEvent } from './define.ts'
import { Count, Label, Text } from './fields.ts'

export const ContextCompacting = defineEvent('context.compacting', 1, {
  family: 'conversation',
  activity: true,
  fields: () => ({
    trigger: v.optional(v.picklist(['manual', 'auto'])),
  }),
})
export const ContextCompacted = defineEvent('context.compacted', 1, {
  family: 'conversation',
  activity: true,
  repeats: true,
  references: ['upToIn'],
  fields: () => ({
    trigger: v.optional(v.picklist(['manual', 'auto'])),
    summary: v.optional(Text),
    /** Of a context that leftoff keeps itself: the last event that the summary stands for. */
    upTo: v.optional(Count),
    /** In which session that is, where it is not this one: a branch has the past of its parent. */
    upToIn: v.optional(Label),
    /** Who wrote the summary: rules, or the model of this name. */
    by: v.optional(Label),
    /** What the messages before `upTo` had said, beside the summary. */
    found: v.optional(v.record(v.string(), v.unknown())),
    tokensBefore: v.optional(Count),
    tokensAfter: v.optional(Count),
  }),
})
/** The messages stand again for themselves. */
export const CompactionUndone = defineEvent('compaction.undone', 1, {
  family: 'conversation',
  activity: true,
  references: ['compaction'],
  fields: () => ({ compaction: Label }),
})
/** How full the context window is, and so how much may be said: the emptier, the more. */
export const PHASES = ['VERBOSE', 'CONDENSED', 'SIGNALS', 'CRITICAL'] as const
export type Phase = (typeof PHASES)[number]

/** Why a checkpoint is taken. */
export const OCCASIONS = ['compacting', 'stop', 'command', 'agent'] as const
export type Occasion = (typeof OCCASIONS)[number]

/** What a document holds is for its own schema to say (document.ts): the event keeps it as it was written. */
const Contents = v.record(v.string(), v.unknown())

/** How many tokens the agent's context held. */
export const ContextMeasured = defineEvent('context.measured', 1, {
  family: 'context',
  activity: false,
  quiet: true,
  references: ['source'],
  fields: () => ({
    used: Count,
    window: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    /** Who counted: the transcript of the agent, its status line. */
    source: Label,
  }),
})
/** The tiered state of a session, written down before something makes an agent forget. */
export const CheckpointTaken = defineEvent('checkpoint.taken', 1, {
  family: 'context',
  activity: false,
  quiet: true,
  nestedReferences: ['session_id'],
  fields: () => ({
    schema: Count,
    occasion: v.picklist(OCCASIONS),
    phase: v.picklist(PHASES),
    state: Contents,
  }),
})
/** What a session leaves for the next one, on purpose. */
export const HandoffWritten = defineEvent('handoff.written', 1, {
  family: 'context',
  activity: false,
  quiet: true,
  nestedReferences: ['head'],
  fields: () => ({
    schema: Count,
    /** The agent that it is meant for; anybody, where it is absent. */
    to: v.optional(Label),
    summary: Contents,
  }),
})
/** leftoff reminded the agent of something. */
export const NudgeGiven = defineEvent('nudge.given', 1, {
  family: 'context',
  activity: false,
  quiet: true,
  fields: () => ({ kind: Label, text: v.optional(Text) }),
})
