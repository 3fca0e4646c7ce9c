import * as v from 'valibot'
import { once } from '../once.ts'
import { Count, Label, Moment } from './fields.ts'

/** What the first line of an exported session says; its events follow, one a line. */
export const exportShape = once(() =>
  v.strictObject({
    document: v.literal('export'),
    schema: Count,
    session: Label,
    at: Moment,
    /** Those it descends from, the oldest first, each as far as it is part of its past; it comes last. */
    sessions: v.pipe(
      v.array(v.strictObject({ session: Label, events: v.pipe(Count, v.minValue(1)) })),
      v.minLength(1),
    ),
  }),
)

export type ExportHead = v.InferOutput<ReturnType<typeof exportShape>>
