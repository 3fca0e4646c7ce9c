/**
 * leftoff as a library: sessions for your own agent, the event types, functions that fold events, and the event
 * log.
 */

export type { Merged, MergePlan, Resolve } from './app/branch/merge.ts'
export type { Compaction, Summarise, SummaryAsk } from './app/context/compact-messages.ts'
export type { Context, ContextAsk } from './app/context/model-context.ts'
export type { NoteKind } from './app/lifecycle/notes.ts'
export type { ListedSession as Listed, Summary } from './app/lifecycle/session-summary.ts'
export type { FoundSession as Found, Started } from './app/lifecycle/start.ts'
export { sessionProjection } from './app/projection.ts'
export type { Leftover as Left } from './brief/leftover.ts'
export { catalogue, type EventType, type KnownEvent } from './event/catalogue.ts'
export { type EventDefinition, fact, type NewEvent, type StoredEvent } from './event/define.ts'
export { derivedId, type EventId, type SessionId } from './event/identity.ts'
export { type Understood, understand } from './event/understand.ts'
export type { Added, AddedNew, CompactionOptions } from './library/message-writer.ts'
export {
  openSessions,
  type ResumeOptions,
  type Sessions,
  type SessionsOptions,
  type StartOptions,
} from './library/open-sessions.ts'
export type { ResponseStream } from './library/response-stream.ts'
export type { BranchOptions, MergeOptions, RunningSession } from './library/running-session.ts'
export type { OpenOptions } from './library/session-store.ts'
export type { Appended, Damage, EventLog, Projection, Viewed, ViewQuery } from './log/event-log.ts'
export { MemoryLog } from './log/memory.ts'
export { SqliteLog, type SqliteLogOptions } from './log/sqlite/sqlite-log.ts'
export { fitMessages } from './message/fit-messages.ts'
export type {
  AssistantMessage,
  Message,
  OtherPart,
  StoredMessage,
  SystemMessage,
  TextPart,
  ToolCallPart,
  ToolMessage,
  ToolOutput,
  ToolResultPart,
  UserMessage,
} from './message/message.ts'
export { messageTokens } from './message/message-tokens.ts'
export { messagesOf } from './message/messages.ts'
export type { Answered } from './message/to-events.ts'
export { type ExportedWorkingSet, exportedWorkingSet, type WorkingSet } from './message/working-set.ts'
export { Problem } from './problem.ts'
export { foldSession, noSession, type Session } from './session/session.ts'
export type { CountTokens } from './text/tokens.ts'
