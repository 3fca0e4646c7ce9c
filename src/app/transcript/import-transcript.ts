import type { EventDraft } from '../../agent/event-draft.ts'
import { type Format, HEAD_BYTES } from '../../agent/transcript/formats.ts'
import type {
  About,
  TranscriptDraft,
  TranscriptFile,
  TranscriptReader,
} from '../../agent/transcript/reader.ts'
import type { Item } from '../../agent/transcript/records.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import { derivedId } from '../../event/identity.ts'
import { CaptureDamaged, CaptureReconciled } from '../../event/upkeep.ts'
import type { World } from '../world.ts'
import { type FillAsk, Filling } from './fill.ts'

/** What to do with a session that a transcript tells of; nothing: it is passed over. */
export interface Plan extends FillAsk {
  /** What was told before this moment belongs to another session, from which it was copied. */
  readonly notBefore?: number | undefined
  /** What is said at the end, when everything was taken in. */
  readonly last?: ((about: About, filled: number) => readonly NewEvent[]) | undefined
}

export interface Taken {
  readonly records: number
  readonly skipped: number
  /** Sessions that were compared, and how much was filled in. */
  readonly filled: ReadonlyMap<string, number>
}

interface TakeInAsk {
  readonly file: TranscriptFile
  readonly format: Format
  /** Asked once for each session of the file. */
  plan(about: About): Promise<Plan | undefined>
  /** Sessions that are compared even if the file says nothing about them. */
  readonly expected?: About | undefined
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/** Skips beyond this many are counted, and no longer told one by one. */
const MOST_TOLD = 20

/** Reads a transcript to its end and fills in what the log is missing. Never more than a piece of it is in memory. */
export async function takeIn(world: World, ask: TakeInAsk): Promise<Taken> {
  const reading = new Reading(world, ask)
  await reading.expect()
  for (const chunk of ask.file.chunks()) await reading.take(chunk)
  return reading.finish()
}

/** As much of a file as tells what it is. */
export function headOf(file: TranscriptFile): Uint8Array {
  const parts: Uint8Array[] = []
  let size = 0
  for (const chunk of file.chunks()) {
    parts.push(Buffer.from(chunk.subarray(0, HEAD_BYTES - size))) // a copy: the next piece comes in the same buffer
    size += chunk.length
    if (size >= HEAD_BYTES) break
  }
  return Buffer.concat(parts)
}

interface Open {
  readonly plan: Plan
  readonly filling: Filling
}

class Reading {
  readonly #world: World
  readonly #ask: TakeInAsk
  readonly #reader: TranscriptReader
  readonly #items: ReturnType<Format['items']>
  readonly #open = new Map<string, Open | undefined>()
  readonly #damage: { readonly offset: number; readonly reason: string }[] = []
  #records = 0
  #skipped = 0

  constructor(world: World, ask: TakeInAsk) {
    this.#world = world
    this.#ask = ask
    this.#reader = ask.format.reader(ask.expected?.session ?? sessionNamedBy(ask.file.path))
    this.#items = ask.format.items()
  }

  async expect(): Promise<void> {
    const { expected } = this.#ask
    if (expected) await this.#opened(expected.session, expected)
  }

  async take(chunk: Uint8Array): Promise<void> {
    for (const item of this.#items.push(chunk)) await this.#item(item)
    this.#ask.onBytes?.(chunk.byteLength)
  }

  async finish(): Promise<Taken> {
    for (const item of this.#items.end()) await this.#item(item)
    await this.#tell(this.#reader.end())
    const filled = new Map<string, number>()
    for (const [session, open] of this.#open) {
      if (!open) continue
      await open.filling.finish((count) => this.#lastWords(session, open.plan, count))
      filled.set(open.filling.session, open.filling.filled)
    }
    return { records: this.#records, skipped: this.#skipped, filled }
  }

  async #item(item: Item): Promise<void> {
    if (item.kind === 'pending') return
    if (item.kind === 'skipped') return this.#skip(item.offset, item.reason)
    this.#records += 1
    const told = understood(this.#reader, item.value)
    if (!told || !(await this.#tell(told))) this.#skip(item.offset, 'a record that cannot be understood')
  }

  #skip(offset: number, reason: string): void {
    this.#skipped += 1
    if (this.#damage.length < MOST_TOLD) this.#damage.push({ offset, reason })
  }

  /** Answers whether all of it could be taken. */
  async #tell(told: readonly TranscriptDraft[]): Promise<boolean> {
    let isWhole = true
    for (const { session, draft } of told) {
      const open = this.#open.has(session) ? this.#open.get(session) : await this.#opened(session)
      if (!open || isBefore(open.plan, draft)) continue
      isWhole = isAdded(open.filling, draft) && isWhole
      if (open.filling.isFull) await open.filling.store()
    }
    return isWhole
  }

  async #opened(session: string, about: About = this.#reader.about(session)): Promise<Open | undefined> {
    const plan = await this.#ask.plan(about)
    const open = plan && { plan, filling: await Filling.into(this.#world, plan) }
    this.#open.set(session, open)
    return open
  }

  #lastWords(session: string, plan: Plan, filled: number): readonly NewEvent[] {
    const { path, bytes, modifiedAt } = this.#ask.file
    const at = this.#world.clock.now()
    const idOf = (...source: readonly string[]) =>
      derivedId('evt', plan.agent, session, 'capture', path, ...source)
    const damaged = this.#damage.map(({ offset, reason }) =>
      fact(
        CaptureDamaged,
        { id: idOf('damaged', String(offset), reason), at },
        { source: path, offset, reason },
      ),
    )
    const compared = fact(
      CaptureReconciled,
      { id: idOf('compared', String(bytes), String(modifiedAt), String(filled)), at },
      { source: path, bytes, records: this.#records, filled, skipped: this.#skipped },
    )
    return [...damaged, ...(plan.last?.(this.#reader.about(session), filled) ?? []), compared]
  }
}

/** Clients write the id of a session into the name of its file. */
export function sessionNamedBy(path: string): string {
  const name = path.replace(/^.*[/\\]/, '').replace(/\.[a-z]{1,6}$/i, '')
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(name)?.[0] ?? name
}

const isBefore = ({ notBefore }: Plan, { at }: EventDraft): boolean =>
  notBefore !== undefined && at !== undefined && at < notBefore

/** What does not fit into a fact was made to stumble over. */
function isAdded(filling: Filling, draft: EventDraft): boolean {
  try {
    filling.add(draft)
    return true
  } catch {
    return false // told by the caller as skipped
  }
}

/** A reader takes anything; should one stumble over what somebody made for that, it is one record that is lost. */
export function understood(reader: TranscriptReader, record: object): readonly TranscriptDraft[] | undefined {
  try {
    return reader.read(record)
  } catch {
    return undefined // told by the caller as skipped
  }
}
