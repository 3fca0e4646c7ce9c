import { fact, type NewEvent } from '../event/define.ts'
import { derivedId, type EventId } from '../event/identity.ts'
import { EventForgotten } from '../event/upkeep.ts'
import type { Erasure } from './event-log.ts'

/**
 * Creates the event that records an erasure. A repeated erasure with the same id gets a new id for what it still finds:
 * without its own tombstone, what it erased would look like damage.
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
