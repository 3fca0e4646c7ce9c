/**
 * leftoff as a library: the vocabulary of events, the folds over them, and the log that keeps them.
 */
export { drain } from './app/drain.ts'
export { sessionProjection } from './app/projection.ts'
export { record } from './app/record.ts'
export { defaultSettings, type Settings } from './app/settings.ts'
export { type StartAsk, type Started, start } from './app/start.ts'
export type { World } from './app/world.ts'
export { catalogue, type EventType, type KnownEvent } from './event/catalogue.ts'
export { type EventDefinition, fact, type NewEvent, type StoredEvent } from './event/define.ts'
export { derivedId, type EventId, type SessionId } from './event/identity.ts'
export { type Understood, understand } from './event/understand.ts'
export { foldSession, noSession, type Session } from './fold/session.ts'
export type { Appended, Damage, EventLog, Projection, Viewed, ViewQuery } from './log/event-log.ts'
export { MemoryLog } from './log/memory.ts'
export { SqliteLog, type SqliteLogOptions } from './log/sqlite/sqlite-log.ts'
export { Problem } from './problem.ts'
