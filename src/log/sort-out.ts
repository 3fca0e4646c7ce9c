import type { NewEvent, StoredEvent } from '../event/define.ts'
import type { EventId, SessionId } from '../event/identity.ts'
import { payloadHash, payloadOf } from './chain.ts'

export type SortedOut =
  | { readonly kind: 'sorted'; readonly fresh: readonly NewEvent[]; readonly duplicates: number }
  | { readonly kind: 'conflict'; readonly stored: StoredEvent }

/** Which events of a batch are new, which were heard before, and whether one contradicts what is stored. */
export function sortedOut(
  session: SessionId,
  events: readonly NewEvent[],
  stored: (id: EventId) => StoredEvent | undefined,
): SortedOut {
  const fresh = new Map<EventId, NewEvent>()
  let duplicates = 0
  for (const event of events) {
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
  if (first.type === event.type && payloadOf(first) === payloadOf(event)) return true
  throw new Error(`one batch holds two different events with the id ${event.id}`)
}
