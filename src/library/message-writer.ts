import { lineageFromOldest } from '../app/branch/lineage.ts'
import { type CompactAsk, type Compaction, compact } from '../app/context/compact-messages.ts'
import { instructionsIn } from '../app/context/model-context.ts'
import { newestMessages } from '../app/context/newest-messages.ts'
import { tokensSince } from '../app/context/working-set.ts'
import { record } from '../app/ingest/record.ts'
import { redactEvents } from '../app/ingest/redact-events.ts'
import type { World } from '../app/world.ts'
import type { NewEvent } from '../event/define.ts'
import type { EventId, SessionId } from '../event/identity.ts'
import { callsIn, type Message, type StoredMessage } from '../message/message.ts'
import { messageTokens } from '../message/message-tokens.ts'
import { newMessagesIn } from '../message/new-messages.ts'
import { type Answered, factsOf, targetOf } from '../message/to-events.ts'

export interface Added {
  /** Sequence number of the last added event. */
  readonly seq: number
  /** Messages that another process added since the last call. They precede the messages added now. */
  readonly missed: readonly StoredMessage[]
  /** Set if the session exceeded the threshold and its older messages were summarized. */
  readonly compacted?: Compaction
}

export interface AddedNew extends Added {
  /** The messages that had not been stored before. */
  readonly added: readonly Message[]
}

export interface CompactionOptions extends Pick<CompactAsk, 'keep' | 'budget' | 'summarise'> {
  /** Number of message tokens above which the session is compacted; default: the `compaction.threshold` setting. */
  readonly threshold?: number
  /** Whether `add` compacts automatically; default: true. */
  readonly auto?: boolean
}

/** Adds messages to a session that other processes may also write to. */
export class MessageWriter {
  readonly #world: World
  readonly #session: SessionId
  readonly #compaction: CompactionOptions
  /** The last event that this process wrote or reported. Later events by other processes are reported as `missed`. */
  #seq: number
  /** The command and file of each tool call whose result is not stored yet. */
  readonly #targets = new Map<string, ReturnType<typeof targetOf>>()
  /** Number of tokens in the messages after the last summary; undefined if they must be counted again. */
  #tokens: number | undefined
  #adding: Promise<unknown> = Promise.resolve()

  constructor(
    world: World,
    at: { readonly session: SessionId; readonly seq: number },
    compaction: CompactionOptions,
  ) {
    this.#world = world
    this.#session = at.session
    this.#seq = at.seq
    this.#compaction = compaction
  }

  async add(messages: readonly Message[], answered: Answered = {}): Promise<Added> {
    for (const call of messages.flatMap(callsIn)) this.#targets.set(call.toolCallId, targetOf(call.input))
    const options = { ...answered, targets: this.#targets }
    const facts = messages.flatMap((message) => factsOf(message, this.heading, options))
    if (facts.length === 0) return { seq: this.#seq, missed: [] }
    const stored = await this.store(facts)
    for (const { toolCallId } of messages.flatMap(resultsIn)) this.#targets.delete(toolCallId)
    const compacted = await this.#compactIfLong(messages, stored.missed)
    return { ...stored, ...(compacted && { compacted }) }
  }

  addNew(history: readonly Message[]): Promise<AddedNew> {
    // Handles one call at a time, because concurrent calls may send the same messages.
    const adding = this.#adding.then(() => this.#addNew(history))
    this.#adding = adding.catch(() => {}) // the caller gets the error
    return adding
  }

  async store(facts: readonly NewEvent[]): Promise<Added> {
    const before = this.#seq
    const appended = await record(this.#world, this.#session, redactEvents(this.#world, facts))
    if (appended.kind !== 'appended') return { seq: this.#seq, missed: [] }
    this.#seq = appended.seq
    const upTo = appended.seq - facts.length
    return { seq: appended.seq, missed: upTo === before ? [] : await this.#messagesBetween(before, upTo) }
  }

  async compact(ask: CompactAsk): Promise<Compaction | undefined> {
    const compaction = await compact(this.#world, this.#session, { ...this.#compaction, ...ask })
    if (compaction) this.forgetCount()
    return compaction
  }

  /** Must be called after a summary is added or removed. */
  forgetCount(): void {
    this.#tokens = undefined
  }

  threshold(): number {
    return this.#compaction.threshold ?? this.#world.settings['compaction.threshold']
  }

  readonly heading = (): { id: EventId; at: number } => ({
    id: this.#world.ids.event(),
    at: this.#world.clock.now(),
  })

  async #addNew(history: readonly Message[]): Promise<AddedNew> {
    const asStored = (text: string): string => this.#world.redactIn(this.#world.place.directory)(text).text
    const line = await lineageFromOldest(this.#world, this.#session)
    const storedInstructions = new Set(await instructionsIn(this.#world, line))
    const instructions = history.filter(
      ({ role, content }) => role === 'system' && !storedInstructions.has(asStored(String(content))),
    )
    const limit = 2 * history.length + SLACK
    const stored = await newestMessages(this.#world, line, { isEnough: (newest) => newest.length >= limit })
    const added = [...instructions, ...newMessagesIn(history, stored, asStored)]
    return { ...(await this.add(added)), added }
  }

  async #messagesBetween(after: number, upTo: number): Promise<readonly StoredMessage[]> {
    const own = (await lineageFromOldest(this.#world, this.#session)).at(-1)
    if (!own) return []
    const point = { session: this.#session, seq: after }
    return newestMessages(this.#world, [{ ...own, upTo }], { isEnough: () => false, after: point })
  }

  async #compactIfLong(
    added: readonly Message[],
    missed: readonly StoredMessage[],
  ): Promise<Compaction | undefined> {
    if (this.#compaction.auto === false) return undefined
    this.#tokens = await this.#tokensWith(added, missed)
    if (this.#tokens <= this.threshold()) return undefined
    return this.compact({ trigger: 'auto', atLeast: this.threshold() * MIN_OLDER_SHARE })
  }

  async #tokensWith(added: readonly Message[], missed: readonly StoredMessage[]): Promise<number> {
    if (this.#tokens === undefined || missed.length > 0)
      return tokensSince(this.#world, await lineageFromOldest(this.#world, this.#session), this.threshold())
    return added.reduce((total, one) => total + messageTokens(one, this.#world.countTokens), this.#tokens)
  }
}

/**
 * How many stored messages are compared in addition to twice the length of the history, because answers may
 * be repeated and other processes may add messages.
 */
const SLACK = 64

/**
 * The minimum size of the older messages, as a share of the threshold. Without it, a session with long recent
 * messages would be compacted at every message.
 */
const MIN_OLDER_SHARE = 0.25

const resultsIn = (message: Message) => (message.role === 'tool' ? message.content : [])
