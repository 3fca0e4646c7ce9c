import type { ExportedEvent } from '../../event/export-wire.ts'
import type { SessionId } from '../../event/identity.ts'
import { Problem } from '../../problem.ts'
import type { World } from '../world.ts'
import { exportedEvents, exportHead, type ReadLines } from './exported-events.ts'

export interface ImportedSession {
  readonly session: string
  /** It, and those it descends from. */
  readonly sessions: readonly { readonly session: string; readonly events: number; readonly stored: number }[]
  readonly stored: number
}

/** So many events, or so many characters, in one transaction. */
const BATCH = { events: 500, characters: 4 * 1024 * 1024 }

/**
 * Takes in a session that was exported, event by event as they were. All of it is looked at before anything is stored;
 * what is there already is passed over, so twice stores once.
 */
export async function importSession(world: World, lines: ReadLines): Promise<ImportedSession> {
  const head = exportHead(lines)
  const known = await checkedAgainstLog(world, lines)
  const storing = new Storing(world)
  for (const event of exportedEvents(lines))
    if (event.seq > (known.get(event.session) ?? 0)) await storing.take(event)
  await storing.store()
  const sessions = head.sessions.map((one) => ({ ...one, stored: storing.stored.get(one.session) ?? 0 }))
  return { session: head.session, sessions, stored: sessions.reduce((sum, { stored }) => sum + stored, 0) }
}

/** How far each session is here already, after all of the file was seen and agrees with that. */
async function checkedAgainstLog(world: World, lines: ReadLines): Promise<ReadonlyMap<SessionId, number>> {
  const known = new Map<SessionId, number>()
  let here: AsyncIterator<{ readonly id: string }> | undefined
  for (const event of exportedEvents(lines)) {
    if (event.seq === 1) {
      known.set(event.session, (await world.log.view(event.session))?.seq ?? 0)
      here = world.log.read({ session: event.session })[Symbol.asyncIterator]()
    }
    if (event.seq > (known.get(event.session) ?? 0)) continue
    const same = await here?.next()
    if (same && !same.done && same.value.id !== event.id) throw diverged(event)
  }
  return known
}

class Storing {
  readonly stored = new Map<string, number>()
  readonly #world: World
  #batch: ExportedEvent[] = []
  #characters = 0

  constructor(world: World) {
    this.#world = world
  }

  async take(event: ExportedEvent): Promise<void> {
    const isOther = this.#batch[0] !== undefined && this.#batch[0].session !== event.session
    const isFull = this.#batch.length >= BATCH.events || this.#characters >= BATCH.characters
    if (isOther || isFull) await this.store()
    this.#batch.push(event)
    this.#characters += JSON.stringify(event.data).length
  }

  async store(): Promise<void> {
    const [first] = this.#batch
    if (!first) return
    const events = this.#batch.map(({ id, type, version, at, data }) => ({ id, type, version, at, data }))
    const appended = await this.#world.log.append(first.session, events, { expectedSeq: first.seq - 1 })
    if (appended.kind !== 'appended') throw diverged(first)
    this.stored.set(first.session, (this.stored.get(first.session) ?? 0) + events.length)
    this.#batch = []
    this.#characters = 0
  }
}

const diverged = ({ session, seq }: ExportedEvent): Problem =>
  new Problem({
    code: 'import-diverged',
    message: `session ${session} has diverged: its event ${seq} differs from the one in the file`,
    fix: `leftoff session show ${session}   (shows the local events)`,
  })
