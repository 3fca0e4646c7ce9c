import * as v from 'valibot'
import { defineEvent } from './define.ts'
import { Label, Origin, Text } from './fields.ts'
import { derivedId, type SessionId } from './identity.ts'

/** Rules belong to no session: they are kept in a book of their own, which is a session that nobody runs. */
export const BOOK: SessionId = /* @__PURE__ */ derivedId('ses', 'leftoff', 'book of rules')

export const SCOPES = ['universal', 'language', 'project'] as const
/** Where a rule holds; `of`: which language, or the id of which project. */
export const Scope = v.strictObject({ kind: v.picklist(SCOPES), of: v.optional(Label) })
export type Scope = v.InferOutput<typeof Scope>

/** A rule was found in what the user said, or told outright. Said again, it adds to what is known of it. */
export const MemoryProposed = defineEvent('memory.proposed', 1, {
  family: 'memory',
  activity: false,
  references: ['memory'],
  fields: () => ({
    memory: Label,
    rule: Text,
    scope: Scope,
    category: v.optional(Label),
    rationale: v.optional(Text),
    confidence: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    /** The messages it comes from. */
    evidence: v.optional(v.array(Label)),
    origin: Origin,
  }),
})
export const APPROVERS = ['user', 'threshold'] as const
export const MemoryApproved = defineEvent('memory.approved', 1, {
  family: 'memory',
  activity: false,
  references: ['memory'],
  fields: () => ({
    memory: Label,
    by: v.picklist(APPROVERS),
  }),
})
export const MemoryRejected = defineEvent('memory.rejected', 1, {
  family: 'memory',
  activity: false,
  references: ['memory'],
  fields: () => ({
    memory: Label,
    reason: v.optional(Text),
  }),
})
export const MemoryEdited = defineEvent('memory.edited', 1, {
  family: 'memory',
  activity: false,
  references: ['memory'],
  fields: () => ({
    memory: Label,
    rule: v.optional(Text),
    scope: v.optional(Scope),
  }),
})
/** Another rule took its place. */
export const MemorySuperseded = defineEvent('memory.superseded', 1, {
  family: 'memory',
  activity: false,
  references: ['memory', 'by'],
  fields: () => ({ memory: Label, by: Label }),
})
/** The last two are of sessions that it was withheld from. */
export const EFFECTS = ['given', 'used', 'broken', 'withheld', 'used-without', 'broken-without'] as const
/** What a session that was given a rule, or was not given it by chance, did with it. */
export const MemoryTried = defineEvent('memory.tried', 1, {
  family: 'memory',
  activity: false,
  references: ['memory', 'during'],
  fields: () => ({
    memory: Label,
    during: Label,
    effect: v.picklist(EFFECTS),
  }),
})
