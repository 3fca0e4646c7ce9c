import { fact } from '../../event/define.ts'
import type { ExportHead } from '../../event/document.ts'
import {
  type ExportedEvent,
  LAST_LINE,
  type Parsed,
  parseExportedEvent,
  parseExportHead,
} from '../../event/export-wire.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { BOOK } from '../../event/memory.ts'
import { CaptureReconciled } from '../../event/upkeep.ts'
import { type ChainHead, linkEvent } from '../../log/chain.ts'
import { Problem } from '../../problem.ts'
import { behind, done, retryAppend } from '../append-retry.ts'
import type { World } from '../world.ts'

export interface ImportedSession {
  readonly session: string
  /** The session and its ancestors. */
  readonly sessions: readonly { readonly session: string; readonly events: number; readonly stored: number }[]
  readonly stored: number
}

/** The limits of one transaction. */
const BATCH = { events: 500, characters: 4 * 1024 * 1024 }

/**
 * Imports an exported session. Checks the complete file before storing anything, and skips events that are already
 * stored, so that a second import changes nothing.
 */
export async function importSession(world: World, lines: ReadLines): Promise<ImportedSession> {
  const head = exportHead(lines)
  const known = await compareWithLog(world, lines)
  await recordImports(world, newSessions(head, known))
  const storing = new BatchWriter(world)
  for (const event of exportedEvents(lines))
    if (event.seq > (known.get(event.session) ?? 0)) await storing.take(event)
  await storing.store()
  const sessions = head.sessions.map((one) => ({ ...one, stored: storing.stored.get(one.session) ?? 0 }))
  return { session: head.session, sessions, stored: sessions.reduce((sum, { stored }) => sum + stored, 0) }
}

/**
 * The sessions that the file adds events to. They are recorded as imported first, because the process may be
 * killed.
 */
const newSessions = (head: ExportHead, known: ReadonlyMap<SessionId, number>): readonly SessionId[] =>
  [...known].flatMap(([session, seq]) =>
    head.sessions.some((one) => one.session === session && one.events > seq) ? [session] : [],
  )

/** The last stored event of each session. Throws if the file and the log differ. */
async function compareWithLog(world: World, lines: ReadLines): Promise<ReadonlyMap<SessionId, number>> {
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

class BatchWriter {
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

/** Reads the lines of a file from the start at each call; undefined represents a line that is too long. */
type ReadLines = () => Iterable<string | undefined>

function exportHead(lines: ReadLines): ExportHead {
  for (const line of lines()) {
    const head = parsedValue(line === undefined ? TOO_LONG : parseExportHead(line), 1)
    if (head.sessions.every(({ session }) => session !== BOOK)) return head
    throw refusedAt(1, 'sessions: rules cannot be imported with a session')
  }
  throw refusedAt(1, 'the file is empty')
}

/** The events in order, each checked against the head line, its hash chain and its definition. */
function* exportedEvents(lines: ReadLines): Iterable<ExportedEvent> {
  const reading = new ExportReader(exportHead(lines).sessions)
  let number = 0
  for (const line of lines()) {
    number += 1
    const event = number === 1 ? undefined : reading.take(line, number)
    if (event) yield event
  }
  reading.end(number)
}

class ExportReader {
  readonly #expected: ExportHead['sessions']
  #last: (ChainHead & { readonly session: string }) | undefined
  #isOver = false

  constructor(expected: ExportHead['sessions']) {
    this.#expected = [...expected]
  }

  take(line: string | undefined, number: number): ExportedEvent | undefined {
    const text = line?.trim()
    if (this.#isOver && text !== '') throw refusedAt(number, 'unexpected text after the end')
    if (this.#isOver) return undefined
    this.#isOver = text === LAST_LINE
    return this.#isOver ? undefined : this.#event(line, number)
  }

  end(number: number): void {
    if (!this.#isOver || this.#expected.length > 0) throw refusedAt(number, 'the file is incomplete')
  }

  #event(line: string | undefined, number: number): ExportedEvent {
    const event = parsedValue(line === undefined ? TOO_LONG : parseExportedEvent(line), number)
    const [current] = this.#expected
    const before = this.#last?.session === event.session ? this.#last : undefined
    if (event.session !== current?.session || event.seq !== (before?.seq ?? 0) + 1)
      throw refusedAt(number, `seq: event ${event.seq} of ${event.session} does not belong here`)
    const { hash } = linkEvent(event.session, before, event).event
    if (hash !== event.hash) throw refusedAt(number, 'hash: does not match the event and its predecessor')
    this.#last = { session: event.session, seq: event.seq, hash }
    if (event.seq === current.events) this.#expected.shift()
    return event
  }
}

const TOO_LONG = { kind: 'refused', reason: 'the line is too long for an event' } as const

function parsedValue<T>(parsed: Parsed<T>, line: number): T {
  if (parsed.kind === 'parsed') return parsed.value
  throw refusedAt(line, parsed.reason)
}

const refusedAt = (line: number, reason: string): Problem =>
  new Problem({
    code: 'import-refused',
    message: `line ${line}: ${reason}`,
    fix: 'nothing was imported; export the session again: leftoff session export ID --out FILE',
  })

/**
 * Records imported sessions in the rule book, because a session must stay identical to its file. Only the rules
 * need this list, because nobody on this machine typed the prompts of an imported session.
 */
export async function recordImports(world: World, sessions: readonly SessionId[]): Promise<void> {
  await retryAppend(BOOK, async () => {
    const seen = await world.log.view(BOOK)
    const expectedSeq = seen?.seq ?? 0
    const known = new Set(seen?.view.capture.compared.map(({ source }) => source))
    const facts = sessions
      .filter((session) => !known.has(sourceOf(session)))
      .map((session) => {
        const heading = { id: derivedId('evt', BOOK, 'imported', session), at: world.clock.now() }
        const data = { source: sourceOf(session), bytes: 0, records: 0, filled: 0, skipped: 0 }
        return fact(CaptureReconciled, heading, data)
      })
    if (facts.length === 0) return done(undefined)
    const appended = await world.log.append(BOOK, facts, { expectedSeq })
    return appended.kind === 'moved' ? behind(expectedSeq, appended) : done(undefined)
  })
}

export async function wasImported(world: World, session: SessionId): Promise<boolean> {
  const { compared = [] } = (await world.log.view(BOOK))?.view.capture ?? {}
  return compared.some(({ source }) => source === sourceOf(session))
}

const sourceOf = (session: SessionId): string => `import of ${session}`
