import type { NewEvent, StoredEvent } from '../event/define.ts'
import type { EventId, SessionId } from '../event/identity.ts'
import { payloadHash, payloadOf } from './chain.ts'
import { refuseUnstorable } from './storable.ts'

export type SortedOut =
  | { readonly kind: 'sorted'; readonly fresh: readonly NewEvent[]; readonly duplicates: number }
  | { readonly kind: 'conflict'; readonly stored: StoredEvent }

export interface Batch {
  readonly session: SessionId
  readonly events: readonly NewEvent[]
  readonly preface?: readonly NewEvent[]
}
type Stored = (id: EventId) => StoredEvent | undefined

/** What of a batch is new, how much was heard before, and whether something contradicts what is stored. */
export function sortedOut({ session, events, preface = [] }: Batch, stored: Stored): SortedOut {
  const sorted = sortedBatch(session, events, stored)
  if (sorted.kind === 'conflict' || sorted.fresh.length === 0 || preface.length === 0) return sorted
  // Together, because an event of the batch may stand in the preface too.
  const whole = sortedBatch(session, [...preface, ...events], stored)
  return whole.kind === 'conflict' ? whole : { ...sorted, fresh: whole.fresh }
}

function sortedBatch(session: SessionId, events: readonly NewEvent[], stored: Stored): SortedOut {
  const fresh = new Map<EventId, NewEvent>()
  let duplicates = 0
  for (const event of events) {
    refuseUnstorable(session, event)
    const known = stored(event.id)
    if (known && !(known.session === session && isSame(known, event)))
      return { kind: 'conflict', stored: known }
    if (known || isRepeated(fresh.get(event.id), event)) duplicates += 1
    else fresh.set(event.id, event)
  }
  return { kind: 'sorted', fresh: [...fresh.values()], duplicates }
}

/** The time of hearing does not count: the same thing heard later is the same thing. */
const isSame = (stored: StoredEvent, event: NewEvent): boolean =>
  stored.type === event.type &&
  stored.version === event.version &&
  stored.payloadHash === payloadHash(payloadOf(event))

function isRepeated(first: NewEvent | undefined, event: NewEvent): boolean {
  if (!first) return false
  const isEqual = first.type === event.type && first.version === event.version
  if (isEqual && payloadOf(first) === payloadOf(event)) return true
  throw new Error(`one batch holds two different events with the id ${event.id}`)
}
