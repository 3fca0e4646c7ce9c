import type { NewEvent, StoredEvent } from '../event/define.ts'
import type { EventId, SessionId } from '../event/identity.ts'

export type Appended =
  /** Stored. `duplicates` of the batch had been stored before, with the same content. */
  | {
      readonly kind: 'appended'
      readonly seq: number
      readonly position: number
      readonly duplicates: number
    }
  /** All of it had been stored before. */
  | { readonly kind: 'duplicate'; readonly seq: number }
  /** An id of the batch is stored with other content. Nothing was stored. */
  | { readonly kind: 'conflict'; readonly stored: StoredEvent }
  /** The session had gone on since `expectedSeq`. Nothing was stored. */
  | { readonly kind: 'moved'; readonly seq: number }

export interface AppendOptions {
  /** Store only if the session stands exactly here; else the answer is `moved`. */
  readonly expectedSeq?: number
  /** What goes before the batch, stored only if something of the batch is new. */
  readonly preface?: readonly NewEvent[]
}

export interface ReadQuery {
  readonly session?: SessionId
  /** With `session` a seq, without it a position: only what comes after. */
  readonly after?: number
  /** Hears of damaged events, which are skipped. Without it the first one is thrown. */
  readonly onDamage?: (damage: Damage) => void
}

export const DAMAGE_KINDS = ['payload', 'chain', 'gap', 'unreadable', 'database', 'view'] as const
/** Something in the store is not what was written. Everything else stays readable. */
export interface Damage {
  readonly kind: (typeof DAMAGE_KINDS)[number]
  readonly session?: string
  readonly seq?: number
  readonly position?: number
  readonly detail: string
}

/** The columns by which views are found without reading them. */
export interface ViewKeys {
  readonly project: string
  readonly open: boolean
  readonly archived: boolean
  readonly startedAt: number
  readonly lastAt: number
}

/** The pure function that a log applies in the same transaction as the event. */
export interface Projection<V> {
  /** Which shape its views have: one that was stored with another shape is folded again. */
  readonly shape?: number
  readonly initial: V
  apply(view: V, event: StoredEvent): V
  keys(view: V): ViewKeys
}

export interface Viewed<V> {
  readonly session: SessionId
  /** The last event that the view has seen. */
  readonly seq: number
  readonly view: V
}

/** The last event of a session. */
export interface Head {
  readonly session: SessionId
  readonly seq: number
}

export interface ViewQuery {
  /** Of any of these projects: one repository may have been known by several ids. */
  readonly projects?: readonly string[]
  readonly open?: boolean
  readonly archived?: boolean
  /** Active at or after this moment. */
  readonly since?: number
  readonly before?: number
  readonly limit?: number
}

export interface Erasure {
  readonly session: SessionId
  /** Which events; all of the session when absent. */
  readonly seqs?: readonly number[]
  readonly reason?: string
  /** Names the tombstone, so that repeating an erasure is harmless. */
  readonly id: EventId
  readonly at: number
}

export interface Erased {
  readonly events: number
}

/** The storage port. Everything else that the product knows is derived from what is in here. */
export interface EventLog<V> {
  /** All or nothing. Resolves only when every event would survive kill -9 and power loss. */
  append(session: SessionId, events: readonly NewEvent[], options?: AppendOptions): Promise<Appended>
  /** In order, gap-free, starting after `after`; every event checked against its hash. */
  read(query?: ReadQuery): AsyncIterable<StoredEvent>
  /** The view of one session as of its last event. */
  view(session: SessionId): Promise<Viewed<V> | undefined>
  /** Views, the most recently active first. */
  views(query?: ViewQuery): Promise<readonly Viewed<V>[]>
  /** Where the sessions stand, without reading their views; in the same order. */
  heads(query?: ViewQuery): Promise<readonly Head[]>
  /** Sessions whose id begins so, at most `limit`. */
  matching(prefix: string, limit: number): Promise<readonly SessionId[]>
  /** Erases payloads, leaves a tombstone, and the log still verifies. Resolves when the bytes are gone. */
  forget(erasure: Erasure): Promise<Erased>
  /** Deletes every view and folds it again from the events. */
  rebuild(progress?: (done: number) => void): Promise<{ readonly sessions: number; readonly events: number }>
  /** Reads everything and reports what is damaged. Never throws for damage. */
  verify(progress?: (done: number) => void): AsyncIterable<Damage>
  close(): Promise<void>
}

/** Larger events are refused: one runaway payload must not fill the log. */
export const MOST_EVENT_BYTES = 16 * 1024 * 1024
