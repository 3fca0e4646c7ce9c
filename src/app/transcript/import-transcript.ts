import type { EventDraft } from '../../agent/event-draft.ts'
import { type Format, HEAD_BYTES } from '../../agent/transcript/formats.ts'
import type {
  TranscriptDraft,
  TranscriptFile,
  TranscriptReader,
  TranscriptSession,
} from '../../agent/transcript/reader.ts'
import type { TranscriptItem } from '../../agent/transcript/records.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import { derivedId } from '../../event/identity.ts'
import { CaptureDamaged, CaptureReconciled } from '../../event/upkeep.ts'
import { attempt } from '../../problem.ts'
import type { World } from '../world.ts'
import { type FillOptions, TranscriptFill } from './fill.ts'

/** How to import one session of a transcript. */
export interface SessionPlan extends FillOptions {
  /** Records from before this time were copied from another session. */
  readonly notBefore?: number | undefined
  /** Events to append after the import. */
  readonly last?: ((about: TranscriptSession, filled: number) => readonly NewEvent[]) | undefined
}

export interface TranscriptResult {
  readonly records: number
  readonly skipped: number
  /** The number of events added to each session. */
  readonly filled: ReadonlyMap<string, number>
}

interface TranscriptImportOptions {
  readonly file: TranscriptFile
  readonly format: Format
  /** Called once per session. Returns undefined to skip the session. */
  plan(about: TranscriptSession): Promise<SessionPlan | undefined>
  /** Session to compare even if the file does not mention it. */
  readonly expected?: TranscriptSession | undefined
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/** Skipped records beyond this number are counted but not recorded one by one. */
const MAX_REPORTED = 20

/** Streams a transcript and adds the events that the log lacks. */
export async function importTranscript(
  world: World,
  options: TranscriptImportOptions,
): Promise<TranscriptResult> {
  const transcript = new TranscriptImport(world, options)
  await transcript.expect()
  for (const chunk of options.file.chunks()) await transcript.push(chunk)
  return transcript.finish()
}

/** Reads enough of a file to detect its format. */
export function headOf(file: TranscriptFile): Uint8Array {
  const parts: Uint8Array[] = []
  let size = 0
  for (const chunk of file.chunks()) {
    parts.push(Buffer.from(chunk.subarray(0, HEAD_BYTES - size))) // copy: the buffer is reused
    size += chunk.length
    if (size >= HEAD_BYTES) break
  }
  return Buffer.concat(parts)
}

interface OpenSession {
  readonly plan: SessionPlan
  readonly filling: TranscriptFill
}

class TranscriptImport {
  readonly #world: World
  readonly #options: TranscriptImportOptions
  readonly #reader: TranscriptReader
  readonly #items: ReturnType<Format['items']>
  readonly #open = new Map<string, OpenSession | undefined>()
  readonly #damage: { readonly offset: number; readonly reason: string }[] = []
  #records = 0
  #skipped = 0

  constructor(world: World, options: TranscriptImportOptions) {
    this.#world = world
    this.#options = options
    this.#reader = options.format.reader(options.expected?.session ?? sessionIdInPath(options.file.path))
    this.#items = options.format.items()
  }

  async expect(): Promise<void> {
    const { expected } = this.#options
    if (expected) await this.#openSession(expected.session, expected)
  }

  async push(chunk: Uint8Array): Promise<void> {
    for (const item of this.#items.push(chunk)) await this.#item(item)
    this.#options.onBytes?.(chunk.byteLength)
  }

  async finish(): Promise<TranscriptResult> {
    for (const item of this.#items.end()) await this.#item(item)
    await this.#addAll(this.#reader.end())
    const filled = new Map<string, number>()
    for (const [session, open] of this.#open) {
      if (!open) continue
      await open.filling.finish((count) => this.#closingEvents(session, open.plan, count))
      filled.set(open.filling.session, open.filling.filled)
    }
    return { records: this.#records, skipped: this.#skipped, filled }
  }

  async #item(item: TranscriptItem): Promise<void> {
    if (item.kind === 'pending') return
    if (item.kind === 'skipped') return this.#skip(item.offset, item.reason)
    this.#records += 1
    const drafts = readRecord(this.#reader, item.value)
    if (!drafts || !(await this.#addAll(drafts))) this.#skip(item.offset, 'a record in an unknown format')
  }

  #skip(offset: number, reason: string): void {
    this.#skipped += 1
    if (this.#damage.length < MAX_REPORTED) this.#damage.push({ offset, reason })
  }

  /** Returns whether all drafts were added. */
  async #addAll(drafts: readonly TranscriptDraft[]): Promise<boolean> {
    let isWhole = true
    for (const { session, draft } of drafts) {
      const open = this.#open.has(session) ? this.#open.get(session) : await this.#openSession(session)
      if (!open || isBefore(open.plan, draft)) continue
      isWhole = tryAdd(open.filling, draft) && isWhole
      if (open.filling.isFull) await open.filling.store()
    }
    return isWhole
  }

  async #openSession(
    session: string,
    about: TranscriptSession = this.#reader.about(session),
  ): Promise<OpenSession | undefined> {
    const plan = await this.#options.plan(about)
    const open = plan && { plan, filling: await TranscriptFill.into(this.#world, plan) }
    this.#open.set(session, open)
    return open
  }

  #closingEvents(session: string, plan: SessionPlan, filled: number): readonly NewEvent[] {
    const { path, bytes, modifiedAt } = this.#options.file
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

/** Clients put the session id into the file name. */
export function sessionIdInPath(path: string): string {
  const name = path.replace(/^.*[/\\]/, '').replace(/\.[a-z]{1,6}$/i, '')
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(name)?.[0] ?? name
}

const isBefore = ({ notBefore }: SessionPlan, { at }: EventDraft): boolean =>
  notBefore !== undefined && at !== undefined && at < notBefore

/** Crafted records may violate the event schema. */
export function tryAdd(filling: TranscriptFill, draft: EventDraft): boolean {
  try {
    filling.add(draft)
    return true
  } catch {
    return false // the caller reports it as skipped
  }
}

/** Readers should never throw. If a crafted record makes a reader throw, only that record is lost. */
export const readRecord = (
  reader: TranscriptReader,
  record: object,
): readonly TranscriptDraft[] | undefined => attempt(() => reader.read(record))
