import * as v from 'valibot'
import { defineEvent } from './define.ts'
import { Count, Label, Moment, Text } from './fields.ts'

export const BriefGiven = defineEvent('brief.given', 1, {
  family: 'upkeep',
  activity: false,
  quiet: true,
  references: ['from', 'told', 'withheld'],
  fields: () => ({
    format: Label,
    tokens: Count,
    from: v.optional(v.array(Label)),
    /** The hook that the brief replied to. */
    occasion: v.optional(Label),
    /** The source events of the lines in the brief. */
    told: v.optional(v.array(Label)),
    /** Relevant rules that were withheld at random (`memory.withhold`). */
    withheld: v.optional(v.array(Label)),
  }),
})
/** Input that could not be parsed. The event records where the input is stored, not its content. */
export const CaptureDamaged = defineEvent('capture.damaged', 1, {
  family: 'upkeep',
  activity: false,
  references: ['source'],
  fields: () => ({ source: Label, offset: v.optional(Count), reason: Text }),
})
/** The log was compared with the client's transcript, and missing events were filled in. */
export const CaptureReconciled = defineEvent('capture.reconciled', 1, {
  family: 'upkeep',
  activity: false,
  quiet: true,
  references: ['source'],
  fields: () => ({
    source: Label,
    /** The size of the transcript. Later additions are compared next time. */
    bytes: Count,
    records: Count,
    filled: Count,
    /** Records that could not be read. */
    skipped: Count,
    /** The transcript does not exist. */
    missing: v.optional(v.boolean()),
  }),
})
/** The state of a file after the agent changed it. A later comparison shows whether the file has changed since. */
export const FileSettled = defineEvent('file.settled', 1, {
  family: 'upkeep',
  activity: false,
  quiet: true,
  references: ['blob'],
  fields: () => ({
    path: Label,
    bytes: Count,
    /** The mtime in milliseconds. */
    writtenAt: Moment,
    /** The git blob hash; absent for a large file. */
    blob: v.optional(Label),
  }),
})
/** The payloads of these events were erased on request; the hashes remain, so the chain still verifies. */
export const EventForgotten = defineEvent('event.forgotten', 1, {
  family: 'upkeep',
  activity: false,
  fields: () => ({ seqs: v.array(Count), reason: v.optional(Text) }),
})
