import * as v from 'valibot'
import { defineEvent } from './define.ts'
import { Label, Moment, Text } from './fields.ts'

/** A value serialized by a program: JSON as text, everything else as base64. */
export const SerializedValue = v.strictObject({
  form: Label,
  text: v.optional(Text),
  bytes: v.optional(Text),
})
export type SerializedValue = v.InferOutput<typeof SerializedValue>

/** A subgraph has its own namespace. */
const at = { namespace: Text, checkpoint: Label }

/** The graph state after a step, from which the graph can resume. */
export const GraphSaved = defineEvent('graph.saved', 1, {
  family: 'graph',
  activity: true,
  references: ['parent'],
  fields: () => ({
    ...at,
    /** The previous checkpoint. */
    parent: v.optional(Label),
    step: v.optional(Moment),
    state: SerializedValue,
    metadata: SerializedValue,
  }),
})
/** Task results within a step, so that a resumed graph does not run these tasks again. */
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
