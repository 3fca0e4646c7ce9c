import type { NewEvent, StoredEvent } from '../../../src/event/define.ts'
import type { SessionId } from '../../../src/event/identity.ts'
import { payloadHash, payloadOf } from '../../../src/log/chain.ts'

/** What a writer prints about an event once `append` has resolved. */
export interface Ack {
  readonly session: SessionId
  readonly seq: number
  readonly id: string
  readonly payloadHash: string
  /** How long the append took. */
  readonly ms: number
}

export const ackLine = (session: SessionId, seq: number, event: NewEvent, ms: number): string =>
  `ack ${session} ${seq} ${event.id} ${payloadHash(payloadOf(event))} ${ms.toFixed(1)}`

export function parseAck(line: string): Ack {
  const [, session, seq, id, hash, ms] = line.split(' ')
  return { session: session as SessionId, seq: Number(seq), id: id!, payloadHash: hash!, ms: Number(ms) }
}

export const toNewEvent = ({ id, type, version, at, data }: StoredEvent): NewEvent => ({
  id,
  type,
  version,
  at,
  data: data!,
})
