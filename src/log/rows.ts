import type { JsonObject } from '../event/canonical-json.ts'
import type { StoredEvent } from '../event/define.ts'
import { storedEventId, storedSessionId } from '../event/identity.ts'
import { eventHash, type LinkedEvent, LOST, payloadHash } from './chain.ts'
import type { Damage } from './event-log.ts'

/** A row as the driver returns it. */
export type EventRow = Readonly<Record<string, unknown>>
type ColumnValue = string | number | Uint8Array | null

export const EVENT_COLUMNS =
  'pos, id, session, seq, type, version, at, payload_hash, prev_hash, hash, payload'

/** A row checked against its hashes: an intact row is exactly what was written. */
export type CheckedRow =
  | { readonly kind: 'intact'; readonly event: StoredEvent; readonly payload: string | undefined }
  | { readonly kind: 'damaged'; readonly damage: Damage }

type Insertable = { readonly event: LinkedEvent['event']; readonly payload: string | null }

export const insertValues = ({ event, payload }: Insertable): readonly ColumnValue[] => [
  event.id,
  event.session,
  event.seq,
  event.type,
  event.version,
  event.at,
  bytes(event.payloadHash),
  bytes(event.previousHash),
  bytes(event.hash),
  payload,
]

export function checkRow(row: EventRow): CheckedRow {
  const event = decodeRow(row)
  const position = Number(row.pos)
  if (!event) return damagedRow('unreadable', { position }, 'its columns have unexpected types')
  const { payload, ...heading } = event
  if (heading.type === LOST)
    return { kind: 'intact', payload: undefined, event: { ...heading, position, data: undefined } }
  const place = { session: heading.session, seq: heading.seq, position }
  if (eventHash(heading) !== heading.hash) return damagedRow('chain', place, 'it does not match its hash')
  if (payload === undefined)
    return { kind: 'intact', payload, event: { ...heading, position, data: undefined } }
  if (payloadHash(payload) !== heading.payloadHash)
    return damagedRow('payload', place, 'its content does not match its hash')
  const data = parsePayload(payload)
  if (!data) return damagedRow('payload', place, 'its content is not a JSON object')
  return { kind: 'intact', payload, event: { ...heading, position, data } }
}

const damagedRow = (
  kind: Damage['kind'],
  place: Omit<Damage, 'kind' | 'detail'>,
  detail: string,
): { kind: 'damaged'; damage: Damage } => ({ kind: 'damaged', damage: { kind, ...place, detail } })

type DecodedRow = Omit<StoredEvent, 'data' | 'position'> & { readonly payload: string | undefined }

function decodeRow(row: EventRow): DecodedRow | undefined {
  const { id, session, seq, type, version, at, payload_hash, prev_hash, hash, payload } = row
  if (typeof id !== 'string' || typeof session !== 'string' || typeof type !== 'string') return undefined
  if (typeof seq !== 'number' || typeof version !== 'number' || typeof at !== 'number') return undefined
  if (!isHash(payload_hash) || !isHash(prev_hash) || !isHash(hash)) return undefined
  if (payload !== null && typeof payload !== 'string') return undefined
  return {
    id: storedEventId(id),
    session: storedSessionId(session),
    seq,
    type,
    version,
    at,
    payloadHash: hex(payload_hash),
    previousHash: hex(prev_hash),
    hash: hex(hash),
    payload: payload ?? undefined,
  }
}

const isHash = (value: unknown): value is Uint8Array => value instanceof Uint8Array && value.length === 32

/** Undefined if the payload is damaged: only JSON objects are ever written. */
export function parsePayload(payload: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(payload)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined
  } catch {
    return undefined // `checkRow` reports it as damage
  }
}

export const bytes = (hash: string): Uint8Array => Buffer.from(hash, 'hex')
export const hex = (hash: Uint8Array): string =>
  Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('hex')
