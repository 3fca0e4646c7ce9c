import * as v from 'valibot'
import { defineEvent } from './define.ts'
import { Count, Label, Text } from './fields.ts'

/** How full the context window is, and so how much may be said: the emptier, the more. */
export const PHASES = ['VERBOSE', 'CONDENSED', 'SIGNALS', 'CRITICAL'] as const
export type Phase = (typeof PHASES)[number]

/** Why a checkpoint is taken. */
export const OCCASIONS = ['compacting', 'stop', 'command', 'agent'] as const
export type Occasion = (typeof OCCASIONS)[number]

/** What a document holds is for its own schema to say (document.ts): the event keeps it as it was written. */
const Contents = v.record(v.string(), v.unknown())

/** How many tokens the agent's context held. */
export const ContextMeasured = defineEvent('context.measured', 1, () => ({
  used: Count,
  window: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Who counted: the transcript of the agent, its status line. */
  source: Label,
}))
/** The tiered state of a session, written down before something makes an agent forget. */
export const CheckpointTaken = defineEvent('checkpoint.taken', 1, () => ({
  schema: Count,
  occasion: v.picklist(OCCASIONS),
  phase: v.picklist(PHASES),
  state: Contents,
}))
/** What a session leaves for the next one, on purpose. */
export const HandoffWritten = defineEvent('handoff.written', 1, () => ({
  schema: Count,
  /** The agent that it is meant for; anybody, where it is absent. */
  to: v.optional(Label),
  summary: Contents,
}))
/** leftoff reminded the agent of something. */
export const NudgeGiven = defineEvent('nudge.given', 1, () => ({ kind: Label, text: v.optional(Text) }))
