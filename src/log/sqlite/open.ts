import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type FileSystemType, refuseSharedFileSystem } from '../../host/file-system.ts'
import { privateFile, privateFolder, tighten } from '../../host/private-file.ts'
import { Problem } from '../../problem.ts'
import { type Connection, connect, isSafeVersion } from './driver.ts'
import { asProblem, failureKind } from './failure.ts'
import { belonging, foreignFile, migrate, type Release, refuseUnlessOurs } from './migrate.ts'

export interface OpenOptions {
  readonly path: string
  readonly busyMs: number
  readonly release: Release
  readonly fileSystemType: FileSystemType
}

/** Of the WAL, before they are moved into the file. */
export const PAGES = 256

/** A connection to a database that is ours, of this release, private, and safe to write from many processes. */
export function open(options: OpenOptions): Connection {
  const { path } = options
  privateFolder(dirname(path))
  refuseSharedFileSystem(dirname(path), options.fileSystemType)
  privateFile(path)
  refuseForeignHeader(path)
  try {
    return prepared(connect(path, { readOnly: false, busyMs: options.busyMs }), options)
  } catch (error) {
    throw failureKind(error) === 'corrupt' && !hasSqliteHeader(path)
      ? foreignFile(path)
      : asProblem(error, path)
  }
}

/** For looking at a damaged database: changes nothing, promises nothing. */
export const openForReading = (path: string): Connection => connect(path, { readOnly: true, busyMs: 1000 })

function prepared(db: Connection, options: OpenOptions): Connection {
  try {
    refuseUnsafeSqlite(db)
    const found = belonging(db)
    refuseUnlessOurs(found, options.path, options.release)
    tighten(options.path)
    // FULL: at NORMAL the last commits of a WAL database may be lost when power fails. A short WAL, because a
    // process that is killed leaves it behind, and the next one reads all of it before its first answer.
    db.exec(`PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA wal_autocheckpoint = ${PAGES}`)
    if (found.kind === 'empty') useWriteAheadLog(db)
    const version = found.kind === 'ours' ? found.version : 0
    if (version < options.release.version) migrate(db, options.path, options.release)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Changing the journal mode needs the file alone, and ignores the busy timeout while others do the same. */
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

const pause = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

function refuseUnsafeSqlite(db: Connection): void {
  const version = String(db.prepare('SELECT sqlite_version() AS version').get()?.version)
  if (isSafeVersion(version)) return
  throw new Problem({
    code: 'sqlite-unsafe',
    message: `SQLite ${version} can corrupt a log that several processes write (fixed in 3.51.3, 3.50.7 and 3.44.6)`,
    fix: 'install leftoff again so that it brings its own SQLite, or use a newer Node',
  })
}

const MAGIC = 'SQLite format 3\0'

/**
 * A file that is not SQLite's is refused before SQLite sees it. An empty file is a log to be made. Once a file: to close
 * it gives up every lock that this process has on it, those of an earlier connection among them.
 */
function refuseForeignHeader(path: string): void {
  const { size, dev, ino } = statSync(path)
  const file = `${dev}:${ino}`
  if (LOOKED_AT.has(file)) return
  if (size > 0 && !hasSqliteHeader(path)) throw unlikeALog(path)
  LOOKED_AT.add(file)
}

const LOOKED_AT = new Set<string>()

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

const unlikeALog = (path: string): Problem =>
  new Problem({
    code: 'log-foreign',
    message:
      'the file in the place of the log is no SQLite database: foreign, or with its first bytes destroyed',
    where: path,
    fix: 'leftoff verify --salvage if it was a log; else move it away, or set LEFTOFF_HOME to another folder',
    outcome: 'damaged',
  })
