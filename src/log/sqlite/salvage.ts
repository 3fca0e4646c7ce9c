import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fact, type StoredEvent } from '../../event/define.ts'
import { sha256Hex } from '../../event/hash.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { CaptureDamaged } from '../../event/upkeep.ts'
import { fileSystemType } from '../../host/file-system.ts'
import { type ChainHead, GENESIS } from '../chain.ts'
import type { Projection } from '../event-log.ts'
import { insertValues, LOST } from '../rows.ts'
import { append, INSERT } from './append.ts'
import { type Connection, connect } from './driver.ts'
import { thisRelease } from './migrate.ts'
import { open } from './open.ts'
import { rebuild } from './rebuild.ts'
import { scanAll } from './scan.ts'

export interface Salvaged {
  readonly kept: number
  readonly lost: number
  /** The path of the damaged file, which is kept unchanged. */
  readonly damaged: string
}

const PARTS = ['', '-wal', '-shm']

/**
 * Builds a log of all intact events and puts it in place of the damaged one, which is kept. A lost event leaves a
 * placeholder, so that the events around it keep their seq and chain. No other process may have the log open.
 */
export function salvage<V>(path: string, projection: Projection<V>, now: number): Salvaged {
  const folder = mkdtempSync(join(dirname(path), 'salvage-'))
  try {
    const source = openCopy(path, join(folder, 'damaged.db'))
    const target = join(folder, 'log.db')
    const db = open({ path: target, busyMs: 1000, release: thisRelease, fileSystemType })
    const { kept, lost } = inTransaction(db, () => copyIntactEvents(source, db, projection, now))
    source.close()
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    db.close()
    return { kept, lost, damaged: swap(path, target, now) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Works on a copy and restores the header bytes without which SQLite refuses the file. */
function openCopy(path: string, copy: string): Connection {
  for (const part of PARTS) if (existsSync(path + part)) copyFileSync(path + part, copy + part)
  const file = openSync(copy, 'r+')
  writeSync(file, 'SQLite format 3\0', 0, 'latin1')
  closeSync(file)
  return connect(copy, { readOnly: false, busyMs: 0 })
}

interface CopyCounts {
  readonly kept: number
  readonly lost: number
}

/** Copies every intact event, and inserts placeholders for missing events of its session. */
function copyIntactEvents<V>(
  source: Connection,
  db: Connection,
  projection: Projection<V>,
  now: number,
): CopyCounts {
  const heads = new Map<SessionId, ChainHead>()
  const losses = new Map<SessionId, number>()
  const insert = db.prepare(INSERT)
  let kept = 0
  for (const found of scanAll(source)) {
    if (found.kind !== 'intact') continue
    const { event, payload } = found
    const head = heads.get(event.session) ?? { seq: 0, hash: GENESIS }
    if (event.seq <= head.seq) continue // damage moved it behind its successors; a placeholder exists already
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

/** The event after the gap names the hash of the last missing one; the others get an artificial hash. */
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

/** Moves the damaged log away first; a crash in between leaves both files, and nothing is lost. */
function swap(path: string, target: string, now: number): string {
  const aside = `${path}.damaged-${now}`
  for (const part of PARTS) if (existsSync(path + part)) renameSync(path + part, aside + part)
  renameSync(target, path)
  return aside
}
