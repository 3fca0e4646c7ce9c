import * as v from 'valibot'
import { defineEvent } from './define.ts'
import { Contents, Count, Label, Moment, Origin, ProcessRef, Project, Text } from './fields.ts'

export const START_TRIGGERS = ['process', 'command', 'hook', 'import'] as const
const END_TRIGGERS = ['exit', 'signal', 'command', 'hook', 'idle-timeout', 'max-duration'] as const
const CRASH_TRIGGERS = ['process-gone', 'quiet'] as const
const RESUME_TRIGGERS = ['activity', 'command', 'hook'] as const
const ARCHIVE_REASONS = ['expired', 'completed', 'cleanup', 'discarded', 'ended'] as const
/** What a recovery did: filled gaps from the transcript, proposed rules or approved rules. */
const RECOVERY_ACTIONS = ['filled', 'proposed', 'approved'] as const
export interface RecoveryAction {
  readonly action: (typeof RECOVERY_ACTIONS)[number]
  readonly count: number
}
export type EndTrigger = (typeof END_TRIGGERS)[number]
export type CrashTrigger = (typeof CRASH_TRIGGERS)[number]
export type ArchiveReason = (typeof ARCHIVE_REASONS)[number]

export const SessionStarted = defineEvent('session.started', 1, {
  family: 'identity',
  activity: false,
  references: ['agentSession', 'project', 'checkout', 'directory', 'head', 'process', 'transcript'],
  fields: () => ({
    trigger: v.picklist(START_TRIGGERS),
    agent: Label,
    agentVersion: v.optional(Label),
    /** The agent's own id for this session. */
    agentSession: v.optional(Label),
    project: Project,
    /** The folder of the repository that this session works in. */
    checkout: Label,
    directory: Label,
    branch: v.optional(Label),
    head: v.optional(Label),
    language: v.optional(Label),
    process: v.optional(ProcessRef),
    /** Path of the agent's own transcript. */
    transcript: v.optional(Label),
  }),
})

export const SessionIdled = defineEvent('session.idled', 1, {
  family: 'lifecycle',
  activity: false,
  fields: () => ({ quietSince: Moment }),
})
export const SessionResumed = defineEvent('session.resumed', 1, {
  family: 'identity',
  activity: false,
  references: ['process', 'transcript'],
  fields: () => ({
    trigger: v.picklist(RESUME_TRIGGERS),
    process: v.optional(ProcessRef),
    transcript: v.optional(Label),
  }),
})
export const SessionSuspended = defineEvent('session.suspended', 1, {
  family: 'lifecycle',
  activity: false,
  fields: () => ({ reason: v.optional(Text) }),
})
export const SessionEnded = defineEvent('session.ended', 1, {
  family: 'lifecycle',
  activity: false,
  fields: () => ({ trigger: v.picklist(END_TRIGGERS), reason: v.optional(Text) }),
})
export const SessionCompleted = defineEvent('session.completed', 1, {
  family: 'lifecycle',
  activity: false,
  fields: () => ({ note: v.optional(Text) }),
})
export const SessionCrashed = defineEvent('session.crashed', 1, {
  family: 'lifecycle',
  activity: false,
  fields: () => ({ trigger: v.picklist(CRASH_TRIGGERS), quietSince: Moment }),
})
export const SessionRecovered = defineEvent('session.recovered', 1, {
  family: 'lifecycle',
  activity: false,
  fields: () => ({
    note: v.optional(Text),
    /** Whether the recovery ran at the start of another session, without a request from a person. */
    automatic: v.optional(v.boolean()),
    actions: v.optional(v.array(v.strictObject({ action: v.picklist(RECOVERY_ACTIONS), count: Count }))),
  }),
})
export const SessionArchived = defineEvent('session.archived', 1, {
  family: 'lifecycle',
  activity: false,
  fields: () => ({ reason: v.picklist(ARCHIVE_REASONS) }),
})
export const SessionTagged = defineEvent('session.tagged', 1, {
  family: 'identity',
  activity: false,
  fields: () => ({ added: v.optional(v.array(Label)), removed: v.optional(v.array(Label)) }),
})
/** The session starts as a branch of another session, at one of that session's events. */
export const SessionBranched = defineEvent('session.branched', 1, {
  family: 'identity',
  activity: true,
  references: ['parent'],
  nestedReferences: ['id'],
  fields: () => ({
    parent: Label,
    atSeq: Moment,
    name: v.optional(Label),
    /** The work of the parent at that event: a document of kind `inherited`. */
    inherited: v.optional(Contents),
  }),
})
/** The work of another session was merged. The events that this merge added come directly before this event. */
export const SessionMerged = defineEvent('session.merged', 1, {
  family: 'identity',
  activity: true,
  references: ['from', 'took', 'replaced', 'undecided'],
  nestedReferences: ['conflict'],
  fields: () => ({
    from: Label,
    note: v.optional(Text),
    /** The last event that was read from the other session. The next merge continues from there. */
    upTo: v.optional(Count),
    /** The events that this merge added. */
    took: v.optional(v.array(Label)),
    /** This session's decisions and evidence that were replaced. */
    replaced: v.optional(v.array(Label)),
    /** How conflicts were resolved. */
    resolved: v.optional(
      v.array(v.strictObject({ conflict: Label, choice: v.picklist(['ours', 'theirs', 'both', 'skip']) })),
    ),
    /** Items of the other session that were left undecided. The next merge asks about them again. */
    undecided: v.optional(v.array(Label)),
  }),
})
/** The session continued in a different folder, on a different branch or at a different commit. */
export const PlaceChanged = defineEvent('place.changed', 1, {
  family: 'identity',
  activity: true,
  references: ['directory', 'head'],
  fields: () => ({
    directory: v.optional(Label),
    branch: v.optional(Label),
    head: v.optional(Label),
  }),
})
export const PhaseEntered = defineEvent('phase.entered', 1, {
  family: 'identity',
  activity: true,
  fields: () => ({ phase: Label, origin: v.optional(Origin) }),
})

export const TITLERS = ['user', 'client', 'model'] as const
/**
 * The session got a title: from its user, from the client (where the user or a hook set it), or from its
 * model.
 */
export const SessionTitled = defineEvent('session.titled', 1, {
  family: 'identity',
  activity: false,
  quiet: true,
  fields: () => ({
    title: Text,
    by: v.picklist(TITLERS),
  }),
})
/** A pull request that the client linked to this session. */
export const PullLinked = defineEvent('pull.linked', 1, {
  family: 'identity',
  activity: false,
  quiet: true,
  references: ['url'],
  fields: () => ({
    url: Label,
    number: v.optional(Count),
    repository: v.optional(Label),
  }),
})
