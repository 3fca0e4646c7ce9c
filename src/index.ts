/**
 * leftoff as a library: sessions for an agent of your own, the vocabulary of events, the folds over them, and the log
 * that keeps them.
 */

export type { Compaction } from './app/compact.ts'
export type { Context, ContextAsk } from './app/context.ts'
export type { Merged, MergePlan, Resolve } from './app/merge.ts'
export type { NoteKind } from './app/note.ts'
export { sessionProjection } from './app/projection.ts'
export type { Found, Started } from './app/start.ts'
export type { Summarise, SummaryAsk } from './app/summarised.ts'
export type { Listed, Summary } from './app/summary.ts'
export type { Left } from './brief/left.ts'
export { catalogue, type EventType, type KnownEvent } from './event/catalogue.ts'
export { type EventDefinition, fact, type NewEvent, type StoredEvent } from './event/define.ts'
export { derivedId, type EventId, type SessionId } from './event/identity.ts'
export { type Understood, understand } from './event/understand.ts'
export { foldSession, noSession, type Session } from './fold/session.ts'
export type { OpenOptions } from './library/house.ts'
export {
  openSessions,
  type ResumeOptions,
  type Sessions,
  type SessionsOptions,
  type StartOptions,
} from './library/open-sessions.ts'
export type { ResponseStream } from './library/response-stream.ts'
export type { BranchOptions, MergeOptions, RunningSession } from './library/running-session.ts'
export type { Added, AddedNew, CompactionOptions } from './library/writing.ts'
export type { Appended, Damage, EventLog, Projection, Viewed, ViewQuery } from './log/event-log.ts'
export { MemoryLog } from './log/memory.ts'
export { SqliteLog, type SqliteLogOptions } from './log/sqlite/sqlite-log.ts'
export { Problem } from './problem.ts'
export { fitMessages } from './transcript/fit-messages.ts'
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
} from './transcript/message.ts'
export { messagesOf } from './transcript/messages.ts'
export { type CountTokens, messageTokens } from './transcript/shortened.ts'
export type { Answered } from './transcript/to-facts.ts'
export { type ExportedWorkingSet, exportedWorkingSet, type WorkingSet } from './transcript/working-set.ts'
