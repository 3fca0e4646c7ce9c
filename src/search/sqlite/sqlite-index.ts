import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Claim } from '../../brief/claim.ts'
import { type SessionId, storedSessionId } from '../../event/identity.ts'
import { privateFile } from '../../host/private-file.ts'
import { type Connection, connect, prepareOnce, type SqlRow } from '../../log/sqlite/driver.ts'
import { transaction } from '../../log/sqlite/transaction.ts'
import { termsIn } from '../../text/terms.ts'
import type { RelevanceEvidence } from '../rank-files.ts'
import type {
  IndexedUpTo,
  RelevanceQuery,
  SessionCorrections,
  SessionEntry,
  SessionIndex,
  SessionMatch,
  SessionSearch,
} from '../session-index.ts'
import { ALL_IDS, projectRanges, searchSessions } from './full-text.ts'
import { gatherEvidence } from './gather-evidence.ts'
import { DELETE_ALL, INDEX_SCHEMA, INDEX_VERSION, unseal } from './schema.ts'
import { writeEntry } from './write-entry.ts'

interface IndexOptions {
  /** `:memory:` for an index without a file. */
  readonly path: string
  /** Whether the index is only read. If so, no file is created. */
  readonly readOnly: boolean
}

type SealedColumn = 'summary' | 'corrections' | 'settled' | 'progress' | 'words'

const MEMORY = ':memory:'
const BUSY_MS = 250
const NO_EVIDENCE: RelevanceEvidence = { files: [], sessions: [] }

/** The index in a file next to the log. The file may be deleted at any time. */
export class SqliteIndex implements SessionIndex {
  readonly #options: IndexOptions
  #connection: Connection | undefined
  #file: string | undefined

  constructor(options: IndexOptions) {
    this.#options = options
  }

  indexedSeqs(): ReadonlyMap<string, number> {
    const rows = this.#read((db) => prepareOnce(db, 'SELECT session, seq FROM session').all(), [])
    return new Map(rows.map((row) => [String(row.session), Number(row.seq)]))
  }

  put(entry: SessionEntry, generation = 0): void {
    if (generationOf(this.#open()) < generation) this.drop(generation)
    transaction(this.#open(), undefined, (db) => {
      if (generationOf(db) > generation) throw new Error('the log was read before content was forgotten')
      writeEntry(db, entry)
    })
  }

  progress(session: SessionId, project: string): IndexedUpTo | undefined {
    const row = this.#read((db) => prepareOnce(db, PROGRESS).get(session, project), undefined)
    if (!row || this.#unseal(row, 'words') === undefined) return undefined
    const json = this.#unseal(row, 'progress')
    return json === undefined ? undefined : { seq: Number(row.seq), progress: JSON.parse(json) }
  }

  evidence(query: RelevanceQuery): RelevanceEvidence {
    return this.#read((db) => gatherEvidence(db, query), NO_EVIDENCE)
  }

  search({ words, limit, projects }: SessionSearch): readonly SessionMatch[] {
    const terms = [...termsIn(words).keys()].slice(0, MAX_SEARCH_WORDS)
    if (terms.length === 0) return []
    const rows = this.#read((db) => {
      const ranges = projects ? projectRanges(db, projects) : [ALL_IDS]
      const query = { words: terms, until: Number.MAX_SAFE_INTEGER, limit }
      return ranges.flatMap((range) => searchSessions(db, { ...query, range }))
    }, [])
    return rows
      .toSorted((a, b) => Number(a.score) - Number(b.score))
      .slice(0, limit)
      .flatMap((row) => {
        const summary = this.#unseal(row, 'summary')
        return summary === undefined ? [] : [{ session: storedSessionId(row.session), summary }]
      })
  }

  corrections(): readonly SessionCorrections[] {
    const sql = `SELECT session, name, corrections FROM session JOIN project ON project.id = session.project
      WHERE corrections NOT LIKE '% []' ORDER BY last_at, session`
    const rows = this.#read((db) => prepareOnce(db, sql).all(), [])
    return rows.flatMap((row) => {
      const json = this.#unseal(row, 'corrections')
      if (json === undefined) return []
      const corrections = JSON.parse(json) as SessionCorrections['corrections']
      return [{ session: storedSessionId(row.session), project: String(row.name), corrections }]
    })
  }

  settled(sessions: readonly SessionId[]): ReadonlyMap<string, readonly Claim[]> {
    return this.#column(sessions, 'settled', 'SELECT session, settled FROM session WHERE session = ?')
  }

  #column<T>(sessions: readonly SessionId[], name: SealedColumn, sql: string): ReadonlyMap<string, T> {
    const values = new Map<string, T>()
    for (const session of sessions) {
      const row = this.#read((db) => prepareOnce(db, sql).get(session), undefined)
      const json = row && this.#unseal(row, name)
      if (json !== undefined) values.set(session, JSON.parse(json) as T)
    }
    return values
  }

  /** A damaged entry is deleted, so that the next refresh writes it again. */
  #unseal(row: SqlRow, name: SealedColumn): string | undefined {
    const session = String(row.session)
    const text = unseal(row[name], session, name)
    if (text === undefined && !this.#options.readOnly)
      this.#read((db) => prepareOnce(db, 'DELETE FROM session WHERE session = ?').run(session), undefined)
    return text
  }

  /**
   * Erases in place, under the database lock. If the file were deleted instead, a process that still writes to it, or
   * combines a new file with the old write-ahead log, could restore the content.
   */
  drop(generation = 0): void {
    const { path, readOnly } = this.#options
    removePrepared(path)
    const exists = path === MEMORY ? this.#connection !== undefined : existsSync(path)
    if (!exists && generation === 0) return
    if (!readOnly && this.#erased(generation)) return
    this.close()
    removeFiles(path)
    if (generation > 0 && !readOnly) this.#erased(generation)
  }

  /** Returns false if the file is damaged, or if another process reads it for too long. */
  #erased(generation: number): boolean {
    try {
      const db = this.#open()
      transaction(db, undefined, () => {
        db.exec(DELETE_ALL)
        prepareOnce(db, 'UPDATE generation SET value = max(value, ?)').run(generation)
      })
      db.exec('VACUUM')
      return Number(db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy ?? 0) === 0
    } catch {
      return false // the caller deletes the files
    }
  }

  close(): void {
    this.#connection?.close()
    this.#connection = undefined
  }

  /** An unreadable index counts as empty. The next writer replaces it. */
  #read<T>(select: (db: Connection) => T, fallback: T): T {
    try {
      const { path } = this.#options
      const exists = path === MEMORY ? this.#connection !== undefined : existsSync(path)
      return exists ? select(this.#open()) : fallback
    } catch {
      return fallback
    }
  }

  /** Reopens a file that another process deleted or replaced, so that nothing is written to the deleted file. */
  #open(): Connection {
    const { path, readOnly } = this.#options
    if (this.#connection && this.#file === fileIdentity(path)) return this.#connection
    this.close()
    const connection = readOnly ? openToRead(path) : openToWrite(path)
    this.#connection = connection
    this.#file = fileIdentity(path)
    return connection
  }
}

const PROGRESS = `SELECT session, seq, progress, words FROM session JOIN project ON project.id = session.project
  WHERE session = ? AND name = ?`

const MAX_SEARCH_WORDS = 64

function fileIdentity(path: string): string | undefined {
  const file = path === MEMORY ? undefined : statSync(path, { bigint: true, throwIfNoEntry: false })
  return file && `${file.dev}:${file.ino}`
}

function openToRead(path: string): Connection {
  const db = connect(path, { readOnly: true, busyMs: BUSY_MS })
  if (versionOf(db) === INDEX_VERSION) return db
  db.close()
  throw new Error('the index has another version')
}

function openToWrite(path: string): Connection {
  try {
    const db = connectToWrite(path)
    if (versionOf(db) === INDEX_VERSION || createSchema(db)) return db
    db.close()
  } catch (error) {
    if (isBusy(error)) throw error
  }
  removeFiles(path)
  const db = connectToWrite(path)
  createSchema(db)
  return db
}

/** Limits the write-ahead log, because the first prompt that opens the index must read all of its pages. */
const WAL_PAGES = 64

/** Does not use fsync, because a damaged index is rebuilt from the log. */
function connectToWrite(path: string): Connection {
  if (path !== MEMORY) privateFile(path)
  const db = connect(path, { readOnly: false, busyMs: BUSY_MS })
  db.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA trusted_schema = OFF; PRAGMA wal_autocheckpoint = ${WAL_PAGES}`,
  )
  return db
}

/** Returns false if the file has other content. Another process may create the schema at the same time. */
function createSchema(db: Connection): boolean {
  return transaction(db, undefined, () => {
    if (versionOf(db) === INDEX_VERSION) return true
    if (db.prepare('SELECT 1 FROM sqlite_schema').get()) return false
    db.exec(INDEX_SCHEMA)
    db.exec(`PRAGMA user_version = ${INDEX_VERSION}`)
    return true
  })
}

/** Removes the folder with the status line files. Release 0.1 also stored finished briefs there. */
function removePrepared(path: string): void {
  if (path !== MEMORY) rmSync(join(dirname(path), 'prepared'), { recursive: true, force: true })
}

function removeFiles(path: string): void {
  if (path === MEMORY) return
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}

const isBusy = (error: unknown): boolean => error instanceof Error && error.message.includes('locked')

const generationOf = (db: Connection): number =>
  Number(prepareOnce(db, 'SELECT value FROM generation').get()?.value ?? 0)

const versionOf = (db: Connection): number =>
  Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0)

/** The same index without a file, for tests. */
export class MemoryIndex extends SqliteIndex {
  constructor() {
    super({ path: ':memory:', readOnly: false })
  }
}
