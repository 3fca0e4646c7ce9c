import { type EventDraft, eventFromDraft, sessionIdOf } from '../../agent/event-draft.ts'
import { Fingerprints, fingerprint } from '../../agent/transcript/same-event.ts'
import { definitions } from '../../event/catalogue.ts'
import { contentHashes, contentKey } from '../../event/content-key.ts'
import type { NewEvent } from '../../event/define.ts'
import type { Via } from '../../event/fields.ts'
import type { SessionId } from '../../event/identity.ts'
import { appendUnstored } from '../append-retry.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'

export interface FillOptions {
  readonly agent: string
  /** The client's session id. */
  readonly clientSession: string
  readonly via: Via
  /** Secrets configured in this folder are redacted too. */
  readonly directory: string
  /** Compares only with the events after this one. */
  readonly after?: number
  /** The time of records that have none. */
  readonly fallbackAt: number
  /** The first event of a new session. Computed when the first events are stored. */
  readonly first?: (() => NewEvent) | undefined
}

const MAX_BATCH_EVENTS = 1000
const MAX_BATCH_UNITS = 2 * 1024 * 1024

/**
 * Adds the transcript events that the session's log lacks, in batches. It may be killed at any moment: the
 * next run recognizes what is already stored.
 */
export class TranscriptFill {
  readonly session: SessionId
  filled = 0
  readonly #world: World
  readonly #options: FillOptions
  readonly #logged: LoggedContent
  readonly #sources = new Fingerprints()
  #batch: NewEvent[] = []
  #units = 0
  /**
   * Events whose content is logged under another id, perhaps from a hook. Whether they are missing is decided
   * after all ids are read.
   */
  readonly #undecided: NewEvent[] = []
  /** Events without a time of their own: the log cannot tell whether they are older than an erasure. */
  readonly #undated = new Set<string>()
  #lastAt: number
  #isDated = false
  #first: (() => NewEvent) | undefined

  private constructor(world: World, options: FillOptions, logged: LoggedContent) {
    this.#first = options.first
    this.#world = world
    this.#options = options
    this.#logged = logged
    this.#lastAt = options.fallbackAt
    this.session = sessionIdOf(options.agent, options.clientSession)
  }

  static async into(world: World, options: FillOptions): Promise<TranscriptFill> {
    const session = sessionIdOf(options.agent, options.clientSession)
    return new TranscriptFill(world, options, await LoggedContent.of(world, session, options))
  }

  /** Whether `store` should be called now. */
  get isFull(): boolean {
    return this.#batch.length >= MAX_BATCH_EVENTS || this.#units >= MAX_BATCH_UNITS
  }

  add(draft: EventDraft): void {
    const source = this.#sourceOf(draft)
    if (!source) return
    this.#lastAt = draft.at ?? this.#lastAt
    this.#isDated ||= draft.at !== undefined
    const { agent, clientSession } = this.#options
    const fact = eventFromDraft(
      { agent, session: clientSession, receivedAt: this.#lastAt },
      { ...draft, source },
    )
    if (this.#logged.hasId(fact.id)) return
    if (!this.#isDated) this.#undated.add(fact.id)
    this.#batch.push(fact)
    this.#units += sizeOf(fact)
  }

  async store(): Promise<void> {
    await this.#append(this.#fresh(), [])
  }

  /** Decides which of the undecided events are missing, and stores them with the closing events. */
  async finish(last: (filled: number) => readonly NewEvent[]): Promise<void> {
    const fresh = this.#fresh()
    const missing = this.#undecided.filter((fact) => !this.#logged.claimContent(fact))
    const all = [...fresh, ...missing]
    await this.#append(all, last(this.filled + all.length))
  }

  #fresh(): readonly NewEvent[] {
    const batch = this.#batch
    this.#batch = []
    this.#units = 0
    return this.#redact(batch).filter((fact) => this.#isFresh(fact))
  }

  /** Repeated text is a separate event. A repeated call is not. */
  #sourceOf(draft: EventDraft): readonly string[] | undefined {
    const before = this.#sources.add(`${draft.type} ${draft.source.join(' ')}`)
    if (before === 0) return draft.source
    return definitions.get(draft.type)?.repeats ? [...draft.source, String(before + 1)] : undefined
  }

  #redact(facts: readonly NewEvent[]): readonly NewEvent[] {
    const { via, directory } = this.#options
    return redactEvents(this.#world, facts, directory).map((fact) => ({
      ...fact,
      data: { ...fact.data, via },
    }))
  }

  #isFresh(fact: NewEvent): boolean {
    if (!this.#logged.hasContent(fact)) return true
    this.#undecided.push(fact)
    return false
  }

  /** If an event conflicts with a stored one, the stored one stays. */
  async #append(fresh: readonly NewEvent[], last: readonly NewEvent[]): Promise<void> {
    const first = this.#first ? [this.#first()] : []
    const kept = await this.#withoutForgotten(fresh)
    const facts = [...first, ...kept, ...last]
    if (facts.length === first.length) return
    this.#first = undefined
    const { appended, rest } = await appendUnstored(facts, (left) =>
      this.#world.log.append(this.session, left),
    )
    const duplicates = appended?.kind === 'appended' ? appended.duplicates : 0
    const stored =
      appended?.kind === 'duplicate' ? 0 : kept.length - (facts.length - rest.length) - duplicates
    this.filled += Math.max(0, stored)
  }

  /** Removes undated events that were forgotten. The log itself refuses dated ones. */
  async #withoutForgotten(facts: readonly NewEvent[]): Promise<readonly NewEvent[]> {
    const undated = facts.filter(({ id }) => this.#undated.has(id))
    if (undated.length === 0) return facts
    const erasedHashes = await this.#world.log.forgotten(this.session, undated.flatMap(contentHashes))
    const isGone = (fact: NewEvent): boolean => contentHashes(fact).some((hash) => erasedHashes.has(hash))
    return facts.filter((fact) => !this.#undated.has(fact.id) || !isGone(fact))
  }
}

const sizeOf = ({ data }: NewEvent): number =>
  Object.values(data).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)

/**
 * Ids and content counts of the events in the log, compact enough for any session. At the end of a turn, Gemini
 * CLI sends the full answer to hooks, but its transcript contains the separate messages. Its answers are therefore
 * compared line by line.
 */
class LoggedContent {
  readonly #keyById = new Fingerprints()
  readonly #counts = new Fingerprints()
  #isEmpty = true

  readonly #isByLine: boolean

  constructor(agent: string) {
    this.#isByLine = agent === 'gemini-cli'
  }

  static async of(
    world: World,
    session: SessionId,
    { agent, after = 0 }: FillOptions,
  ): Promise<LoggedContent> {
    const logged = new LoggedContent(agent)
    const onDamage = (): void => {} // damaged events cannot be compared; `verify` reports them
    for await (const event of world.log.read({ session, after, onDamage })) logged.note(event)
    return logged
  }

  note(event: ComparableEvent): void {
    this.#isEmpty = false
    const keys = this.#keysOf(event)
    this.#keyById.set(fingerprint(event.id), keys.length === 1 ? (keys[0] ?? CLAIMED) : CLAIMED)
    for (const key of keys) this.#counts.set(key, this.#counts.get(key) + 1)
  }

  /** Whether an event with this id exists. If so, claims its content. */
  hasId(id: string): boolean {
    const at = fingerprint(id)
    const key = this.#keyById.get(at)
    if (key === 0) return false
    if (key !== CLAIMED) this.#claim(key)
    this.#keyById.set(at, CLAIMED)
    return true
  }

  /** Whether an unclaimed event with this content exists. */
  hasContent(fact: NewEvent): boolean {
    if (this.#isEmpty) return false
    return this.#keysOf(fact).every((key) => this.#counts.get(key) > 0)
  }

  claimContent(fact: NewEvent): boolean {
    const exists = this.hasContent(fact)
    if (exists) for (const key of this.#keysOf(fact)) this.#claim(key)
    return exists
  }

  #claim(key: number): void {
    this.#counts.set(key, Math.max(0, this.#counts.get(key) - 1))
  }

  #keysOf(event: ComparableEvent): readonly number[] {
    const text = event.data?.text
    if (!this.#isByLine || event.type !== 'response.completed' || typeof text !== 'string')
      return [fingerprint(contentKey(event) ?? event.id)]
    const lines = text.split('\n').map((line) => line.replace(/\s+/g, ''))
    return lines.filter((line) => line !== '').map((line) => fingerprint(`line ${line}`))
  }
}

type ComparableEvent = Pick<NewEvent, 'id' | 'type'> & { readonly data: NewEvent['data'] | undefined }
/** Marks an event whose content is claimed. */
const CLAIMED = -1
