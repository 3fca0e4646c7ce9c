import * as v from 'valibot'
import { defineEvent } from './define.ts'
import { Label, Moment, Text } from './fields.ts'

/** A value as a program wrote it down to read it again: JSON as text, everything else as base64. */
export const SerializedValue = v.strictObject({
  form: Label,
  text: v.optional(Text),
  bytes: v.optional(Text),
})
export type SerializedValue = v.InferOutput<typeof SerializedValue>

/** Where in a graph: one that is part of another has a namespace of its own. */
const at = { namespace: Text, checkpoint: Label }

/** The whole state of a graph after a step, from which it can go on. */
export const GraphSaved = defineEvent('graph.saved', 1, {
  family: 'graph',
  activity: true,
  references: ['parent'],
  fields: () => ({
    ...at,
    /** The state that it came from. */
    parent: v.optional(Label),
    step: v.optional(Moment),
    state: SerializedValue,
    metadata: SerializedValue,
  }),
})
/** What tasks of a step gave, before the step was over: they need not be done again. */
export const GraphWritten = defineEvent('graph.written', 1, {
  family: 'graph',
  activity: true,
  references: ['task'],
  fields: () => ({
    ...at,
    task: Label,
    writes: v.array(v.strictObject({ channel: Label, index: Moment, value: SerializedValue })),
  }),
})
