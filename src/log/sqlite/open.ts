import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type FileSystemType, refuseSharedFileSystem } from '../../host/file-system.ts'
import { privateFile, privateFolder, tighten } from '../../host/private-file.ts'
import { Problem } from '../../problem.ts'
import { type Connection, connect, isSafeVersion } from './driver.ts'
import { asProblem, failureKind } from './failure.ts'
import { foreignFile, migrate, type Release, readOrigin, refuseUnlessOurs } from './migrate.ts'
import { PAGE_BYTES } from './schema.ts'

interface OpenDatabaseOptions {
  readonly path: string
  readonly busyMs: number
  readonly release: Release
  readonly fileSystemType: FileSystemType
}

/** The size of the WAL, in pages, at which SQLite runs a checkpoint. */
export const CHECKPOINT_PAGES = 256

/** Opens or creates a private log file with the schema of this release. Many processes can write to it safely. */
export function open(options: OpenDatabaseOptions): Connection {
  const { path } = options
  privateFolder(dirname(path))
  refuseSharedFileSystem(dirname(path), options.fileSystemType)
  privateFile(path)
  refuseForeignHeader(path)
  try {
    return configure(connect(path, { readOnly: false, busyMs: options.busyMs }), options)
  } catch (error) {
    throw failureKind(error) === 'corrupt' && !hasSqliteHeader(path)
      ? foreignFile(path)
      : asProblem(error, path)
  }
}

/** Opens a damaged database for inspection, without checking or changing it. */
export const openForReading = (path: string): Connection => connect(path, { readOnly: true, busyMs: 1000 })

function configure(db: Connection, options: OpenDatabaseOptions): Connection {
  try {
    refuseUnsafeSqlite(db)
    const found = readOrigin(db)
    refuseUnlessOurs(found, options.path, options.release)
    tighten(options.path)
    // FULL, because with NORMAL a power failure may lose the last commits of a WAL database. The WAL is kept
    // short, because a killed process leaves it behind and the next process must read all of it first.
    db.exec(
      `PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
    )
    if (found.kind === 'empty') useWriteAheadLog(db)
    const version = found.kind === 'ours' ? found.version : 0
    if (version < options.release.version) migrate(db, options.path, options.release)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Needs exclusive access. SQLite ignores the busy timeout while other processes change the journal mode too. */
function useWriteAheadLog(db: Connection): void {
  for (let attempt = 0; ; attempt += 1) {
    try {
      db.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (failureKind(error) !== 'busy' || attempt >= 200) throw error
      pause(5 + (attempt % 10))
    }
  }
}

/**
 * Empties a write-ahead log (WAL) of at least `pages` pages. SQLite copies the WAL into the database after a
 * commit, but reuses it only if a process that stays open commits again. Hooks commit once and exit, so the
 * WAL would grow without limit, and every hook would read and copy all of it. Does not wait for processes
 * that are reading the WAL.
 */
export function emptyLongWal(
  db: Connection,
  { path, busyMs, pages }: Pick<OpenDatabaseOptions, 'path' | 'busyMs'> & { readonly pages: number },
): void {
  try {
    const bytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
    if (bytes < pages * (PAGE_BYTES + WAL_FRAME_BYTES)) return
    db.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // Nothing is lost: the events are stored, and the next commit tries again.
  }
  db.exec(`PRAGMA busy_timeout = ${busyMs}`)
}

/** The header that SQLite adds to each page in the write-ahead log. */
const WAL_FRAME_BYTES = 24

const pause = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

function refuseUnsafeSqlite(db: Connection): void {
  const version = String(db.prepare('SELECT sqlite_version() AS version').get()?.version)
  if (isSafeVersion(version)) return
  throw new Problem({
    code: 'sqlite-unsafe',
    message: `SQLite ${version} can corrupt a log with several writers (fixed in 3.51.3, 3.50.7 and 3.44.6)`,
    fix: 'reinstall leftoff so that it uses its own SQLite, or use a newer Node',
  })
}

const MAGIC = 'SQLite format 3\0'

/**
 * Refuses a file that is not a SQLite database before SQLite opens it. An empty file becomes a new log. Checks each file
 * once, because closing a file releases all of this process's locks on it, even those of an open connection.
 */
function refuseForeignHeader(path: string): void {
  const { size, dev, ino } = statSync(path)
  const file = `${dev}:${ino}`
  if (CHECKED_FILES.has(file)) return
  if (size > 0 && !hasSqliteHeader(path)) throw notADatabase(path)
  CHECKED_FILES.add(file)
}

const CHECKED_FILES = new Set<string>()

function hasSqliteHeader(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(MAGIC.length)
    readSync(file, header, 0, header.length, 0)
    return header.toString('latin1') === MAGIC
  } finally {
    closeSync(file)
  }
}

const notADatabase = (path: string): Problem =>
  new Problem({
    code: 'log-foreign',
    message: 'the file at the log path is not a SQLite database, or its header is damaged',
    where: path,
    fix: 'leftoff verify --salvage if it was a log; otherwise move it away, or set LEFTOFF_HOME to another folder',
    outcome: 'damaged',
  })
