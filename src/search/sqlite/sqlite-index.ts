import { existsSync, rmSync, statSync } from 'node:fs'
import type { Prepared, PricedClaim, Ready } from '../../brief/prepared.ts'
import type { SessionId } from '../../event/identity.ts'
import { privateFile } from '../../host/private-file.ts'
import { type Connection, connect } from '../../log/sqlite/driver.ts'
import { prepared } from '../../log/sqlite/prepared.ts'
import { transaction } from '../../log/sqlite/transaction.ts'
import type { Gist } from '../../session/digest.ts'
import { EMPTY_SHELF, forgiving } from '../forgiving-shelf.ts'
import type { Digest, Entry, KeptPrepared, Lessons, SessionIndex } from '../session-index.ts'
import type { Shelf } from '../shelf.ts'
import { keepShelf } from './keep-shelf.ts'
import { PreparedFiles } from './prepared-files.ts'
import { putEntry } from './put.ts'
import { INDEX_SCHEMA } from './schema.ts'
import { sqliteShelf } from './sqlite-shelf.ts'
import { INDEX_VERSION } from './version.ts'

export interface IndexOptions {
  readonly path: string
  /** The folder for what is prepared for the starts of sessions. */
  readonly prepared: string
  /** Whoever only looks makes no file. */
  readonly readOnly: boolean
}

const BUSY_MS = 250

/** The index in a file of its own beside the log: it may be deleted at any time, and is made again. */
export class SqliteIndex implements SessionIndex {
  readonly #options: IndexOptions
  readonly #files: PreparedFiles
  #connection: Connection | undefined
  #file: string | undefined

  constructor(options: IndexOptions) {
    this.#options = options
    this.#files = new PreparedFiles(options.prepared)
  }

  standing(): ReadonlyMap<string, number> {
    const rows = this.#ask((db) => prepared(db, 'SELECT session, seq FROM session').all(), [])
    return new Map(rows.map((row) => [String(row.session), Number(row.seq)]))
  }

  put(entry: Entry): void {
    transaction(this.#open(), undefined, (db) => putEntry(db, entry))
  }

  shelf(projects: readonly string[], until = Number.MAX_SAFE_INTEGER): Shelf {
    return this.#ask((db) => forgiving(sqliteShelf(db, projects, until)), EMPTY_SHELF)
  }

  gists(sessions: readonly SessionId[]): ReadonlyMap<string, Gist> {
    return this.#each(sessions, 'SELECT gist AS part FROM session WHERE session = ?')
  }

  settled(sessions: readonly SessionId[]): ReadonlyMap<string, readonly PricedClaim[]> {
    return this.#each(sessions, 'SELECT settled AS part FROM session WHERE session = ?')
  }

  #each<T>(sessions: readonly SessionId[], sql: string): ReadonlyMap<string, T> {
    const found = new Map<string, T>()
    for (const session of sessions) {
      const row = this.#ask((db) => prepared(db, sql).get(session), undefined)
      if (row) found.set(session, JSON.parse(String(row.part)) as T)
    }
    return found
  }

  lessons(): readonly Lessons[] {
    const sql =
      "SELECT session, project, lessons FROM session WHERE lessons <> '[]' ORDER BY last_at, session"
    const rows = this.#ask((db) => prepared(db, sql).all(), [])
    return rows.map((row) => ({
      session: String(row.session) as SessionId,
      project: String(row.project),
      lessons: JSON.parse(String(row.lessons)) as Lessons['lessons'],
    }))
  }

  digests(): readonly Digest[] {
    const rows = this.#ask((db) => prepared(db, 'SELECT session, project, digest FROM session').all(), [])
    return rows.map((row) => ({
      session: String(row.session) as SessionId,
      project: String(row.project),
      text: String(row.digest),
    }))
  }

  prepared(place: string): readonly Prepared[] {
    return this.#files.prepared(place)
  }

  ready(place: string): readonly Ready[] {
    return this.#files.ready(place)
  }

  keepPrepared(place: string, kept: KeptPrepared): void {
    this.#files.keep(place, kept)
  }

  keepShelf(projects: readonly string[], now: number): void {
    const path = this.#files.shelfPath(projects)
    this.#ask((db) => keepShelf(db, { projects, path, now }), undefined)
  }

  dropPrepared(): void {
    this.#files.drop()
  }

  drop(): void {
    this.close()
    removeFiles(this.#options.path)
    this.#files.drop()
  }

  close(): void {
    this.#connection?.close()
    this.#connection = undefined
  }

  /** What cannot be looked up is not there; whoever writes next puts it right. */
  #ask<T>(question: (db: Connection) => T, otherwise: T): T {
    try {
      if (!existsSync(this.#options.path)) return otherwise
      return question(this.#open())
    } catch {
      return otherwise
    }
  }

  /** Whoever forgets deletes the file; what we write must not follow it. */
  #open(): Connection {
    const { path, readOnly } = this.#options
    if (this.#connection && this.#file === fileAt(path)) return this.#connection
    this.close()
    const opened = readOnly ? reading(path) : writing(path)
    this.#connection = opened
    this.#file = fileAt(path)
    return opened
  }
}

/** Which file it is, whatever its name. */
function fileAt(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}

function reading(path: string): Connection {
  const db = connect(path, { readOnly: true, busyMs: BUSY_MS })
  if (versionOf(db) === INDEX_VERSION) return db
  db.close()
  throw new Error('the index has another form')
}

function writing(path: string): Connection {
  privateFile(path)
  try {
    return inForm(connect(path, { readOnly: false, busyMs: BUSY_MS }))
  } catch (error) {
    if (isBusy(error)) throw error
    removeFiles(path)
    privateFile(path)
    return inForm(connect(path, { readOnly: false, busyMs: BUSY_MS }))
  }
}

function removeFiles(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}

const isBusy = (error: unknown): boolean => error instanceof Error && error.message.includes('locked')

/** Of the write-ahead log, before they are moved: whoever opens it reads all of it, and a first prompt waits for that. */
const PAGES = 64

/** Nothing here must survive a power cut, so nothing is synced; a damaged index is made anew. */
function inForm(db: Connection): Connection {
  db.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA trusted_schema = OFF; PRAGMA wal_autocheckpoint = ${PAGES}`,
  )
  if (versionOf(db) === INDEX_VERSION) return db
  transaction(db, undefined, () => {
    if (versionOf(db) === INDEX_VERSION) return
    for (const row of db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all())
      db.exec(`DROP TABLE "${String(row.name)}"`)
    db.exec(INDEX_SCHEMA)
    db.exec(`PRAGMA user_version = ${INDEX_VERSION}`)
  })
  return db
}

const versionOf = (db: Connection): number =>
  Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0)
