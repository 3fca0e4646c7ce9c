// Longer than most: one method for each thing that a session can do. The work itself is done in app/.

import { branch } from '../app/branch.ts'
import { type CompactAsk, type Compaction, compact, undoCompaction } from '../app/compact.ts'
import { type Context, type ContextAsk, contextOf, instructionsIn } from '../app/context.ts'
import { idNamed } from '../app/find.ts'
import { lineOf } from '../app/line.ts'
import { type Merged, type MergePlan, merge, planMerge, type Resolve } from '../app/merge.ts'
import { move } from '../app/move.ts'
import { newestMessages } from '../app/newest-messages.ts'
import { type Closing, closeItem, type NoteKind, noteFact } from '../app/note.ts'
import { record } from '../app/record.ts'
import type { RecoveringWorld } from '../app/recovery-steps.ts'
import { redactedFacts } from '../app/redacted.ts'
import type { Started } from '../app/start.ts'
import { type Summary, summaryOf } from '../app/summary.ts'
import { tokensSince, workingSetOf } from '../app/working-set.ts'
import { type catalogue, definitions, type EventType } from '../event/catalogue.ts'
import { fact, type NewEvent, type PayloadOf } from '../event/define.ts'
import type { ProcessRef } from '../event/fields.ts'
import type { EventId, SessionId } from '../event/identity.ts'
import { ResponseStreamed } from '../event/turn.ts'
import { callsIn, type Message, type StoredMessage } from '../transcript/message.ts'
import { messageTokens } from '../transcript/shortened.ts'
import { type Answered, aimOf, factsOf } from '../transcript/to-facts.ts'
import { unseen } from '../transcript/unseen.ts'
import type { WorkingSet } from '../transcript/working-set.ts'
import { ResponseStream } from './response-stream.ts'

export interface Added {
  /** The last event of the session now. */
  readonly seq: number
  /** What another process has added to the session since this one last looked: it comes before what was added now. */
  readonly missed: readonly StoredMessage[]
  /** The session had become too long, and its older messages are summed up now. */
  readonly compacted?: Compaction
}

export interface CompactionOptions extends Pick<CompactAsk, 'keep' | 'budget' | 'summarise'> {
  /** Messages that cost more tokens are compacted; default: the setting `compaction.threshold`. */
  readonly threshold?: number
  /** Whether `add` sees to it; default: true. */
  readonly auto?: boolean
}

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
  readonly #world: RecoveringWorld
  readonly #compaction: CompactionOptions
  readonly #care: Opened['care']
  readonly #stopCaring: () => void
  /** The last event that this process knows of. */
  #seq: number
  /** What the calls of this process were about. */
  readonly #aims = new Map<string, ReturnType<typeof aimOf>>()
  #adding: Promise<unknown> = Promise.resolve()
  /** Of the messages that no summary stands for. */
  #tokens: number | undefined

  /** @internal Sessions come from `openSessions`. */
  constructor(world: RecoveringWorld, { started, seq, recovered, sharedWith, compaction, care }: Opened) {
    this.#world = world
    this.id = started.session.id
    this.started = started
    if (recovered !== undefined) this.recovered = recovered
    if (sharedWith) this.sharedWith = sharedWith
    this.#seq = seq
    this.#compaction = compaction
    this.#care = care
    // Whoever joins another process does not end its session.
    this.#stopCaring = sharedWith ? () => {} : care(this.id)
  }

  /** Stores a message, or several at once: all of them or none. */
  async add(added: Message | readonly Message[], answered: Answered = {}): Promise<Added> {
    const messages = isMessage(added) ? [added] : added
    for (const call of messages.flatMap(callsIn)) this.#aims.set(call.toolCallId, aimOf(call.input))
    const said = { ...answered, aims: this.#aims }
    const facts = messages.flatMap((message) => factsOf(message, this.#heading, said))
    if (facts.length === 0) return { seq: this.#seq, missed: [] }
    const stored = await this.#store(facts)
    const compacted = await this.#compactIfLong(messages, stored.missed)
    return { ...stored, ...(compacted && { compacted, seq: this.#seq }) }
  }

  /**
   * Stores what is new in a history that a program keeps itself: it may be sent whole at every call, and nothing of it
   * is stored twice. Instructions are stored where they have changed.
   */
  addNew(history: readonly Message[]): Promise<Added & { readonly added: readonly Message[] }> {
    // One after the other: calls side by side send the same history.
    const adding = this.#adding.then(() => this.#addNew(history))
    this.#adding = adding.catch(() => {}) // told to whoever asked for it
    return adding
  }

  /** An answer that comes in pieces: if the process dies, what came of it is kept and marked. */
  stream(): ResponseStream<Added> {
    return new ResponseStream(this.#world.ids.event(), {
      keep: (response, text) => this.#store([fact(ResponseStreamed, this.#heading(), { response, text })]),
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
    return workingSetOf(this.#world, this.id, { keep: this.#compaction.keep, limit: this.#threshold() })
  }

  /** Sums up all but the newest messages. The full history stays, and `undoCompaction` takes it back. */
  async compact(ask: Omit<CompactAsk, 'trigger'> = {}): Promise<Compaction | undefined> {
    return this.#compact({ ...this.#compaction, ...ask, trigger: 'manual' })
  }

  /** The messages that the last compaction summed up stand again for themselves. */
  async undoCompaction(): Promise<boolean> {
    this.#tokens = undefined
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
    const parent = before?.session === undefined ? this.id : await idNamed(this.#world, before.session)
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
    const merged = await merge(this.#world, {
      into: this.id,
      from: await idNamed(this.#world, from),
      ...(resolve !== undefined && { resolve }),
      ...(note !== undefined && { note }),
    })
    this.#seq = (await this.#world.log.view(this.id))?.seq ?? this.#seq
    return merged
  }

  /** What a merge would take, and what would have to be decided. Stores nothing. */
  async planMerge(from: string): Promise<MergePlan> {
    return planMerge(this.#world, { into: this.id, from: await idNamed(this.#world, from) })
  }

  /** Notes a decision, a fact, a task ...; answers the id by which it can be closed. */
  async note(kind: NoteKind, text: string, { why }: { readonly why?: string } = {}): Promise<EventId> {
    const noted = noteFact(this.#world, { kind, text, ...(why !== undefined && { why }) })
    await this.#store([noted])
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
    await this.#store([fact(definition, this.#heading(), data)])
  }

  /** Ends the session. It can be gone on with later. */
  async end(reason?: string): Promise<Summary> {
    this.#stopCaring()
    const ended = await move(this.#world, this.id, {
      move: 'end',
      trigger: 'exit',
      ...(reason && { reason }),
    })
    return summaryOf(this.#world, ended)
  }

  async #addNew(history: readonly Message[]): Promise<Added & { readonly added: readonly Message[] }> {
    const asStored = (text: string): string => this.#world.redactIn(this.#world.place.directory)(text).text
    const given = new Set(await instructionsIn(this.#world, await lineOf(this.#world, this.id)))
    const told = history.filter(
      ({ role, content }) => role === 'system' && !given.has(asStored(String(content))),
    )
    const known = await this.messages({ last: 2 * history.length + SLACK })
    const added = [...told, ...unseen(history, known, asStored)]
    return { ...(await this.add(added)), added }
  }

  async #close(name: string, closing: Closing): Promise<void> {
    const seen = await this.#world.log.view(this.id)
    const { event } = closeItem(this.#world, seen ? [seen] : [], { closing, name })
    await this.#store([event])
  }

  readonly #heading = (): { id: EventId; at: number } => ({
    id: this.#world.ids.event(),
    at: this.#world.clock.now(),
  })

  async #store(facts: readonly NewEvent[]): Promise<Added> {
    const before = this.#seq
    const appended = await record(this.#world, this.id, redactedFacts(this.#world, facts))
    if (appended.kind !== 'appended') return { seq: this.#seq, missed: [] }
    this.#seq = appended.seq
    const isAlone = appended.seq - facts.length === before
    return {
      seq: appended.seq,
      missed: isAlone ? [] : await this.#between(before, appended.seq - facts.length),
    }
  }

  /** What others said meanwhile. */
  async #between(after: number, upTo: number): Promise<readonly StoredMessage[]> {
    const own = (await lineOf(this.#world, this.id)).at(-1)
    if (!own) return []
    const point = { session: this.id, seq: after }
    return newestMessages(this.#world, [{ ...own, upTo }], { isEnough: () => false, after: point })
  }

  #threshold(): number {
    return this.#compaction.threshold ?? this.#world.settings['compaction.threshold']
  }

  async #compactIfLong(
    added: readonly Message[],
    missed: readonly StoredMessage[],
  ): Promise<Compaction | undefined> {
    if (this.#compaction.auto === false) return undefined
    if (this.#tokens === undefined || missed.length > 0) this.#tokens = await this.#measure()
    else for (const message of added) this.#tokens += messageTokens(message, this.#world.countTokens)
    if (this.#tokens <= this.#threshold()) return undefined
    return this.#compact({ ...this.#compaction, trigger: 'auto', atLeast: this.#threshold() / WORTH_IT })
  }

  async #measure(): Promise<number> {
    return tokensSince(this.#world, await lineOf(this.#world, this.id), this.#threshold())
  }

  async #compact(ask: CompactAsk): Promise<Compaction | undefined> {
    const compaction = await compact(this.#world, this.id, ask)
    if (!compaction) return undefined
    this.#tokens = undefined
    this.#seq = (await this.#world.log.view(this.id))?.seq ?? this.#seq
    return compaction
  }
}

/** Answers that were given again and what others said: so many more messages than a program sends are looked through. */
const SLACK = 64

/** Of the threshold: else a session with long newest messages would be compacted at every message. */
const WORTH_IT = 4

const isMessage = (added: Message | readonly Message[]): added is Message => 'role' in added
