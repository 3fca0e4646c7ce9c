import * as v from 'valibot'
import { defineEvent } from './define.ts'
import { Count, Label, Origin, Text } from './fields.ts'

export const PromptSubmitted = defineEvent('prompt.submitted', 1, () => ({
  text: Text,
  entities: v.optional(v.array(Label)),
  origin: v.optional(Origin),
}))
export const ResponseCompleted = defineEvent('response.completed', 1, () => ({
  text: v.optional(Text),
  model: v.optional(Label),
  inputTokens: v.optional(Count),
  outputTokens: v.optional(Count),
}))
/** The user stopped the agent before it was done. */
export const TurnInterrupted = defineEvent('turn.interrupted', 1, () => ({ reason: v.optional(Text) }))
export const CorrectionHeard = defineEvent('correction.heard', 1, () => ({
  text: Text,
  kind: v.optional(Label),
  confidence: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  origin: v.optional(Origin),
}))
/** The agent set a helper of its own to work. */
export const SubagentStarted = defineEvent('subagent.started', 1, () => ({
  subagent: Label,
  kind: v.optional(Label),
  task: v.optional(Text),
}))
export const SubagentStopped = defineEvent('subagent.stopped', 1, () => ({
  subagent: Label,
  kind: v.optional(Label),
  text: v.optional(Text),
}))
/** The client told something about itself: it waits for its user, switched models, could not go on. */
export const AgentNoticed = defineEvent('agent.noticed', 1, () => ({ kind: Label, text: v.optional(Text) }))

/** What is noticed when a turn ends without an answer. */
export const STUCK = 'could not go on'
