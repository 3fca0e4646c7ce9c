import type { NewEvent, StoredEvent } from '../../event/define.ts'
import type { EventId, SessionId } from '../../event/identity.ts'
import { Problem } from '../../problem.ts'
import { type AppendBatch, type AppendHead, sortBatch } from '../append-batch.ts'
import { type ChainHead, linkEvent } from '../chain.ts'
import { erasureCheck, hashesOf, WHOLE } from '../erased-content.ts'
import type { Appended, Projection } from '../event-log.ts'
import { checkRow, hex, insertValues } from '../rows.ts'
import { boundedNumber, type Connection, prepareOnce } from './driver.ts'
import { BOUNDED_EVENT_COLUMNS } from './scan.ts'
import { loadView, storeView } from './views.ts'

interface SessionAppend extends Omit<AppendBatch, 'isErased'> {
  readonly expectedSeq?: number
  readonly generation?: number
}

/** Runs inside a write transaction, so that events, chain and view are committed together or not at all. */
export function append<V>(db: Connection, projection: Projection<V>, request: SessionAppend): Appended {
  const { session, expectedSeq, generation } = request
  const head = readHead(db, session)
  const seq = head?.seq ?? 0
  const isMoved = expectedSeq !== undefined && expectedSeq !== seq
  if (isMoved || (generation !== undefined && generation !== readGeneration(db)))
    return { kind: 'moved', seq }
  refuseHiddenEvents(db, session, seq)
  const isErased = head?.wholeUntil === undefined ? undefined : erasedContent(db, head.wholeUntil, request)
  const sorted = sortBatch({ ...request, isErased }, (id) => eventById(db, id))
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

/** One statement, so that a session without erased content needs only one lookup. */
const HEAD = `SELECT session, seq, hash, (SELECT at FROM forgotten WHERE session = event.session AND key = '${WHOLE}') AS erased
  FROM event WHERE session = ? ORDER BY seq DESC LIMIT 1`

/** Reads the last link from the events, not from the view, because a damaged view must not fork the chain. */
export function readHead(db: Connection, session: SessionId): AppendHead | undefined {
  const row = prepareOnce(db, HEAD).get(session)
  if (!(row?.hash instanceof Uint8Array)) return undefined
  const { seq, erased } = row
  // A damaged index may return an event from another session.
  if (row.session !== session) throw damagedIndex()
  return {
    seq: Number(seq),
    hash: hex(row.hash),
    ...(typeof erased === 'number' && { wholeUntil: erased }),
  }
}

function erasedContent(
  db: Connection,
  wholeUntil: number,
  { session, events, preface = [] }: SessionAppend,
): (event: NewEvent) => boolean {
  return erasureCheck(wholeUntil, erasedTimes(db, session, hashesOf([...preface, ...events])))
}

const ERASED_TIMES =
  'SELECT key, at FROM forgotten WHERE session = ? AND key IN (SELECT value FROM json_each(?))'

export const erasedTimes = (
  db: Connection,
  session: SessionId,
  hashes: readonly string[],
): ReadonlyMap<string, number> =>
  new Map(
    prepareOnce(db, ERASED_TIMES)
      .all(session, JSON.stringify(hashes))
      .map(({ key, at }) => [String(key), Number(at)]),
  )

export const readGeneration = (db: Connection): number =>
  Number(prepareOnce(db, 'SELECT value FROM generation').get()?.value ?? 0)

const VIEW_SEQ = `SELECT ${boundedNumber('seq')} AS seq FROM session_view WHERE session = ?`
const LAST_WITHOUT_INDEX = 'SELECT max(seq) AS last FROM event NOT INDEXED WHERE session = ?'

/**
 * If the view is ahead of the last event, events were lost or a damaged index hides them. Appending after hidden
 * events would fork the chain.
 */
function refuseHiddenEvents(db: Connection, session: SessionId, seq: number): void {
  if (Number(prepareOnce(db, VIEW_SEQ).get(session)?.seq ?? 0) <= seq) return
  if (Number(prepareOnce(db, LAST_WITHOUT_INDEX).get(session)?.last ?? 0) > seq) throw damagedIndex()
}

const damagedIndex = (): Problem =>
  new Problem({
    code: 'log-damaged',
    message: 'an index of the log is damaged and hides events',
    fix: 'leftoff rebuild   (rebuilds the indexes; if that does not help: leftoff verify --salvage)',
    outcome: 'damaged',
  })

const BY_ID = `SELECT ${BOUNDED_EVENT_COLUMNS} FROM event WHERE id = ?`

export function eventById(db: Connection, id: EventId): StoredEvent | undefined {
  const row = prepareOnce(db, BY_ID).get(id)
  if (!row) return undefined
  const found = checkRow(row)
  if (found.kind === 'intact' && found.event.id !== id) throw damagedIndex()
  if (found.kind === 'intact') return found.event
  throw new Problem({
    code: 'log-damaged',
    message: `event ${id} is already stored, but damaged: ${found.damage.detail}`,
    fix: 'leftoff verify --salvage',
    outcome: 'damaged',
  })
}
