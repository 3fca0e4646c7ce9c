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
import { CaptureDamaged } from '../../event/context.ts'
import { fact } from '../../event/define.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { sha256Hex } from '../../event/sha256.ts'
import { fileSystemType } from '../../host/file-system.ts'
import { GENESIS } from '../chain.ts'
import type { Projection } from '../event-log.ts'
import { append } from './append.ts'
import { type Connection, connect } from './driver.ts'
import { thisRelease } from './migrate.ts'
import { open } from './open.ts'
import { rebuild } from './rebuild.ts'
import { bytes, hex, insertValues, LOST } from './rows.ts'
import { scanAll } from './scan.ts'

export interface Salvaged {
  readonly kept: number
  readonly lost: number
  /** The damaged file, as it was. */
  readonly damaged: string
}

const PARTS = ['', '-wal', '-shm']

/**
 * Builds a log of every event that is intact, and puts it in the place of the damaged one, which is kept. An event
 * that is lost leaves a placeholder, so that the ones around it keep their numbers and their chain. Other processes
 * must not have the log open meanwhile.
 */
export function salvage<V>(path: string, projection: Projection<V>, now: number): Salvaged {
  const workshop = mkdtempSync(join(dirname(path), 'salvage-'))
  try {
    const source = openCopy(path, join(workshop, 'damaged.db'))
    const target = join(workshop, 'log.db')
    const db = open({ path: target, busyMs: 1000, release: thisRelease, fileSystemType })
    const kept = inTransaction(db, () => copyIntact(source, db))
    const lost = inTransaction(db, () => fillGaps(db, projection, now))
    source.close()
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    db.close()
    return { kept, lost, damaged: swap(path, target, now) }
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/** Works on a copy, and gives it back the first bytes without which SQLite does not look at it. */
function openCopy(path: string, copy: string): Connection {
  for (const part of PARTS) if (existsSync(path + part)) copyFileSync(path + part, copy + part)
  const file = openSync(copy, 'r+')
  writeSync(file, 'SQLite format 3\0', 0, 'latin1')
  closeSync(file)
  return connect(copy, { readOnly: false, busyMs: 0 })
}

function copyIntact(source: Connection, db: Connection): number {
  const insert = db.prepare(
    'INSERT OR IGNORE INTO event (id, session, seq, type, version, at, payload_hash, prev_hash, hash, payload, pos) VALUES (?,?,?,?,?,?,?,?,?,?,?)',
  )
  let kept = 0
  for (const found of scanAll(source)) {
    if (found.kind !== 'intact') continue
    const { event, payload } = found
    kept += Number(insert.run(...insertValues({ event, payload: payload ?? null }), event.position).changes)
  }
  return kept
}

function fillGaps<V>(db: Connection, projection: Projection<V>, now: number): number {
  const sessions = db.prepare('SELECT DISTINCT session FROM event').all()
  const losses = sessions.map((row) => {
    const session = String(row.session) as SessionId
    return { session, lost: fillGapsOf(db, session) }
  })
  rebuild(db, projection, () => {})
  for (const { session, lost } of losses.filter((loss) => loss.lost > 0)) {
    const id = derivedId('evt', 'salvage', session, String(now))
    const told = fact(
      CaptureDamaged,
      { id, at: now },
      { source: 'log', reason: `${lost} events were lost to damage` },
    )
    append(db, projection, { session, events: [told] })
  }
  return losses.reduce((sum, { lost }) => sum + lost, 0)
}

function fillGapsOf(db: Connection, session: SessionId): number {
  const rows = db
    .prepare('SELECT seq, at, hash, prev_hash FROM event WHERE session = ? ORDER BY seq')
    .all(session)
  const insert = db.prepare(
    'INSERT INTO event (id, session, seq, type, version, at, payload_hash, prev_hash, hash, payload) VALUES (?,?,?,?,?,?,?,?,?,NULL)',
  )
  let hash = GENESIS
  let seq = 0
  let lost = 0
  for (const row of rows) {
    while (seq + 1 < Number(row.seq)) {
      seq += 1
      lost += 1
      // The event after the gap still names the hash of the one before it.
      const own = seq + 1 === Number(row.seq) ? hex(row.prev_hash as Uint8Array) : madeUpHash(session, seq)
      const id = derivedId('evt', 'lost', session, String(seq))
      insert.run(id, session, seq, LOST, 1, Number(row.at), bytes(GENESIS), bytes(hash), bytes(own))
      hash = own
    }
    seq = Number(row.seq)
    hash = hex(row.hash as Uint8Array)
  }
  return lost
}

const madeUpHash = (session: string, seq: number): string => sha256Hex(`lost ${session} ${seq}`)

function inTransaction(db: Connection, work: () => number): number {
  db.exec('BEGIN IMMEDIATE')
  const result = work()
  db.exec('COMMIT')
  return result
}

/** The damaged log moves aside first; a crash in between leaves both files, and nothing lost. */
function swap(path: string, target: string, now: number): string {
  const aside = `${path}.damaged-${now}`
  for (const part of PARTS) if (existsSync(path + part)) renameSync(path + part, aside + part)
  renameSync(target, path)
  return aside
}
