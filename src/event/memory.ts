import * as v from 'valibot'
import { defineEvent } from './define.ts'
import { Label, Origin, Text } from './fields.ts'
import { derivedId, type SessionId } from './identity.ts'

/** Rules do not belong to a session. They are stored in the rule book, a special session without an agent. */
export const BOOK: SessionId = /* @__PURE__ */ derivedId('ses', 'leftoff', 'book of rules')

const SCOPES = ['universal', 'language', 'project'] as const
/** Where a rule applies; `of` is the language or the project id. */
export const RuleScope = v.strictObject({ kind: v.picklist(SCOPES), of: v.optional(Label) })
export type RuleScope = v.InferOutput<typeof RuleScope>

const ruleEvent = { family: 'memory', activity: false, references: ['memory'] } as const

/** A rule was found in a correction, or the user stated it explicitly. A repetition adds evidence. */
export const MemoryProposed = defineEvent('memory.proposed', 1, {
  ...ruleEvent,
  fields: () => ({
    memory: Label,
    rule: Text,
    scope: RuleScope,
    category: v.optional(Label),
    rationale: v.optional(Text),
    confidence: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    /** The messages that the rule comes from. */
    evidence: v.optional(v.array(Label)),
    origin: Origin,
  }),
})
export const APPROVERS = ['user', 'threshold'] as const
export const MemoryApproved = defineEvent('memory.approved', 1, {
  ...ruleEvent,
  fields: () => ({ memory: Label, by: v.picklist(APPROVERS) }),
})
export const MemoryRejected = defineEvent('memory.rejected', 1, {
  ...ruleEvent,
  fields: () => ({ memory: Label, reason: v.optional(Text) }),
})
export const MemoryEdited = defineEvent('memory.edited', 1, {
  ...ruleEvent,
  fields: () => ({ memory: Label, rule: v.optional(Text), scope: v.optional(RuleScope) }),
})
/** Another rule replaced this one. */
export const MemorySuperseded = defineEvent('memory.superseded', 1, {
  family: 'memory',
  activity: false,
  references: ['memory', 'by'],
  fields: () => ({ memory: Label, by: Label }),
})
/**
 * What happened to a rule in a session. The last three apply to sessions from which the rule was withheld.
 */
export const EFFECTS = ['given', 'used', 'broken', 'withheld', 'used-without', 'broken-without'] as const
/** Whether a session followed a rule that was given to it, or withheld from it at random. */
export const MemoryTried = defineEvent('memory.tried', 1, {
  family: 'memory',
  activity: false,
  references: ['memory', 'during'],
  fields: () => ({ memory: Label, during: Label, effect: v.picklist(EFFECTS) }),
})
