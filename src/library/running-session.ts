import type { World } from '../app/world.ts'
// Longer than most: one method for each thing that a session can do. The work itself is done in app/.

import { branch } from '../app/branch/branch.ts'
import { lineOf } from '../app/branch/line.ts'
import { type Merged, type MergePlan, merge, planMerge, type Resolve } from '../app/branch/merge.ts'
import { type CompactAsk, type Compaction, undoCompaction } from '../app/context/compact.ts'
import { type Context, type ContextAsk, contextOf } from '../app/context/model-context.ts'
import { newestMessages } from '../app/context/newest-messages.ts'
import { workingSetOf } from '../app/context/working-set.ts'
import { changeState } from '../app/lifecycle/change-state.ts'
import { findSessionId } from '../app/lifecycle/find-session.ts'
import { type Closing, closeItem, type NoteKind, noteEvent } from '../app/lifecycle/notes.ts'
import { type Summary, summarizeSession } from '../app/lifecycle/session-summary.ts'
import type { Started } from '../app/lifecycle/start.ts'
import { type catalogue, definitions, type EventType } from '../event/catalogue.ts'
import { fact, type PayloadOf } from '../event/define.ts'
import type { ProcessRef } from '../event/fields.ts'
import type { EventId, SessionId } from '../event/identity.ts'
import { ResponseStreamed } from '../event/turn.ts'
import type { Message, StoredMessage } from '../message/message.ts'
import type { Answered } from '../message/to-events.ts'
import type { WorkingSet } from '../message/working-set.ts'
import { type Added, type AddedNew, type CompactionOptions, Writing } from './message-writer.ts'
import { ResponseStream } from './response-stream.ts'

export interface MergeOptions {
  /** `ours`, `theirs` or `both` for every conflict, or a function that decides each. */
  readonly resolve?: Resolve
  readonly note?: string
}

type Payload<T extends EventType> = PayloadOf<Extract<(typeof catalogue)[number], { readonly type: T }>>

/** What a session is opened with. */
export interface Opened {
  readonly started: Started
  readonly seq: number
  readonly recovered?: string
  readonly sharedWith?: ProcessRef
  readonly compaction: CompactionOptions
  /** Sees to it that a session ends with this process; answers the function that stops caring. */
  readonly care: (id: SessionId) => () => void
}

/** Where a branch begins, and what it is called. */
export interface BranchOptions {
  /** The last event of this session that both have in common; default: the last one. */
  readonly at?: number
  /** The first message that the branch does not know, of this session or of those that it branched from. */
  readonly before?: Pick<StoredMessage, 'seq' | 'session'>
  readonly name?: string
}

/**
 * One running session. Everything recorded is on disk when the promise resolves.
 *
 * @example
 * ```ts
 * import { openSessions } from 'leftoff'
 *
 * const sessions = await openSessions()
 * const session = await sessions.resumeOrStart()
 * await session.add({ role: 'user', content: 'Which port does the server use?' })
 * const { system, messages } = await session.context({ budget: 8_000 })
 * // give both to a model, then:
 * await session.add({ role: 'assistant', content: 'Port 8080.' })
 * await session.end()
 * await sessions.close()
 * ```
 */
export class RunningSession {
  readonly id: SessionId
  /** What was found at the start: crashed sessions, and what the last one left. */
  readonly started: Started
  /** It had crashed, and this is what there was. */
  readonly recovered?: string
  /** Another process that is at work in this session: what both add is kept, in the order in which it came. */
  readonly sharedWith?: ProcessRef
  readonly #world: World
  readonly #writing: Writing
  readonly #compaction: CompactionOptions
  readonly #care: Opened['care']
  readonly #stopCaring: () => void

  /** @internal Sessions come from `openSessions`. */
  constructor(world: World, { started, seq, recovered, sharedWith, compaction, care }: Opened) {
    this.#world = world
    this.id = started.session.id
    this.started = started
    if (recovered !== undefined) this.recovered = recovered
    if (sharedWith) this.sharedWith = sharedWith
    this.#writing = new Writing(world, { session: this.id, seq }, compaction)
    this.#compaction = compaction
    this.#care = care
    // Whoever joins another process does not end its session.
    this.#stopCaring = sharedWith ? () => {} : care(this.id)
  }

  /** Stores a message, or several at once: all of them or none. */
  add(added: Message | readonly Message[], answered: Answered = {}): Promise<Added> {
    return this.#writing.add(isMessage(added) ? [added] : added, answered)
  }

  /**
   * Stores what is new in a history that a program keeps itself: it may be sent whole at every call, and nothing of it
   * is stored twice. Instructions are stored where they have changed.
   */
  addNew(history: readonly Message[]): Promise<AddedNew> {
    return this.#writing.addNew(history)
  }

  /** An answer that comes in pieces: if the process dies, what came of it is kept and marked. */
  stream(): ResponseStream<Added> {
    const { heading } = this.#writing
    return new ResponseStream(this.#world.ids.event(), {
      keep: (response, text) => this.#writing.store([fact(ResponseStreamed, heading(), { response, text })]),
      complete: (message, answered) => this.add(message, answered),
    })
  }

  /** The transcript, the oldest message first; with `last` only its newest messages are read. */
  async messages({ last = Number.POSITIVE_INFINITY } = {}): Promise<readonly StoredMessage[]> {
    const line = await lineOf(this.#world, this.id)
    const found = await newestMessages(this.#world, line, { isEnough: (newest) => newest.length >= last })
    return Number.isFinite(last) ? found.slice(Math.max(0, found.length - last)) : found
  }

  /** Working set and recent messages for a model, never above the budget. */
  context(ask: ContextAsk): Promise<Context> {
    return contextOf(this.#world, this.id, ask)
  }

  /** What the session has come to. */
  workingSet(): Promise<WorkingSet> {
    return workingSetOf(this.#world, this.id, {
      keep: this.#compaction.keep,
      limit: this.#writing.threshold(),
    })
  }

  /** Sums up all but the newest messages. The full history stays, and `undoCompaction` takes it back. */
  compact(ask: Omit<CompactAsk, 'trigger'> = {}): Promise<Compaction | undefined> {
    return this.#writing.compact({ ...ask, trigger: 'manual' })
  }

  /** The messages that the last compaction summed up stand again for themselves. */
  undoCompaction(): Promise<boolean> {
    this.#writing.forgetCount()
    return undoCompaction(this.#world, this.id)
  }

  /**
   * Begins a session whose past is that of this one up to one of its events. Both go on by themselves, and nothing of
   * this one is changed.
   *
   * @example
   * ```ts
   * import { openSessions } from 'leftoff'
   *
   * const sessions = await openSessions()
   * const session = await sessions.resumeOrStart()
   * const { seq } = await session.add({ role: 'user', content: 'Which database?' })
   * const other = await session.branch({ at: seq, name: 'try-sqlite' })
   * await other.add({ role: 'assistant', content: 'SQLite.' })
   * await sessions.close()
   * ```
   */
  async branch({ at, before, name }: BranchOptions = {}): Promise<RunningSession> {
    const point = before ? before.seq - 1 : at
    const parent = before?.session === undefined ? this.id : await findSessionId(this.#world, before.session)
    const { session } = await branch(this.#world, parent, {
      ...(point !== undefined && { at: point }),
      ...(name !== undefined && { name }),
      process: this.#world.processes.running(process.pid),
    })
    const opened = { started: { session, crashed: [] }, seq: session.events, compaction: this.#compaction }
    return new RunningSession(this.#world, { ...opened, care: this.#care })
  }

  /**
   * Takes in what a branch of this session, or one beside it, has come to: decisions, facts, tasks. All of it or, where a
   * conflict is not decided, nothing.
   *
   * @example
   * ```ts
   * import { openSessions } from 'leftoff'
   *
   * const sessions = await openSessions()
   * const session = await sessions.start({ goal: 'choose a database' })
   * const other = await session.branch({ name: 'try-sqlite' })
   * await other.note('decision', 'SQLite', { why: 'one file, no server' })
   * await session.merge(other.id, { resolve: 'theirs' })
   * await sessions.close()
   * ```
   */
  async merge(from: string, { resolve, note }: MergeOptions = {}): Promise<Merged> {
    return merge(this.#world, {
      into: this.id,
      from: await findSessionId(this.#world, from),
      ...(resolve !== undefined && { resolve }),
      ...(note !== undefined && { note }),
    })
  }

  /** What a merge would take, and what would have to be decided. Stores nothing. */
  async planMerge(from: string): Promise<MergePlan> {
    return planMerge(this.#world, { into: this.id, from: await findSessionId(this.#world, from) })
  }

  /** Notes a decision, a fact, a task ...; answers the id by which it can be closed. */
  async note(kind: NoteKind, text: string, { why }: { readonly why?: string } = {}): Promise<EventId> {
    const noted = noteEvent(this.#world, { kind, text, ...(why !== undefined && { why }) })
    await this.#writing.store([noted])
    return noted.id
  }

  /** A task or a planned action is done: by its id, the beginning of it, or its words. */
  done(name: string): Promise<void> {
    return this.#close(name, 'done')
  }

  /** What was in the way no longer is. */
  cleared(name: string): Promise<void> {
    return this.#close(name, 'cleared')
  }

  /** A fact no longer holds. */
  async unpin(id: string, { why }: { readonly why?: string } = {}): Promise<void> {
    await this.record('fact.unpinned', { fact: id, ...(why !== undefined && { why }) })
  }

  /** Any event there is. */
  async record<T extends EventType>(type: T, data: Payload<T>): Promise<void> {
    const definition = definitions.get(type)
    if (!definition) throw new Error(`there is no event ${type}`)
    await this.#writing.store([fact(definition, this.#writing.heading(), data)])
  }

  /** Ends the session. It can be gone on with later. */
  async end(reason?: string): Promise<Summary> {
    this.#stopCaring()
    const ended = await changeState(this.#world, this.id, {
      move: 'end',
      trigger: 'exit',
      ...(reason && { reason }),
    })
    return summarizeSession(this.#world, ended)
  }

  async #close(name: string, closing: Closing): Promise<void> {
    const seen = await this.#world.log.view(this.id)
    const { event } = closeItem(this.#world, seen ? [seen] : [], { closing, name })
    await this.#writing.store([event])
  }
}

const isMessage = (added: Message | readonly Message[]): added is Message => 'role' in added
