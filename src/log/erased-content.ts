import { contentHashes, type EventContent } from '../event/content-key.ts'
import { fact, type NewEvent } from '../event/define.ts'
import { derivedId, type EventId } from '../event/identity.ts'
import { EventForgotten } from '../event/upkeep.ts'
import type { Erasure } from './event-log.ts'

/**
 * The key that stands for a whole session in the list of erased content. Every listed session has a row with
 * this key.
 */
export const WHOLE = ''
/** The time in that row if only parts of the session were erased. */
export const NEVER = -1

/** A row of the list of erased content: a content hash and the time of its erasure. */
export interface ErasedRow {
  readonly key: string
  readonly at: number
}

/** The rows that an erasure of these events adds. */
export function erasedRows({ at, seqs }: Erasure, events: Iterable<EventContent>): readonly ErasedRow[] {
  const keys = new Set<string>()
  for (const event of events) for (const hash of contentHashes(event)) keys.add(hash)
  return [{ key: WHOLE, at: seqs ? NEVER : at }, ...Array.from(keys, (key) => ({ key, at }))]
}

/** The hashes to look up before these events are appended to a session with erased content. */
export const hashesOf = (events: readonly NewEvent[]): readonly string[] => [
  ...new Set(events.flatMap(contentHashes)),
]

/**
 * Whether an event repeats what was erased. An event that is newer than the erasure counts as new, even with
 * the same content. No other check in the log depends on times. This check must, because nothing else shows
 * how old an event is.
 */
export function erasureCheck(
  wholeUntil: number,
  erasedAt: ReadonlyMap<string, number>,
): (event: NewEvent) => boolean {
  return (event) => {
    if (event.type === EventForgotten.type) return false
    if (event.at < wholeUntil) return true // not <=: the session may be reused in the same millisecond
    return contentHashes(event).some((hash) => event.at <= (erasedAt.get(hash) ?? NEVER))
  }
}

/**
 * Creates the event that records an erasure. If an erasure is repeated with the same id and finds more
 * events, the second tombstone gets another id: events without a tombstone would look damaged.
 */
export function createTombstone(
  erasure: Erasure,
  seqs: readonly number[],
  isTaken: (id: EventId) => boolean,
): NewEvent {
  const id = isTaken(erasure.id) ? derivedId('evt', erasure.id, erasure.session, seqs.join(',')) : erasure.id
  const reason = erasure.reason === undefined ? {} : { reason: erasure.reason }
  return fact(EventForgotten, { id, at: erasure.at }, { seqs: [...seqs], ...reason })
}
