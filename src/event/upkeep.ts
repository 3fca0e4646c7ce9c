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
    /** At what the agent was given it. */
    occasion: v.optional(Label),
    /** The events that its lines came from. */
    told: v.optional(v.array(Label)),
    /** Rules that concern it and that it was not told, by chance: `memory.withhold`. */
    withheld: v.optional(v.array(Label)),
  }),
})
/** Something arrived that could not be understood. Where it is kept is said, what it held is not. */
export const CaptureDamaged = defineEvent('capture.damaged', 1, {
  family: 'upkeep',
  activity: false,
  references: ['source'],
  fields: () => ({
    source: Label,
    offset: v.optional(Count),
    reason: Text,
  }),
})
/** The log was compared with the client's own transcript, and what was missing was filled in. */
export const CaptureReconciled = defineEvent('capture.reconciled', 1, {
  family: 'upkeep',
  activity: false,
  quiet: true,
  references: ['source'],
  fields: () => ({
    source: Label,
    /** How many bytes of it there were; what is written later is compared the next time. */
    bytes: Count,
    records: Count,
    filled: Count,
    /** Records that could not be read. */
    skipped: Count,
    /** The transcript is there no more, or never was. */
    missing: v.optional(v.boolean()),
  }),
})
/**
 * How a file of the session stood when leftoff looked at it, after the agent had changed it: what tells later by its
 * content whether anybody has changed it since.
 */
export const FileSettled = defineEvent('file.settled', 1, {
  family: 'upkeep',
  activity: false,
  quiet: true,
  references: ['blob'],
  fields: () => ({
    path: Label,
    bytes: Count,
    /** When it was written, in milliseconds. */
    writtenAt: Moment,
    /** Its content, as git names it; absent for a large file. */
    blob: v.optional(Label),
  }),
})
/** The payloads of these events were erased on request; their hashes remain, so the chain still verifies. */
export const EventForgotten = defineEvent('event.forgotten', 1, {
  family: 'upkeep',
  activity: false,
  fields: () => ({
    seqs: v.array(Count),
    reason: v.optional(Text),
  }),
})
