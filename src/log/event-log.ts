import type { NewEvent, StoredEvent } from '../event/define.ts'
import type { EventId, SessionId } from '../event/identity.ts'

export type Appended =
  /** Stored. `duplicates` is the number of events that were already stored with the same content, or erased. */
  | {
      readonly kind: 'appended'
      readonly seq: number
      readonly position: number
      readonly duplicates: number
    }
  /** All events were already stored, or erased. */
  | { readonly kind: 'duplicate'; readonly seq: number }
  /** An id is already stored with different content. Nothing was stored. */
  | { readonly kind: 'conflict'; readonly stored: StoredEvent }
  /** The session's last seq is not `expectedSeq`, or the log is no longer at `generation`. Nothing was stored. */
  | { readonly kind: 'moved'; readonly seq: number }

export interface AppendOptions {
  /** Store the events only if this is the last seq of the session; otherwise return `moved`. */
  readonly expectedSeq?: number
  /** For derived events: store only if nothing was erased since this generation; otherwise return `moved`. */
  readonly generation?: number
  /** Events to store before the batch, only if the batch contains a new event. */
  readonly preface?: readonly NewEvent[]
}

export interface ReadQuery {
  readonly session?: SessionId
  /** Return only events after this seq (if `session` is given) or position (if not). */
  readonly after?: number
  /** Called for damaged events, which are skipped. Without a callback, the first damaged event throws. */
  readonly onDamage?: (damage: Damage) => void
}

const DAMAGE_KINDS = ['payload', 'chain', 'gap', 'unreadable', 'database', 'view'] as const
/** A stored event or view that differs from what was written. Everything else remains readable. */
export interface Damage {
  readonly kind: (typeof DAMAGE_KINDS)[number]
  readonly session?: string
  readonly seq?: number
  readonly position?: number
  readonly detail: string
}

/** The columns that queries use to find views without reading their content. */
export interface ViewKeys {
  readonly project: string
  readonly open: boolean
  readonly archived: boolean
  readonly startedAt: number
  readonly lastAt: number
  /** Whether the session has items that are still open. */
  readonly pending: boolean
}

/** The pure fold that a log applies in the same transaction as the event. */
export interface Projection<V> {
  /** Version of the view format. A view that was stored with a different shape is folded again. */
  readonly shape?: number
  readonly initial: V
  apply(view: V, event: StoredEvent): V
  keys(view: V): ViewKeys
}

export interface Viewed<V> {
  readonly session: SessionId
  /** The last event in the view. */
  readonly seq: number
  readonly view: V
}

/** The last event of a session. */
export interface Head {
  readonly session: SessionId
  readonly seq: number
}

export interface ViewQuery {
  /** Only sessions of one of these projects. A repository may have had several ids. */
  readonly projects?: readonly string[]
  readonly open?: boolean
  readonly archived?: boolean
  /** Only sessions that were active at or after this time. */
  readonly since?: number
  readonly before?: number
  readonly pending?: boolean
  readonly limit?: number
}

export interface Erasure {
  readonly session: SessionId
  /** The events to erase; all events of the session if absent. */
  readonly seqs?: readonly number[]
  readonly reason?: string
  /** The id of the tombstone. Because of this id, an erasure can safely be repeated. */
  readonly id: EventId
  readonly at: number
}

export interface Erased {
  readonly events: number
  /** The number of sessions from which events were erased. */
  readonly sessions: number
}

/** The storage port. All other data is derived from the log. */
export interface EventLog<V> {
  /**
   * Stores all of the events or none. Resolves only when every event would survive kill -9 and power loss. Erased
   * content is not stored again: an event with the same content that is not newer than the erasure counts as a
   * duplicate, and so does any older event of a session that was erased as a whole.
   */
  append(session: SessionId, events: readonly NewEvent[], options?: AppendOptions): Promise<Appended>
  /** Reads events in order and without gaps, starting after `after`. Checks every event against its hash. */
  read(query?: ReadQuery): AsyncIterable<StoredEvent>
  /** Returns the view of one session as of its last event. */
  view(session: SessionId): Promise<Viewed<V> | undefined>
  /** Returns views, most recently active first. */
  views(query?: ViewQuery): Promise<readonly Viewed<V>[]>
  /** Returns the last event of each session, in the order of `views`, without reading the views. */
  heads(query?: ViewQuery): Promise<readonly Head[]>
  /** Returns at most `limit` sessions whose id starts with `prefix`. */
  matching(prefix: string, limit: number): Promise<readonly SessionId[]>
  /** Erases payloads and adds a tombstone to each session. The log still verifies. Resolves when the bytes are gone. */
  forget(...erasures: readonly Erasure[]): Promise<Erased>
  /** Counts the erasures. Data derived from the log at a lower generation may contain erased content. */
  generation(): Promise<number>
  /** Returns which of the given content hashes were erased from the session. */
  forgotten(session: SessionId, hashes: readonly string[]): Promise<ReadonlySet<string>>
  /** Deletes every view and folds it again from the events. */
  rebuild(progress?: (done: number) => void): Promise<{ readonly sessions: number; readonly events: number }>
  /** Reads everything and reports what is damaged. Damage never makes it throw. */
  verify(progress?: (done: number) => void): AsyncIterable<Damage>
  close(): Promise<void>
}

/** Larger events are refused: one runaway payload must not fill the log. */
export const MAX_EVENT_BYTES = 16 * 1024 * 1024
