import * as v from 'valibot'
import { once } from '../once.ts'
import { Count, Label, Moment, Origin, Text } from './fields.ts'

const itemShape = once(() =>
  v.strictObject({
    /** That of the event which noted it, in whatever session: by it the item is closed here too. */
    id: Label,
    text: Text,
    at: Moment,
    why: v.exactOptional(Text),
    origin: v.exactOptional(Origin),
    kind: v.exactOptional(Label),
    closedAt: v.exactOptional(Moment),
  }),
)

/** The work of a session as it stood at one of its events, for a branch that begins there. */
export const inheritedShape = once(() => {
  const items = v.array(itemShape())
  return v.strictObject({
    document: v.literal('inherited'),
    schema: Count,
    originalGoal: v.exactOptional(itemShape()),
    goal: v.exactOptional(itemShape()),
    decisions: items,
    blockers: items,
    actions: items,
    tasks: items,
    facts: items,
    evidence: items,
    files: v.array(
      v.strictObject({
        path: Label,
        change: v.picklist(['created', 'edited', 'deleted', 'renamed']),
        times: Count,
        at: Moment,
      }),
    ),
  })
})

export type Inherited = v.InferOutput<ReturnType<typeof inheritedShape>>
