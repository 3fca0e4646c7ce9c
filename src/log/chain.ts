import { canonicalJson } from '../event/canonical-json.ts'
import type { NewEvent, StoredEvent } from '../event/define.ts'
import { sha256Hex } from '../event/hash.ts'
import type { SessionId } from '../event/identity.ts'
import { Problem } from '../problem.ts'
import { MOST_EVENT_BYTES } from './event-log.ts'

/** What the first event of a session points back to. */
export const GENESIS = '0'.repeat(64)

export interface Link {
  readonly seq: number
  readonly hash: string
}

export const payloadHash = sha256Hex

/** The chain runs over payload hashes, so that a payload can be erased and the chain still holds. */
export function eventHash(event: Omit<StoredEvent, 'data' | 'position' | 'hash'>): string {
  const { previousHash, session, seq, id, type, version, at } = event
  return sha256Hex(JSON.stringify([previousHash, session, seq, id, type, version, at, event.payloadHash]))
}

export interface Linked {
  readonly event: Omit<StoredEvent, 'position'>
  readonly payload: string
}

/** The event as the next link of its session's chain. */
export function linked(session: SessionId, head: Link | undefined, event: NewEvent): Linked {
  const payload = payloadOf(event)
  const { id, type, version, at, data } = event
  const seq = (head?.seq ?? 0) + 1
  const previousHash = head?.hash ?? GENESIS
  const unsealed = { session, seq, id, type, version, at, previousHash, payloadHash: payloadHash(payload) }
  return { payload, event: { ...unsealed, data, hash: eventHash(unsealed) } }
}

export function payloadOf(event: NewEvent): string {
  const payload = canonicalJson(event.data)
  if (Buffer.byteLength(payload) <= MOST_EVENT_BYTES) return payload
  throw new Problem({
    code: 'event-too-large',
    message: `an event of type ${event.type} is larger than ${MOST_EVENT_BYTES / 1024 / 1024} MB`,
    fix: 'record a shorter text, or the path of a file that holds it',
  })
}
