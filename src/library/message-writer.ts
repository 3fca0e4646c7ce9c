import { lineOf } from '../app/branch/line.ts'
import { type CompactAsk, type Compaction, compact } from '../app/context/compact.ts'
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
import { type Answered, aimOf, factsOf } from '../message/to-events.ts'

export interface Added {
  /** The last event that was added. */
  readonly seq: number
  /** What another process has added to the session since this one last looked: it comes before what was added now. */
  readonly missed: readonly StoredMessage[]
  /** The session had become too long, and its older messages are summed up now. */
  readonly compacted?: Compaction
}

export interface AddedNew extends Added {
  /** What was not stored before. */
  readonly added: readonly Message[]
}

export interface CompactionOptions extends Pick<CompactAsk, 'keep' | 'budget' | 'summarise'> {
  /** Messages that cost more tokens are compacted; default: the setting `compaction.threshold`. */
  readonly threshold?: number
  /** Whether `add` sees to it; default: true. */
  readonly auto?: boolean
}

/** What one process adds to a session that others may add to as well. */
export class Writing {
  readonly #world: World
  readonly #session: SessionId
  readonly #compaction: CompactionOptions
  /** The last event that this process wrote or was told of: what comes after it and is not its own is news. */
  #seq: number
  /** What the calls were about whose results are still to come. */
  readonly #aims = new Map<string, ReturnType<typeof aimOf>>()
  /** Of the messages that no summary stands for; absent where somebody else changed them. */
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
    for (const call of messages.flatMap(callsIn)) this.#aims.set(call.toolCallId, aimOf(call.input))
    const said = { ...answered, aims: this.#aims }
    const facts = messages.flatMap((message) => factsOf(message, this.heading, said))
    if (facts.length === 0) return { seq: this.#seq, missed: [] }
    const stored = await this.store(facts)
    for (const { toolCallId } of messages.flatMap(resultsIn)) this.#aims.delete(toolCallId)
    const compacted = await this.#compactIfLong(messages, stored.missed)
    return { ...stored, ...(compacted && { compacted }) }
  }

  addNew(history: readonly Message[]): Promise<AddedNew> {
    // One after the other: calls side by side send the same history.
    const adding = this.#adding.then(() => this.#addNew(history))
    this.#adding = adding.catch(() => {}) // told to whoever asked for it
    return adding
  }

  async store(facts: readonly NewEvent[]): Promise<Added> {
    const before = this.#seq
    const appended = await record(this.#world, this.#session, redactEvents(this.#world, facts))
    if (appended.kind !== 'appended') return { seq: this.#seq, missed: [] }
    this.#seq = appended.seq
    const upTo = appended.seq - facts.length
    return { seq: appended.seq, missed: upTo === before ? [] : await this.#said(before, upTo) }
  }

  async compact(ask: CompactAsk): Promise<Compaction | undefined> {
    const compaction = await compact(this.#world, this.#session, { ...this.#compaction, ...ask })
    if (compaction) this.forgetCount()
    return compaction
  }

  /** Which messages no summary stands for has changed. */
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
    const line = await lineOf(this.#world, this.#session)
    const given = new Set(await instructionsIn(this.#world, line))
    const told = history.filter(
      ({ role, content }) => role === 'system' && !given.has(asStored(String(content))),
    )
    const most = 2 * history.length + SLACK
    const known = await newestMessages(this.#world, line, { isEnough: (newest) => newest.length >= most })
    const added = [...told, ...newMessagesIn(history, known, asStored)]
    return { ...(await this.add(added)), added }
  }

  /** What was said between two events. */
  async #said(after: number, upTo: number): Promise<readonly StoredMessage[]> {
    const own = (await lineOf(this.#world, this.#session)).at(-1)
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
    return this.compact({ trigger: 'auto', atLeast: this.threshold() / WORTH_IT })
  }

  async #tokensWith(added: readonly Message[], missed: readonly StoredMessage[]): Promise<number> {
    if (this.#tokens === undefined || missed.length > 0)
      return tokensSince(this.#world, await lineOf(this.#world, this.#session), this.threshold())
    return added.reduce((total, one) => total + messageTokens(one, this.#world.countTokens), this.#tokens)
  }
}

/** Answers that were given again and what others said: so many more messages than a program sends are looked through. */
const SLACK = 64

/** Of the threshold: else a session with long newest messages would be compacted at every message. */
const WORTH_IT = 4

const resultsIn = (message: Message) => (message.role === 'tool' ? message.content : [])
