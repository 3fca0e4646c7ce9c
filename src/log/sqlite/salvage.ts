import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fact, type StoredEvent } from '../../event/define.ts'
import { sha256Hex } from '../../event/hash.ts'
import { derivedId, isSessionId, type SessionId } from '../../event/identity.ts'
import { CaptureDamaged, EventForgotten } from '../../event/upkeep.ts'
import { fileSystemType } from '../../host/file-system.ts'
import { privateFile, unusableFolder } from '../../host/private-file.ts'
import { Problem } from '../../problem.ts'
import { type ChainHead, GENESIS, LOST } from '../chain.ts'
import { WHOLE } from '../erased-content.ts'
import type { Projection } from '../event-log.ts'
import { type CheckedRow, insertValues } from '../rows.ts'
import { append, INSERT, readGeneration } from './append.ts'
import { type Connection, connect, type SqlRow } from './driver.ts'
import { asProblem, failureKind } from './failure.ts'
import { storeErased } from './forget.ts'
import { foreignFile, readOrigin, thisRelease } from './migrate.ts'
import { open } from './open.ts'
import { rebuild } from './rebuild.ts'
import { scanAll } from './scan.ts'
import { PAGE_BYTES } from './schema.ts'

export interface Salvaged {
  readonly kept: number
  readonly lost: number
  /** The path of the damaged file, which is kept unchanged. */
  readonly damaged: string
}

const PARTS = ['', '-wal', '-shm']

/**
 * Builds a log of all intact events and puts it in place of the damaged file, which is renamed. A placeholder
 * stands for each lost event, so that the events around it keep their seq and chain. No other process may have the
 * log open.
 */
export function salvage<V>(path: string, projection: Projection<V>, now: number): Salvaged {
  privateFile(path)
  let folder: string | undefined
  try {
    folder = mkdtempSync(join(dirname(path), 'salvage-'))
    const target = join(folder, 'log.db')
    const db = open({ path: target, busyMs: 1000, release: thisRelease, fileSystemType })
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)') // moves the whole empty log from the WAL into the main file
    const source = openBestCopy(path, { folder, empty: target })
    const { kept, lost } = inTransaction(db, () => {
      const isListIntact = source !== undefined && copyErased(source, db)
      const counts = copyIntactEvents(source, db, projection, now)
      restoreErased(db, { isListIntact })
      return counts
    })
    source?.close()
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    db.close()
    return { kept, lost, damaged: swap(path, target, now) }
  } catch (error) {
    throw explained(error, path)
  } finally {
    if (folder) removeFolder(folder)
  }
}

/** If this fails, the remaining files are harmless, and `forget` deletes them later. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Too many open files, or the file system became read-only. The salvage itself is not affected.
  }
}

/** Reports a read-only or full file system as a problem with a fix, not as a bug. */
function explained(error: unknown, path: string): unknown {
  if (error instanceof Problem || failureKind(error) !== 'other') return asProblem(error, path)
  const isSystemError = error instanceof Error && 'syscall' in error
  return isSystemError ? unusableFolder(dirname(path), error) : error
}

/** Undefined if nothing can be read; the new log is then empty. */
function openBestCopy(
  path: string,
  { folder, empty }: { readonly folder: string; readonly empty: string },
): Connection | undefined {
  const copies = DAMAGED_COPIES.map((repair, number) => {
    const copy = join(folder, `damaged-${number}.db`)
    for (const part of PARTS) if (existsSync(path + part)) copyFileSync(path + part, copy + part)
    return openRepaired(copy, () => repair(copy, empty))
  })
  const best = copies.reduce((most, one) => (one.events > most.events ? one : most))
  if (best.events === 0 && copies.some(({ db }) => db && isForeign(db))) throw foreignFile(path)
  const source = best.events > 0 ? best.db : undefined
  for (const { db } of copies) if (db !== source) db?.close()
  return source
}

interface DamagedCopy {
  readonly db: Connection | undefined
  /** The number of intact events. */
  readonly events: number
}

function openRepaired(copy: string, repair: () => void): DamagedCopy {
  repair()
  const db = unlessRefused(() => connect(copy, { readOnly: false, busyMs: 0 }))
  return { db, events: (db && unlessRefused(() => countIntact(db))) ?? 0 }
}

/** Undefined if SQLite refuses the file or finds no events in it. */
function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (failureKind(error) === 'full' || failureKind(error) === 'io') throw error
    return undefined
  }
}

/**
 * Whether it is an intact database that belongs to another program. A damaged one may be a log whose header
 * lost its application id.
 */
function isForeign(db: Connection): boolean {
  try {
    const isIntact = db.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok'
    return isIntact && readOrigin(db).kind === 'foreign'
  } catch {
    return false // damaged
  }
}

function countIntact(db: Connection): number {
  let count = 0
  for (const found of scanAll(db)) if (found.kind === 'intact') count += 1
  return count
}

/**
 * Copies the list of erased content and the counter of erasures, as far as they can be read. Returns whether the list
 * is intact. The rows are checked, because a replaced schema may point to the wrong page.
 */
function copyErased(source: Connection, db: Connection): boolean {
  const generation = unlessRefused(() => readGeneration(source)) ?? 0
  db.prepare('UPDATE generation SET value = ?').run(Math.max(0, generation) + 1)
  const rows = unlessRefused(() => source.prepare('SELECT session, key, at FROM forgotten').all())
  const intact = (rows ?? []).filter(isErasedRow)
  for (const { session, key, at } of intact)
    storeErased(db, String(session), [{ key: String(key), at: Number(at) }])
  return rows !== undefined && intact.length === rows.length
}

const isErasedRow = ({ session, key, at }: SqlRow): boolean =>
  isSessionId(String(session)) && /^(?:[0-9a-f]{32})?$/.test(String(key)) && typeof at === 'number'

const TOMBSTONES =
  'SELECT session, max(at) AS at, count(*) AS count FROM event WHERE type = ? GROUP BY session'

/**
 * If the list was lost, the tombstones still show which sessions have erased content. To be safe, everything in them
 * that is older than the last tombstone counts as erased.
 */
function restoreErased(db: Connection, { isListIntact }: { readonly isListIntact: boolean }): void {
  const tombstones = db.prepare(TOMBSTONES).all(EventForgotten.type)
  const isListed = db.prepare(`SELECT 1 AS found FROM forgotten WHERE session = ? AND key = '${WHOLE}'`)
  const unlisted = tombstones.filter(({ session }) => !isListIntact || !isListed.get(String(session)))
  for (const { session, at } of unlisted) storeErased(db, String(session), [{ key: WHOLE, at: Number(at) }])
  // The counter of erasures may be lost, but each erasure also left a tombstone.
  const erasures = tombstones.reduce((sum, { count }) => sum + Number(count), 0)
  db.prepare('UPDATE generation SET value = max(value, ?)').run(erasures + 1)
}

interface CopyCounts {
  readonly kept: number
  readonly lost: number
}

/** Copies every intact event, and inserts placeholders for missing events of its session. */
function copyIntactEvents<V>(
  source: Connection | undefined,
  db: Connection,
  projection: Projection<V>,
  now: number,
): CopyCounts {
  const heads = new Map<SessionId, ChainHead>()
  const losses = new Map<SessionId, number>()
  const insert = db.prepare(INSERT)
  let kept = 0
  for (const { event, payload } of eventsToKeep(source, db, heads)) {
    const head = heads.get(event.session) ?? NO_EVENTS
    for (const missing of createPlaceholders(head, event))
      insert.run(...insertValues({ event: missing, payload: null }))
    losses.set(event.session, (losses.get(event.session) ?? 0) + event.seq - head.seq - 1)
    insert.run(...insertValues({ event, payload: payload ?? null }))
    heads.set(event.session, event)
    kept += 1
  }
  rebuild(db, projection, () => {})
  for (const [session, lost] of losses) if (lost > 0) recordLoss(db, projection, { session, lost, now })
  return { kept, lost: [...losses.values()].reduce((sum, lost) => sum + lost, 0) }
}

const NO_EVENTS: ChainHead = { seq: 0, hash: GENESIS }

/** Intact events in order. Skips events that damage moved or duplicated. */
function* eventsToKeep(
  source: Connection | undefined,
  db: Connection,
  heads: ReadonlyMap<SessionId, ChainHead>,
): Iterable<Extract<CheckedRow, { kind: 'intact' }>> {
  const isStored = db.prepare('SELECT 1 FROM event WHERE id = ?')
  for (const found of source ? scanAll(source) : []) {
    if (found.kind !== 'intact') continue
    const { event } = found
    if (event.seq <= (heads.get(event.session) ?? NO_EVENTS).seq) continue // a placeholder stands for the event that was moved
    if (!isStored.get(event.id)) yield found // a damaged index may return an event twice
  }
}

function recordLoss<V>(
  db: Connection,
  projection: Projection<V>,
  { session, lost, now }: { readonly session: SessionId; readonly lost: number; readonly now: number },
): void {
  const id = derivedId('evt', 'salvage', session, String(now))
  const event = fact(
    CaptureDamaged,
    { id, at: now },
    { source: 'log', reason: `${lost} events were lost to damage` },
  )
  append(db, projection, { session, events: [event] })
}

/**
 * The event after the gap contains the hash of the last missing event; the other missing events get an
 * artificial hash.
 */
function createPlaceholders(head: ChainHead, next: StoredEvent): StoredEvent[] {
  const { session, at } = next
  let previousHash = head.hash
  return Array.from({ length: next.seq - head.seq - 1 }, (_, index) => {
    const seq = head.seq + 1 + index
    const hash = seq + 1 === next.seq ? next.previousHash : placeholderHash(session, seq)
    const id = derivedId('evt', 'lost', session, String(seq))
    const heading = { id, session, seq, type: LOST, version: 1, at, position: 0, data: undefined }
    const made = { ...heading, payloadHash: GENESIS, previousHash, hash }
    previousHash = hash
    return made
  })
}

const placeholderHash = (session: string, seq: number): string => sha256Hex(`lost ${session} ${seq}`)

function inTransaction<T>(db: Connection, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  const result = work()
  db.exec('COMMIT')
  return result
}

/** Moves the damaged log away first. A crash in between leaves both files, so nothing is lost. */
function swap(path: string, target: string, now: number): string {
  const aside = `${path}.damaged-${now}`
  for (const part of PARTS) if (existsSync(path + part)) renameSync(path + part, aside + part)
  renameSync(target, path)
  return aside
}

/** Changes a copy of a damaged log so that SQLite may open it. `empty` is an intact log without events. */
type Repair = (copy: string, empty: string) => void

const MAGIC = Buffer.from('SQLite format 3\0', 'latin1')
/** Offset of the page count in the header. */
const PAGE_COUNT_AT = 28

/** Restores only the bytes that SQLite requires to open the file. Keeps the rest of the first page. */
const restoreMagic: Repair = (copy) => overwrite(copy, MAGIC)

const HEADER_BYTES = 100

/** Replaces the header and keeps the schema, which contains the number of the first page of each table. */
const restoreHeader: Repair = (copy, empty) =>
  overwrite(copy, firstPageFor(copy, empty).subarray(0, HEADER_BYTES))

/**
 * Replaces the first page: header and schema. Every release and `VACUUM` put the table of events on the second page,
 * so the schema of an empty log fits.
 */
const restoreFirstPage: Repair = (copy, empty) => overwrite(copy, firstPageFor(copy, empty))

/** The first page of the empty log, with the page count of the copy. */
function firstPageFor(copy: string, empty: string): Buffer {
  const page = firstPage(empty)
  page.writeUInt32BE(Math.max(1, Math.ceil(statSync(copy).size / PAGE_BYTES)), PAGE_COUNT_AT)
  return page
}

/**
 * The repairs to try, smallest first. The copy with the most intact events is used; of equally good copies,
 * the first.
 */
const DAMAGED_COPIES: readonly Repair[] = [restoreMagic, restoreHeader, restoreFirstPage]

function firstPage(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const page = Buffer.alloc(PAGE_BYTES)
    readSync(file, page, 0, PAGE_BYTES, 0)
    return page
  } finally {
    closeSync(file)
  }
}

function overwrite(path: string, bytes: Buffer): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, bytes, 0, bytes.length, 0)
  } finally {
    closeSync(file)
  }
}
