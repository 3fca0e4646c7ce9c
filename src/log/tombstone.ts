import { EventForgotten } from '../event/context.ts'
import { fact, type NewEvent } from '../event/define.ts'
import { derivedId, type EventId } from '../event/identity.ts'
import type { Erasure } from './event-log.ts'

/**
 * The event that says what was erased. An erasure that is repeated under its name and finds new events gets another
 * name for them: without a tombstone of their own, what it erased would look like damage.
 */
export function tombstone(
  erasure: Erasure,
  seqs: readonly number[],
  isTaken: (id: EventId) => boolean,
): NewEvent {
  const id = isTaken(erasure.id) ? derivedId('evt', erasure.id, seqs.join(',')) : erasure.id
  const reason = erasure.reason === undefined ? {} : { reason: erasure.reason }
  return fact(EventForgotten, { id, at: erasure.at }, { seqs: [...seqs], ...reason })
}
