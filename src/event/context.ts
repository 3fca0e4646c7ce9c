import * as v from 'valibot'
import { defineEvent } from './define.ts'
import { Contents, Count, Label, Text } from './fields.ts'

export const ContextCompacting = defineEvent('context.compacting', 1, {
  family: 'conversation',
  activity: true,
  fields: () => ({ trigger: v.optional(v.picklist(['manual', 'auto'])) }),
})
export const ContextCompacted = defineEvent('context.compacted', 1, {
  family: 'conversation',
  activity: true,
  repeats: true,
  references: ['upToIn'],
  fields: () => ({
    trigger: v.optional(v.picklist(['manual', 'auto'])),
    summary: v.optional(Text),
    /** The last event that the summary replaces, if leftoff manages the context itself. */
    upTo: v.optional(Count),
    /** The session of `upTo`, if it is an ancestor of this one. */
    upToIn: v.optional(Label),
    /** What wrote the summary: `rules`, or the name of a model. */
    by: v.optional(Label),
    /** Statements found in the messages before `upTo`. */
    found: v.optional(Contents),
    tokensBefore: v.optional(Count),
    tokensAfter: v.optional(Count),
  }),
})
/** A compaction was undone: the summary is dropped, and the context contains the replaced messages again. */
export const CompactionUndone = defineEvent('compaction.undone', 1, {
  family: 'conversation',
  activity: true,
  references: ['compaction'],
  fields: () => ({ compaction: Label }),
})
/** Phases of the context window: the fuller the window, the shorter the output. */
export const PHASES = ['VERBOSE', 'CONDENSED', 'SIGNALS', 'CRITICAL'] as const
export type Phase = (typeof PHASES)[number]

/** Why a checkpoint is taken. */
export const OCCASIONS = ['compacting', 'stop', 'command', 'agent'] as const
export type CheckpointOccasion = (typeof OCCASIONS)[number]

/** Size of the agent's context in tokens. */
export const ContextMeasured = defineEvent('context.measured', 1, {
  family: 'context',
  activity: false,
  quiet: true,
  references: ['source'],
  fields: () => ({
    used: Count,
    window: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    /** Where the count comes from: transcript or status line. */
    source: Label,
  }),
})
/** The tiered state of a session, saved before a compaction or a stop. */
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
/** A handoff to the next session. */
export const HandoffWritten = defineEvent('handoff.written', 1, {
  family: 'context',
  activity: false,
  quiet: true,
  nestedReferences: ['head'],
  fields: () => ({
    schema: Count,
    /** The receiving agent. Absent if any agent may receive it. */
    to: v.optional(Label),
    /**
     * Whether leftoff wrote the handoff at the end of the session. The next session receives only explicit
     * handoffs as handoffs.
     */
    automatic: v.optional(v.boolean()),
    summary: Contents,
  }),
})
/** What a session did, written at its end. */
export const ProgressLogged = defineEvent('progress.logged', 1, {
  family: 'context',
  activity: false,
  quiet: true,
  fields: () => ({ schema: Count, log: Contents }),
})
/** leftoff gave the agent a reminder. */
export const NudgeGiven = defineEvent('nudge.given', 1, {
  family: 'context',
  activity: false,
  quiet: true,
  fields: () => ({ kind: Label, text: v.optional(Text) }),
})
