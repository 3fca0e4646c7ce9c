import { canonicalJson } from '../event/canonical-json.ts'
import type { NewEvent, StoredEvent } from '../event/define.ts'
import { sha256Hex } from '../event/hash.ts'
import type { SessionId } from '../event/identity.ts'
import { Problem } from '../problem.ts'
import { MAX_EVENT_BYTES } from './event-log.ts'

/** The previous hash of the first event of a session. */
export const GENESIS = '0'.repeat(64)

export interface ChainHead {
  readonly seq: number
  readonly hash: string
}

export const payloadHash = sha256Hex

/** Hashes the payload hash, not the payload: a payload can be erased and the chain still verifies. */
export function eventHash(event: Omit<StoredEvent, 'data' | 'position' | 'hash'>): string {
  const { previousHash, session, seq, id, type, version, at } = event
  return sha256Hex(JSON.stringify([previousHash, session, seq, id, type, version, at, event.payloadHash]))
}

export interface LinkedEvent {
  readonly event: Omit<StoredEvent, 'position'>
  readonly payload: string
}

/** Adds an event to the hash chain of its session. */
export function linkEvent(session: SessionId, head: ChainHead | undefined, event: NewEvent): LinkedEvent {
  const payload = payloadOf(event)
  const { id, type, version, at, data } = event
  const seq = (head?.seq ?? 0) + 1
  const previousHash = head?.hash ?? GENESIS
  const unsealed = { session, seq, id, type, version, at, previousHash, payloadHash: payloadHash(payload) }
  return { payload, event: { ...unsealed, data, hash: eventHash(unsealed) } }
}

export function payloadOf(event: NewEvent): string {
  const payload = canonicalJson(event.data)
  if (Buffer.byteLength(payload) <= MAX_EVENT_BYTES) return payload
  throw new Problem({
    code: 'event-too-large',
    message: `an event of type ${event.type} is larger than ${MAX_EVENT_BYTES / 1024 / 1024} MB`,
    fix: 'record shorter text, or the path of a file that contains it',
  })
}
