import { fact, type NewEvent } from '../event/define.ts'
import { derivedId, type EventId } from '../event/identity.ts'
import { EventForgotten } from '../event/upkeep.ts'
import type { Erasure } from './event-log.ts'

/**
 * The event that says what was erased. An erasure that is repeated under its name, here or in another session, gets another
 * name for what it finds: without a tombstone of its own, what it erased would look like damage.
 */
export function tombstone(
  erasure: Erasure,
  seqs: readonly number[],
  isTaken: (id: EventId) => boolean,
): NewEvent {
  const id = isTaken(erasure.id) ? derivedId('evt', erasure.id, erasure.session, seqs.join(',')) : erasure.id
  const reason = erasure.reason === undefined ? {} : { reason: erasure.reason }
  return fact(EventForgotten, { id, at: erasure.at }, { seqs: [...seqs], ...reason })
}
