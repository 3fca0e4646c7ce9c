import type { NewEvent, StoredEvent } from '../event/define.ts'
import type { EventId, SessionId } from '../event/identity.ts'
import { Problem } from '../problem.ts'
import { type ChainHead, payloadHash, payloadOf } from './chain.ts'

type SortedBatch =
  | { readonly kind: 'sorted'; readonly fresh: readonly NewEvent[]; readonly duplicates: number }
  | { readonly kind: 'conflict'; readonly stored: StoredEvent }

export interface AppendBatch {
  readonly session: SessionId
  readonly events: readonly NewEvent[]
  readonly preface?: readonly NewEvent[]
  /** Whether the content of a new event was erased earlier. */
  readonly isErased?: ((event: NewEvent) => boolean) | undefined
}
/** The end of a session's hash chain. */
export interface AppendHead extends ChainHead {
  /** Absent if the session has no erased content. */
  readonly wholeUntil?: number
}
type FindStored = (id: EventId) => StoredEvent | undefined

/** Splits a batch into new events and duplicates, or reports a conflict with a stored event. */
export function sortBatch(batch: AppendBatch, stored: FindStored): SortedBatch {
  const { events, preface = [] } = batch
  const sorted = sortEvents(batch, stored)
  if (sorted.kind === 'conflict' || sorted.fresh.length === 0 || preface.length === 0) return sorted
  // Sorts the preface and the events together, because an event may be in both.
  const whole = sortEvents({ ...batch, events: [...preface, ...events] }, stored)
  return whole.kind === 'conflict' ? whole : { ...sorted, fresh: whole.fresh }
}

function sortEvents({ session, events, isErased }: AppendBatch, stored: FindStored): SortedBatch {
  const fresh = new Map<EventId, NewEvent>()
  let duplicates = 0
  for (const event of events) {
    refuseUnstorable(session, event)
    const known = stored(event.id)
    if (known && !(known.session === session && isSame(known, event)))
      return { kind: 'conflict', stored: known }
    if (known || isRepeated(fresh.get(event.id), event) || isErased?.(event)) duplicates += 1
    else fresh.set(event.id, event)
  }
  return { kind: 'sorted', fresh: [...fresh.values()], duplicates }
}

/** Ignores `at`: the same event received later is still the same event. */
const isSame = (stored: StoredEvent, event: NewEvent): boolean =>
  stored.type === event.type &&
  stored.version === event.version &&
  stored.payloadHash === payloadHash(payloadOf(event))

function isRepeated(first: NewEvent | undefined, event: NewEvent): boolean {
  if (!first) return false
  const isEqual = first.type === event.type && first.version === event.version
  if (isEqual && payloadOf(first) === payloadOf(event)) return true
  throw new Error(`one batch contains two different events with the id ${event.id}`)
}

/**
 * Headers are stored in columns, where SQLite truncates text at NUL and replaces lone surrogates. Such an
 * event would be acknowledged but would never match its hash. Payloads are JSON, which escapes both.
 */
const STORABLE_NAME = /^[\x20-\x7e]{1,200}$/

export function refuseUnstorable(session: string, { id, type, version, at }: NewEvent): void {
  const isStorable = [session, id, type].every((name) => STORABLE_NAME.test(name))
  if (isStorable && Number.isSafeInteger(version) && Number.isSafeInteger(at)) return
  throw new Problem({
    code: 'event-unstorable',
    message: `an event has a header that cannot be stored: ${JSON.stringify({ id, type, version, at }).slice(0, 300)}`,
    fix: 'session, id and type are 1 to 200 printable ASCII characters; version and at are integers',
  })
}
