import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Claim } from '../../brief/claim.ts'
import type { SessionId } from '../../event/identity.ts'
import { privateFile } from '../../host/private-file.ts'
import { type Connection, connect, prepareOnce } from '../../log/sqlite/driver.ts'
import { transaction } from '../../log/sqlite/transaction.ts'
import type { SessionDigest } from '../../session/digest.ts'
import { termsIn } from '../../text/terms.ts'
import type { RelevanceEvidence } from '../rank-files.ts'
import type {
  RelevanceQuery,
  SessionCorrections,
  SessionEntry,
  SessionIndex,
  SessionMatch,
  SessionSearch,
} from '../session-index.ts'
import { ALL_IDS, projectRanges, searchSessions } from './full-text.ts'
import { gatherEvidence } from './gather-evidence.ts'
import { INDEX_SCHEMA, INDEX_VERSION } from './schema.ts'
import { writeEntry } from './write-entry.ts'

export interface IndexOptions {
  /** `:memory:` for an index without a file. */
  readonly path: string
  /** Creates no file. */
  readonly readOnly: boolean
}

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

  put(entry: SessionEntry): void {
    transaction(this.#open(), undefined, (db) => writeEntry(db, entry))
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
      .map((row) => ({ session: String(row.session) as SessionId, summary: String(row.summary) }))
  }

  corrections(): readonly SessionCorrections[] {
    const sql = `SELECT session, name, corrections FROM session JOIN project ON project.id = session.project
      WHERE corrections <> '[]' ORDER BY last_at, session`
    const rows = this.#read((db) => prepareOnce(db, sql).all(), [])
    return rows.map((row) => ({
      session: String(row.session) as SessionId,
      project: String(row.name),
      corrections: JSON.parse(String(row.corrections)) as SessionCorrections['corrections'],
    }))
  }

  digests(sessions: readonly SessionId[]): ReadonlyMap<string, SessionDigest> {
    return this.#column(sessions, 'SELECT digest AS value FROM session WHERE session = ?')
  }

  settled(sessions: readonly SessionId[]): ReadonlyMap<string, readonly Claim[]> {
    return this.#column(sessions, 'SELECT settled AS value FROM session WHERE session = ?')
  }

  #column<T>(sessions: readonly SessionId[], sql: string): ReadonlyMap<string, T> {
    const values = new Map<string, T>()
    for (const session of sessions) {
      const row = this.#read((db) => prepareOnce(db, sql).get(session), undefined)
      if (row) values.set(session, JSON.parse(String(row.value)) as T)
    }
    return values
  }

  drop(): void {
    this.close()
    removeFiles(this.#options.path)
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

  /** Reopens a file that another process deleted or replaced, so that nothing is written to the deleted one. */
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

/** Pages of the write-ahead log. The first prompt that opens the index must read all of them. */
const WAL_PAGES = 64

/** Without fsync: a damaged index is rebuilt from the log. */
function connectToWrite(path: string): Connection {
  if (path !== MEMORY) privateFile(path)
  const db = connect(path, { readOnly: false, busyMs: BUSY_MS })
  db.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA trusted_schema = OFF; PRAGMA wal_autocheckpoint = ${WAL_PAGES}`,
  )
  return db
}

/** False if the file contains something else. Another process may create the schema at the same time. */
function createSchema(db: Connection): boolean {
  return transaction(db, undefined, () => {
    if (versionOf(db) === INDEX_VERSION) return true
    if (db.prepare('SELECT 1 FROM sqlite_schema').get()) return false
    db.exec(INDEX_SCHEMA)
    db.exec(`PRAGMA user_version = ${INDEX_VERSION}`)
    return true
  })
}

/** Also `prepared`: it contains finished briefs from release 0.1 and the status line files. */
function removeFiles(path: string): void {
  if (path === MEMORY) return
  rmSync(join(dirname(path), 'prepared'), { recursive: true, force: true })
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}

const isBusy = (error: unknown): boolean => error instanceof Error && error.message.includes('locked')

const versionOf = (db: Connection): number =>
  Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0)
