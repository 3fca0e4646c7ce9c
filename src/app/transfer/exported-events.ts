import type { ExportHead } from '../../event/document.ts'
import {
  type ExportedEvent,
  LAST_LINE,
  type Parsed,
  parseExportedEvent,
  parseExportHead,
} from '../../event/export-wire.ts'
import { BOOK } from '../../event/memory.ts'
import { type ChainHead, linkEvent } from '../../log/chain.ts'
import { Problem } from '../../problem.ts'
/** The lines of a file, from the first one, as often as they are asked for; undefined for one that is too long. */
export type ReadLines = () => Iterable<string | undefined>

/** What the first line says. */
export function exportHead(lines: ReadLines): ExportHead {
  for (const line of lines()) {
    const head = understood(line === undefined ? TOO_LONG : parseExportHead(line), 1)
    if (head.sessions.every(({ session }) => session !== BOOK)) return head
    throw refusedAt(1, 'sessions: rules are not taken in with a session')
  }
  throw refusedAt(1, 'it is empty')
}

/** The events in their order, each checked against the first line, its chain and its definition. */
export function* exportedEvents(lines: ReadLines): Iterable<ExportedEvent> {
  const reading = new Reading(exportHead(lines).sessions)
  let number = 0
  for (const line of lines()) {
    number += 1
    const event = number === 1 ? undefined : reading.take(line, number)
    if (event) yield event
  }
  reading.end(number)
}

class Reading {
  readonly #expected: ExportHead['sessions']
  #last: (ChainHead & { readonly session: string }) | undefined
  #isOver = false

  constructor(expected: ExportHead['sessions']) {
    this.#expected = [...expected]
  }

  take(line: string | undefined, number: number): ExportedEvent | undefined {
    const text = line?.trim()
    if (this.#isOver && text !== '') throw refusedAt(number, 'something stands behind its end')
    if (this.#isOver) return undefined
    this.#isOver = text === LAST_LINE
    return this.#isOver ? undefined : this.#event(line, number)
  }

  end(number: number): void {
    if (!this.#isOver || this.#expected.length > 0) throw refusedAt(number, 'it ends before its end')
  }

  #event(line: string | undefined, number: number): ExportedEvent {
    const event = understood(line === undefined ? TOO_LONG : parseExportedEvent(line), number)
    const [current] = this.#expected
    const before = this.#last?.session === event.session ? this.#last : undefined
    if (event.session !== current?.session || event.seq !== (before?.seq ?? 0) + 1)
      throw refusedAt(number, `seq: event ${event.seq} of ${event.session} does not belong here`)
    const { hash } = linkEvent(event.session, before, event).event
    if (hash !== event.hash) throw refusedAt(number, 'hash: it is not that of this event in its chain')
    this.#last = { session: event.session, seq: event.seq, hash }
    if (event.seq === current.events) this.#expected.shift()
    return event
  }
}

const TOO_LONG = { kind: 'refused', reason: 'it is longer than any event' } as const

function understood<T>(parsed: Parsed<T>, line: number): T {
  if (parsed.kind === 'parsed') return parsed.value
  throw refusedAt(line, parsed.reason)
}

const refusedAt = (line: number, reason: string): Problem =>
  new Problem({
    code: 'import-refused',
    message: `line ${line}: ${reason}`,
    fix: 'nothing was imported; export the session again: leftoff session export ID --out FILE',
  })
