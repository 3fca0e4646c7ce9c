// One method for each operation on a session. The operations are implemented in app/.

import { resolve } from 'node:path'
import { branch } from '../app/branch/branch.ts'
import { lineageFromOldest } from '../app/branch/lineage.ts'
import { type Merged, type MergePlan, merge, planMerge, type Resolve } from '../app/branch/merge.ts'
import { type CompactAsk, type Compaction, undoCompaction } from '../app/context/compact-messages.ts'
import { type Context, type ContextAsk, contextOf } from '../app/context/model-context.ts'
import { newestMessages } from '../app/context/newest-messages.ts'
import { workingSetOf } from '../app/context/working-set.ts'
import { changeState } from '../app/lifecycle/change-state.ts'
import { findSessionId } from '../app/lifecycle/find-session.ts'
import { type Closing, closeItem, type NoteKind, noteEvent } from '../app/lifecycle/notes.ts'
import { type Summary, summarizeSession } from '../app/lifecycle/session-summary.ts'
import type { Started } from '../app/lifecycle/start.ts'
import type { World } from '../app/world.ts'
import { type catalogue, definitions, type EventType } from '../event/catalogue.ts'
import { fact, type PayloadOf } from '../event/define.ts'
import type { ProcessRef } from '../event/fields.ts'
import type { EventId, SessionId } from '../event/identity.ts'
import { ResponseStreamed } from '../event/turn.ts'
import type { Message, StoredMessage } from '../message/message.ts'
import type { Answered } from '../message/to-events.ts'
import type { WorkingSet } from '../message/working-set.ts'
import { type Added, type AddedNew, type CompactionOptions, MessageWriter } from './message-writer.ts'
import { ResponseStream } from './response-stream.ts'

export interface MergeOptions {
  /** `ours`, `theirs` or `both` for every conflict, or a function that decides each conflict. */
  readonly resolve?: Resolve
  readonly note?: string
}

type PayloadOfType<T extends EventType> = PayloadOf<Extract<(typeof catalogue)[number], { readonly type: T }>>

export interface RunningSessionOptions {
  readonly started: Started
  readonly seq: number
  readonly recovered?: string
  readonly sharedWith?: ProcessRef
  readonly compaction: CompactionOptions
  /** Makes the session end when this process exits. Returns a function that cancels this. */
  readonly endOnExit: (id: SessionId) => () => void
}

export interface BranchOptions {
  /** Sequence number of the last event that both sessions share; default: the last event. */
  readonly at?: number
  /** The first message that is not part of the branch. It may belong to this session or to one of its ancestors. */
  readonly before?: Pick<StoredMessage, 'seq' | 'session'>
  readonly name?: string
}

/**
 * A running session. When a method's promise resolves, everything that it recorded is on disk.
 *
 * @example
 * ```ts
 * import { openSessions } from 'leftoff'
 *
 * const sessions = await openSessions()
 * const session = await sessions.resumeOrStart()
 * await session.add({ role: 'user', content: 'Which port does the server use?' })
 * const { system, messages } = await session.context({ budget: 8_000 })
 * // pass both to a model, then:
 * await session.add({ role: 'assistant', content: 'Port 8080.' })
 * await session.end()
 * await sessions.close()
 * ```
 */
export class RunningSession {
  readonly id: SessionId
  /** This session, the crashed sessions found when it started, and the open items of the previous session. */
  readonly started: Started
  /** What was recovered, if the session had crashed. */
  readonly recovered?: string
  /** Another process that uses this session. Messages from both processes are stored in order of arrival. */
  readonly sharedWith?: ProcessRef
  readonly #world: World
  readonly #writer: MessageWriter
  readonly #compaction: CompactionOptions
  readonly #endOnExit: RunningSessionOptions['endOnExit']
  readonly #cancelEndOnExit: () => void

  /** @internal Sessions come from `openSessions`. */
  constructor(
    world: World,
    { started, seq, recovered, sharedWith, compaction, endOnExit }: RunningSessionOptions,
  ) {
    this.#world = world
    this.id = started.session.id
    this.started = started
    if (recovered !== undefined) this.recovered = recovered
    if (sharedWith) this.sharedWith = sharedWith
    this.#writer = new MessageWriter(world, { session: this.id, seq }, compaction)
    this.#compaction = compaction
    this.#endOnExit = endOnExit
    // A shared session is ended by the process that opened it.
    this.#cancelEndOnExit = sharedWith ? () => {} : endOnExit(this.id)
  }

  /** Stores one or more messages atomically. */
  add(added: Message | readonly Message[], answered: Answered = {}): Promise<Added> {
    return this.#writer.add(isMessage(added) ? [added] : added, answered)
  }

  /**
   * Stores the new messages of a history that the program keeps itself. The program may pass the whole history at
   * every call; no message is stored twice. System messages are stored when they change.
   */
  addNew(history: readonly Message[]): Promise<AddedNew> {
    return this.#writer.addNew(history)
  }

  /** Streams an answer. If the process dies, the received text is kept and marked as partial. */
  stream(): ResponseStream<Added> {
    const { heading } = this.#writer
    return new ResponseStream(this.#world.ids.event(), {
      keep: (response, text) => this.#writer.store([fact(ResponseStreamed, heading(), { response, text })]),
      complete: (message, answered) => this.add(message, answered),
    })
  }

  /** The transcript, oldest message first. With `last`, reads only that many of the newest messages. */
  async messages({ last = Number.POSITIVE_INFINITY } = {}): Promise<readonly StoredMessage[]> {
    const line = await lineageFromOldest(this.#world, this.id)
    const found = await newestMessages(this.#world, line, { isEnough: (newest) => newest.length >= last })
    return Number.isFinite(last) ? found.slice(Math.max(0, found.length - last)) : found
  }

  /** Working set and recent messages for a model, within the token budget. */
  context(ask: ContextAsk): Promise<Context> {
    return contextOf(this.#world, this.id, ask)
  }

  /** Goal, facts, decisions, open tasks, summary and recent messages. */
  workingSet(): Promise<WorkingSet> {
    return workingSetOf(this.#world, this.id, {
      keep: this.#compaction.keep,
      limit: this.#writer.threshold(),
    })
  }

  /** Summarizes all but the newest messages. The log keeps the full history; `undoCompaction` reverts the summary. */
  compact(ask: Omit<CompactAsk, 'trigger'> = {}): Promise<Compaction | undefined> {
    return this.#writer.compact({ ...ask, trigger: 'manual' })
  }

  /** Reverts the last compaction: the context has the original messages again. Returns false if there is none. */
  undoCompaction(): Promise<boolean> {
    this.#writer.forgetCount()
    return undoCompaction(this.#world, this.id)
  }

  /**
   * Starts a session that shares the history of this one up to an event. The two continue independently, and this
   * session is not changed.
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
    return new RunningSession(this.#world, { ...opened, endOnExit: this.#endOnExit })
  }

  /**
   * Merges decisions, facts and tasks of a related session into this one. Merges nothing if a conflict is
   * unresolved.
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

  /** The changes and conflicts that a merge would produce. Stores nothing. */
  async planMerge(from: string): Promise<MergePlan> {
    return planMerge(this.#world, { into: this.id, from: await findSessionId(this.#world, from) })
  }

  /** Records a note, such as a decision, fact or task. Returns its id, which can be used to close it. */
  async note(kind: NoteKind, text: string, { why }: { readonly why?: string } = {}): Promise<EventId> {
    const noted = noteEvent(this.#world, { kind, text, ...(why !== undefined && { why }) })
    await this.#writer.store([noted])
    return noted.id
  }

  /** Marks a task or next action as done. `name` is its id, a prefix of its id, or its text. */
  done(name: string): Promise<void> {
    return this.#close(name, 'done')
  }

  /** Marks a blocker as cleared. */
  cleared(name: string): Promise<void> {
    return this.#close(name, 'cleared')
  }

  /** Marks a fact as no longer valid. */
  async unpin(id: string, { why }: { readonly why?: string } = {}): Promise<void> {
    await this.record('fact.unpinned', { fact: id, ...(why !== undefined && { why }) })
  }

  /** Records an event of any type. File paths may be relative to the folder of the session. */
  async record<T extends EventType>(type: T, data: PayloadOfType<T>): Promise<void> {
    const definition = definitions.get(type)
    if (!definition) throw new Error(`unknown event type ${type}`)
    const { directory } = this.#world.place
    await this.#writer.store([fact(definition, this.#writer.heading(), withAbsolutePath(data, directory))])
  }

  /** Ends the session. It can be resumed later. */
  async end(reason?: string): Promise<Summary> {
    this.#cancelEndOnExit()
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
    await this.#writer.store([event])
  }
}

const isMessage = (added: Message | readonly Message[]): added is Message => 'role' in added

/** Makes a path absolute, because briefs compare paths with the working tree and with other checkouts. */
const withAbsolutePath = <T extends object>(data: T, folder: string): T =>
  'path' in data && typeof data.path === 'string' ? { ...data, path: resolve(folder, data.path) } : data
