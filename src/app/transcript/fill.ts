import { type EventDraft, eventFromDraft, sessionIdOf } from '../../agent/event-draft.ts'
import { contentKey, Fingerprints, fingerprint } from '../../agent/transcript/same-event.ts'
import { definitions } from '../../event/catalogue.ts'
import type { NewEvent } from '../../event/define.ts'
import type { Via } from '../../event/fields.ts'
import type { SessionId } from '../../event/identity.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'

export interface FillAsk {
  readonly agent: string
  /** The client's own id of its session. */
  readonly clientSession: string
  readonly via: Via
  /** Where secrets of its texts may be known from. */
  readonly directory: string
  /** For what the transcript gives no time. */
  readonly fallbackAt: number
  /** Of a session that is new: how it began. Asked when the first facts of it are stored. */
  readonly first?: (() => NewEvent) | undefined
}

const MOST_FACTS = 1000
const MOST_UNITS = 2 * 1024 * 1024

/**
 * Takes what a transcript tells about one session into the log: what is missing there, in batches, and nothing twice.
 * It may die at any moment; whoever begins again finds what it stored.
 */
export class Filling {
  readonly session: SessionId
  filled = 0
  readonly #world: World
  readonly #ask: FillAsk
  readonly #known: Known
  readonly #told = new Fingerprints()
  #batch: NewEvent[] = []
  #units = 0
  /** Another id, the same content: the log may have it from a hook. Decided when all ids have been seen. */
  readonly #held: NewEvent[] = []
  #lastAt: number
  #first: (() => NewEvent) | undefined

  private constructor(world: World, ask: FillAsk, known: Known) {
    this.#first = ask.first
    this.#world = world
    this.#ask = ask
    this.#known = known
    this.#lastAt = ask.fallbackAt
    this.session = sessionIdOf(ask.agent, ask.clientSession)
  }

  static async into(world: World, ask: FillAsk): Promise<Filling> {
    const session = sessionIdOf(ask.agent, ask.clientSession)
    return new Filling(world, ask, await Known.of(world, ask.agent, session))
  }

  /** Whether it is time to `store`. */
  get isFull(): boolean {
    return this.#batch.length >= MOST_FACTS || this.#units >= MOST_UNITS
  }

  add(draft: EventDraft): void {
    const source = this.#sourceOf(draft)
    if (!source) return
    this.#lastAt = draft.at ?? this.#lastAt
    const { agent, clientSession } = this.#ask
    const fact = eventFromDraft(
      { agent, session: clientSession, heardAt: this.#lastAt },
      { ...draft, source },
    )
    if (this.#known.hasId(fact.id)) return
    this.#batch.push(fact)
    this.#units += sizeOf(fact)
  }

  /** Stores what has gathered. */
  async store(): Promise<void> {
    await this.#append(this.#fresh(), [])
  }

  /** Decides about what was held, and stores it with what shall stand at the end. */
  async finish(last: (filled: number) => readonly NewEvent[]): Promise<void> {
    const fresh = this.#fresh()
    const missing = this.#held.filter((fact) => !this.#known.claimContent(fact))
    const all = [...fresh, ...missing]
    await this.#append(all, last(this.filled + all.length))
  }

  #fresh(): readonly NewEvent[] {
    const batch = this.#batch
    this.#batch = []
    this.#units = 0
    return this.#cleaned(batch).filter((fact) => this.#isFresh(fact))
  }

  /** The same words again within one session are another fact; the same call again is not. */
  #sourceOf(draft: EventDraft): readonly string[] | undefined {
    const before = this.#told.add(`${draft.type} ${draft.source.join(' ')}`)
    if (before === 0) return draft.source
    return definitions.get(draft.type)?.repeats ? [...draft.source, String(before + 1)] : undefined
  }

  #cleaned(facts: readonly NewEvent[]): readonly NewEvent[] {
    const { via, directory } = this.#ask
    return redactEvents(this.#world, facts, directory).map((fact) => ({
      ...fact,
      data: { ...fact.data, via },
    }))
  }

  #isFresh(fact: NewEvent): boolean {
    if (!this.#known.hasContent(fact)) return true
    this.#held.push(fact)
    return false
  }

  /** What is stored under an id stays as it is. */
  async #append(fresh: readonly NewEvent[], last: readonly NewEvent[]): Promise<void> {
    const first = this.#first ? [this.#first()] : []
    let facts = [...first, ...fresh, ...last]
    if (facts.length === first.length) return
    this.#first = undefined
    let stored = fresh.length
    while (facts.length > 0) {
      const appended = await this.#world.log.append(this.session, facts)
      if (appended.kind !== 'conflict') break
      facts = facts.filter(({ id }) => id !== appended.stored.id)
      stored = Math.max(0, stored - 1)
    }
    this.filled += stored
  }
}

const sizeOf = ({ data }: NewEvent): number =>
  Object.values(data).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)

/**
 * What the log holds of a session, small enough for any session: ids, and how often each content is there. Gemini CLI
 * tells its hooks all that was said in a turn in one piece, and writes it down message by message; so its answers are
 * compared line by line.
 */
class Known {
  readonly #keyById = new Fingerprints()
  readonly #counts = new Fingerprints()
  #isEmpty = true

  readonly #isByLine: boolean

  constructor(agent: string) {
    this.#isByLine = agent === 'gemini-cli'
  }

  static async of(world: World, agent: string, session: SessionId): Promise<Known> {
    const known = new Known(agent)
    const passOver = (): void => {} // what is damaged cannot be compared; verify tells of it
    for await (const event of world.log.read({ session, onDamage: passOver })) known.note(event)
    return known
  }

  note(event: Stored): void {
    this.#isEmpty = false
    const keys = this.#keysOf(event)
    this.#keyById.set(fingerprint(event.id), keys.length === 1 ? (keys[0] ?? CLAIMED) : CLAIMED)
    for (const key of keys) this.#counts.set(key, this.#counts.get(key) + 1)
  }

  /** Whether this very fact is there; if so, its content is accounted for. */
  hasId(id: string): boolean {
    const at = fingerprint(id)
    const key = this.#keyById.get(at)
    if (key === 0) return false
    if (key !== CLAIMED) this.#claim(key)
    this.#keyById.set(at, CLAIMED)
    return true
  }

  /** Whether a fact of this content is there that is not accounted for. */
  hasContent(fact: NewEvent): boolean {
    if (this.#isEmpty) return false
    return this.#keysOf(fact).every((key) => this.#counts.get(key) > 0)
  }

  claimContent(fact: NewEvent): boolean {
    const isThere = this.hasContent(fact)
    if (isThere) for (const key of this.#keysOf(fact)) this.#claim(key)
    return isThere
  }

  #claim(key: number): void {
    this.#counts.set(key, Math.max(0, this.#counts.get(key) - 1))
  }

  #keysOf(event: Stored): readonly number[] {
    const text = event.data?.text
    if (!this.#isByLine || event.type !== 'response.completed' || typeof text !== 'string')
      return [fingerprint(contentKey(event) ?? event.id)]
    const lines = text.split('\n').map((line) => line.replace(/\s+/g, ''))
    return lines.filter((line) => line !== '').map((line) => fingerprint(`line ${line}`))
  }
}

type Stored = Pick<NewEvent, 'id' | 'type'> & { readonly data: NewEvent['data'] | undefined }
/** In the place of a key: the fact is there, and its content is accounted for. */
const CLAIMED = -1
