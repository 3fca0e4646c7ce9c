import { canonicalJson } from '../event/canonical-json.ts'
import type { NewEvent, StoredEvent } from '../event/define.ts'
import { sha256Hex } from '../event/hash.ts'
import type { SessionId } from '../event/identity.ts'
import { EventForgotten } from '../event/upkeep.ts'
import { Problem } from '../problem.ts'
import { type Damage, MAX_EVENT_BYTES } from './event-log.ts'

/** Stands for the previous hash in the first event of a session. */
export const GENESIS = '0'.repeat(64)

/** The type of a placeholder for an event lost to damage. A placeholder has a seq and a hash, but no payload. */
export const LOST = 'event.lost'

export interface ChainHead {
  readonly seq: number
  readonly hash: string
}

export const payloadHash = sha256Hex

/** Hashes the payload hash, not the payload, so the chain still verifies after a payload is erased. */
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

export interface ChainState {
  seq: number
  hash: string
  damaged: boolean
  /** Events without a payload whose tombstone has not been found yet. */
  readonly erased: Set<number>
}

export function* checkLink(chains: Map<string, ChainState>, event: StoredEvent): Iterable<Damage> {
  const { session, seq, position } = event
  const chain = chainOf(chains, session)
  if (seq !== chain.seq + 1) {
    yield {
      kind: 'gap',
      session,
      seq: chain.seq + 1,
      position,
      detail: `event ${seq} follows event ${chain.seq}`,
    }
  } else if (event.previousHash !== chain.hash && chain.hash !== UNKNOWN) {
    yield { kind: 'chain', session, seq, position, detail: 'it does not continue the previous event' }
  }
  chain.seq = seq
  chain.hash = event.hash
  if (event.data === undefined && event.type !== LOST) chain.erased.add(seq)
  if (event.type === EventForgotten.type)
    for (const forgotten of forgottenBy(event)) chain.erased.delete(forgotten)
}

/** Counts a damaged event as present, so that the events after it are not reported as well. */
export function* skipDamaged(chains: Map<string, ChainState>, damage: Damage): Iterable<Damage> {
  yield damage
  if (damage.session === undefined || damage.seq === undefined) return
  const chain = chainOf(chains, damage.session)
  chain.damaged = true
  if (damage.seq === chain.seq + 1) {
    chain.seq = damage.seq
    chain.hash = UNKNOWN
  }
}

export const UNKNOWN = 'unknown'

function chainOf(chains: Map<string, ChainState>, session: string): ChainState {
  const existing = chains.get(session)
  if (existing) return existing
  const created: ChainState = { seq: 0, hash: GENESIS, damaged: false, erased: new Set() }
  chains.set(session, created)
  return created
}

const forgottenBy = (event: StoredEvent): readonly number[] => {
  const seqs = event.data?.seqs
  return Array.isArray(seqs) ? seqs.map(Number) : []
}

export function* unexplainedErasures(chains: Map<string, ChainState>): Iterable<Damage> {
  for (const [session, { erased }] of chains) {
    for (const seq of erased) {
      yield {
        kind: 'payload',
        session,
        seq,
        detail: 'its content is missing, but no forget event refers to it',
      }
    }
  }
}

/** The default for readers without an `onDamage` callback: throws a Problem that describes the damage. */
export function refuseDamage(damage: Damage): never {
  throw new Problem({
    code: 'log-damaged',
    message: `event ${damage.seq ?? '?'} of session ${damage.session ?? '?'}: ${damage.detail}`,
    fix: 'leftoff verify   (lists the damage; the events before and after it are intact)',
    outcome: 'damaged',
  })
}
