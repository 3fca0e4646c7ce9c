import type { NewEvent, StoredEvent } from '../../event/define.ts'
import type { EventId, SessionId } from '../../event/identity.ts'
import { Problem } from '../../problem.ts'
import { type AppendBatch, sortBatch } from '../append-batch.ts'
import { type ChainHead, linkEvent } from '../chain.ts'
import type { Appended, Projection } from '../event-log.ts'
import { checkRow, EVENT_COLUMNS, hex, insertValues } from '../rows.ts'
import { type Connection, prepareOnce } from './driver.ts'
import { loadView, storeView } from './views.ts'

interface SessionAppend extends AppendBatch {
  readonly expectedSeq?: number
}

/** Runs inside a write transaction: events, chain and view commit together or not at all. */
export function append<V>(db: Connection, projection: Projection<V>, request: SessionAppend): Appended {
  const { session, expectedSeq } = request
  const head = readHead(db, session)
  const seq = head?.seq ?? 0
  if (expectedSeq !== undefined && expectedSeq !== seq) return { kind: 'moved', seq }
  const sorted = sortBatch(request, (id) => eventById(db, id))
  if (sorted.kind === 'conflict') return sorted
  if (sorted.fresh.length === 0) return { kind: 'duplicate', seq }
  const stored = insertAll(db, { session, head, events: sorted.fresh })
  const before = loadView(db, projection, { session, seq })
  const view = stored.reduce((state, event) => projection.apply(state, event), before)
  const last = stored[stored.length - 1]
  if (!last) throw new Error('no row was inserted for a batch with new events')
  storeView(db, projection, { session, head: last, view })
  return { kind: 'appended', seq: last.seq, position: last.position, duplicates: sorted.duplicates }
}

export const INSERT =
  'INSERT INTO event (id, session, seq, type, version, at, payload_hash, prev_hash, hash, payload) VALUES (?,?,?,?,?,?,?,?,?,?)'

function insertAll(
  db: Connection,
  batch: {
    readonly session: SessionId
    readonly head: ChainHead | undefined
    readonly events: readonly NewEvent[]
  },
): StoredEvent[] {
  const insert = prepareOnce(db, INSERT)
  let position = Number(prepareOnce(db, 'SELECT max(pos) AS last FROM event').get()?.last ?? 0)
  let head = batch.head
  return batch.events.map((event) => {
    const link = linkEvent(batch.session, head, event)
    insert.run(...insertValues(link))
    head = link.event
    position += 1
    return { ...link.event, position }
  })
}

/** The last link of a session, from the events themselves: a damaged view must not fork the chain. */
export function readHead(db: Connection, session: SessionId): ChainHead | undefined {
  const row = prepareOnce(db, 'SELECT seq, hash FROM event WHERE session = ? ORDER BY seq DESC LIMIT 1').get(
    session,
  )
  const hash = row?.hash
  return hash instanceof Uint8Array ? { seq: Number(row?.seq), hash: hex(hash) } : undefined
}

const BY_ID = `SELECT ${EVENT_COLUMNS} FROM event WHERE id = ?`

export function eventById(db: Connection, id: EventId): StoredEvent | undefined {
  const row = prepareOnce(db, BY_ID).get(id)
  if (!row) return undefined
  const found = checkRow(row)
  if (found.kind === 'intact') return found.event
  throw new Problem({
    code: 'log-damaged',
    message: `event ${id} is already stored, but damaged: ${found.damage.detail}`,
    fix: 'leftoff verify --salvage',
    outcome: 'damaged',
  })
}
