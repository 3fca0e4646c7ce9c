import * as v from 'valibot'
import { defineEvent } from './define.ts'
import { Content, Count, Label, Origin, Text } from './fields.ts'

/** A system message. */
export const InstructionGiven = defineEvent('instruction.given', 1, {
  family: 'conversation',
  activity: true,
  fields: () => ({ text: Text }),
})
export const PromptSubmitted = defineEvent('prompt.submitted', 1, {
  family: 'conversation',
  activity: true,
  repeats: true,
  nestedReferences: ['toolCallId'],
  fields: () => ({
    text: Text,
    content: v.optional(Content),
    entities: v.optional(v.array(Label)),
    origin: v.optional(Origin),
  }),
})
export const ResponseCompleted = defineEvent('response.completed', 1, {
  family: 'conversation',
  activity: true,
  repeats: true,
  references: ['response'],
  nestedReferences: ['toolCallId'],
  fields: () => ({
    text: v.optional(Text),
    content: v.optional(Content),
    model: v.optional(Label),
    inputTokens: v.optional(Count),
    outputTokens: v.optional(Count),
    /** The stream that this response completes. */
    response: v.optional(Label),
    /** Whether the response was interrupted. */
    partial: v.optional(v.boolean()),
  }),
})
/** A part of a response that is still being streamed, stored in case the response is never completed. */
export const ResponseStreamed = defineEvent('response.streamed', 1, {
  family: 'conversation',
  activity: true,
  references: ['response'],
  fields: () => ({ response: Label, text: Text }),
})
/** The user stopped the agent before it was done. */
export const TurnInterrupted = defineEvent('turn.interrupted', 1, {
  family: 'conversation',
  activity: true,
  repeats: true,
  fields: () => ({ reason: v.optional(Text) }),
})
export const CorrectionHeard = defineEvent('correction.heard', 1, {
  family: 'conversation',
  activity: false,
  fields: () => ({
    text: Text,
    kind: v.optional(Label),
    confidence: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    origin: v.optional(Origin),
  }),
})
/** The agent started a subagent. */
export const SubagentStarted = defineEvent('subagent.started', 1, {
  family: 'conversation',
  activity: true,
  references: ['subagent'],
  fields: () => ({ subagent: Label, kind: v.optional(Label), task: v.optional(Text) }),
})
export const SubagentStopped = defineEvent('subagent.stopped', 1, {
  family: 'conversation',
  activity: true,
  references: ['subagent'],
  fields: () => ({ subagent: Label, kind: v.optional(Label), text: v.optional(Text) }),
})
/** A notice from the client, for example that it is waiting for its user, has switched models or could not continue. */
export const AgentNoticed = defineEvent('agent.noticed', 1, {
  family: 'conversation',
  activity: false,
  quiet: true,
  fields: () => ({ kind: Label, text: v.optional(Text) }),
})

/** A client's own summary of the session, written by its model. */
export const AgentSummarized = defineEvent('agent.summarized', 1, {
  family: 'conversation',
  activity: false,
  quiet: true,
  fields: () => ({ kind: Label, text: Text }),
})

/** The notice when a turn ends without an answer. */
export const STUCK = 'could not go on'

/** The notice that a client replaced the user's command with the text to which the command expands. */
export const EXPANSION = 'expands a command'

/** The notice that a person is using this client. Without it, a program may have sent the prompts. */
export const ATTENDED = 'a person is at the terminal'
