import type { NewEvent, StoredEvent } from '../event/define.ts'
import type { EventId, SessionId } from '../event/identity.ts'
import { EventForgotten } from '../event/upkeep.ts'
import { sortBatch } from './append-batch.ts'
import { linkEvent, payloadOf } from './chain.ts'
import { createTombstone, type ErasedRow, erasedRows, erasureCheck, NEVER, WHOLE } from './erased-content.ts'
import type {
  Appended,
  AppendOptions,
  Damage,
  Erased,
  Erasure,
  EventLog,
  Head,
  Projection,
  ReadQuery,
  Viewed,
  ViewKeys,
  ViewQuery,
} from './event-log.ts'

/** The reference engine, which defines the behavior of all engines. Keeps everything in memory. */
export class MemoryLog<V> implements EventLog<V> {
  readonly #projection: Projection<V>
  readonly #byId = new Map<EventId, StoredEvent>()
  readonly #sessions = new Map<SessionId, StoredEvent[]>()
  readonly #views = new Map<SessionId, V>()
  /** The content hashes erased from each session, with the time of each erasure. */
  readonly #erased = new Map<SessionId, Map<string, number>>()
  #generation = 0
  #position = 0

  constructor(projection: Projection<V>) {
    this.#projection = projection
  }

  async append(
    session: SessionId,
    events: readonly NewEvent[],
    options: AppendOptions = {},
  ): Promise<Appended> {
    const head = this.#events(session).length
    const isMoved = options.expectedSeq !== undefined && options.expectedSeq !== head
    if (isMoved || (options.generation ?? this.#generation) !== this.#generation)
      return { kind: 'moved', seq: head }
    const erased = this.#erased.get(session)
    const isErased = erased && erasureCheck(erased.get(WHOLE) ?? NEVER, erased)
    const sorted = sortBatch({ session, events, ...options, isErased }, (id) => this.#byId.get(id))
    if (sorted.kind === 'conflict') return sorted
    for (const event of sorted.fresh) payloadOf(event) // refuses a large event before anything is stored
    for (const event of sorted.fresh) this.#push(session, event)
    const seq = this.#events(session).length
    if (sorted.fresh.length === 0) return { kind: 'duplicate', seq }
    return { kind: 'appended', seq, position: this.#position, duplicates: sorted.duplicates }
  }

  async *read(query: ReadQuery = {}): AsyncIterable<StoredEvent> {
    const { session, after = 0 } = query
    if (session) yield* this.#events(session).filter(({ seq }) => seq > after)
    else yield* [...this.#byId.values()].filter(({ position }) => position > after).sort(byPosition)
  }

  async view(session: SessionId): Promise<Viewed<V> | undefined> {
    const view = this.#views.get(session)
    return view === undefined ? undefined : { session, seq: this.#events(session).length, view }
  }

  async views(query: ViewQuery = {}): Promise<readonly Viewed<V>[]> {
    const all = [...this.#views].map(([session, view]) => ({
      session,
      seq: this.#events(session).length,
      view,
      keys: this.#projection.keys(view),
    }))
    return all
      .filter(({ keys }) => matchesQuery(keys, query))
      .sort((a, b) => b.keys.lastAt - a.keys.lastAt || (a.session < b.session ? -1 : 1))
      .slice(0, query.limit)
      .map(({ keys: _, ...viewed }) => viewed)
  }

  async heads(query: ViewQuery = {}): Promise<readonly Head[]> {
    return (await this.views(query)).map(({ session, seq }) => ({ session, seq }))
  }

  async matching(prefix: string, limit: number): Promise<readonly SessionId[]> {
    return [...this.#sessions.keys()]
      .filter((id) => id.startsWith(prefix))
      .sort()
      .slice(0, limit)
  }

  async forget(...erasures: readonly Erasure[]): Promise<Erased> {
    const counts = erasures.map((erasure) => this.#forgetSession(erasure))
    const events = counts.reduce((sum, count) => sum + count, 0)
    if (events > 0) this.#generation += 1
    return { events, sessions: counts.filter((count) => count > 0).length }
  }

  #forgetSession(erasure: Erasure): number {
    const { session } = erasure
    const events = this.#events(session)
    if (events.length === 0) return 0
    const wanted = new Set(erasure.seqs ?? events.map(({ seq }) => seq))
    const erasedEvents = events.filter(
      ({ seq, data, type }) => wanted.has(seq) && data && type !== EventForgotten.type,
    )
    if (erasedEvents.length > 0 || erasure.seqs === undefined)
      this.#storeErased(session, erasedRows(erasure, erasedEvents))
    if (erasedEvents.length === 0) return 0
    for (const event of erasedEvents) this.#replace({ ...event, data: undefined })
    const seqs = erasedEvents.map(({ seq }) => seq)
    this.#push(
      session,
      createTombstone(erasure, seqs, (id) => this.#byId.has(id)),
    )
    this.#refold(session)
    return erasedEvents.length
  }

  #storeErased(session: SessionId, rows: readonly ErasedRow[]): void {
    const known = this.#erased.get(session) ?? new Map<string, number>()
    for (const { key, at } of rows) known.set(key, Math.max(at, known.get(key) ?? NEVER))
    this.#erased.set(session, known)
  }

  async generation(): Promise<number> {
    return this.#generation
  }

  async forgotten(session: SessionId, hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const erased = this.#erased.get(session)
    return new Set(hashes.filter((hash) => erased?.has(hash)))
  }

  async rebuild(): Promise<{ sessions: number; events: number }> {
    for (const session of this.#sessions.keys()) this.#refold(session)
    return { sessions: this.#sessions.size, events: this.#byId.size }
  }

  async *verify(): AsyncIterable<Damage> {
    // Memory cannot be damaged.
  }

  async close(): Promise<void> {}

  #events(session: SessionId): readonly StoredEvent[] {
    return this.#sessions.get(session) ?? []
  }

  #push(session: SessionId, event: NewEvent): void {
    const known = this.#events(session)
    this.#position += 1
    // Copied through JSON, so that callers cannot change stored events.
    const copy: NewEvent = JSON.parse(JSON.stringify(event))
    const stored: StoredEvent = { ...linkEvent(session, known.at(-1), copy).event, position: this.#position }
    this.#byId.set(event.id, stored)
    this.#sessions.set(session, [...known, stored])
    const view = this.#views.get(session) ?? this.#projection.initial
    this.#views.set(session, this.#projection.apply(view, stored))
  }

  #replace(event: StoredEvent): void {
    this.#byId.set(event.id, event)
    this.#sessions.set(
      event.session,
      this.#events(event.session).map((known) => (known.id === event.id ? event : known)),
    )
  }

  #refold(session: SessionId): void {
    const fold = (view: V, event: StoredEvent): V => this.#projection.apply(view, event)
    this.#views.set(session, this.#events(session).reduce(fold, this.#projection.initial))
  }
}

const byPosition = (a: StoredEvent, b: StoredEvent): number => a.position - b.position

/** The query semantics for engines without SQL. */
function matchesQuery(keys: ViewKeys, query: ViewQuery): boolean {
  if (query.projects !== undefined && !query.projects.includes(keys.project)) return false
  if (query.open !== undefined && keys.open !== query.open) return false
  if (query.archived !== undefined && keys.archived !== query.archived) return false
  if (query.pending !== undefined && keys.pending !== query.pending) return false
  if (query.since !== undefined && keys.lastAt < query.since) return false
  return query.before === undefined || keys.lastAt < query.before
}
