import type { NewEvent, StoredEvent } from '../../event/define.ts'
import { type SessionId, storedSessionId } from '../../event/identity.ts'
import { elapsedMs } from '../../host/clock.ts'
import { fault } from '../../host/fault-injection.ts'
import { type FileSystemType, fileSystemType } from '../../host/file-system.ts'
import { Problem } from '../../problem.ts'
import { refuseDamage } from '../chain.ts'
import type {
  Appended,
  AppendOptions,
  Damage,
  Erased,
  Erasure,
  EventLog,
  Head,
  Projection,
  ReadQuery,
  Viewed,
  ViewQuery,
} from '../event-log.ts'
import { append, erasedTimes, readGeneration } from './append.ts'
import type { Connection } from './driver.ts'
import { asProblem, failureKind, poisonsHandle } from './failure.ts'
import { forget, needsScrub, scrub } from './forget.ts'
import { type Release, thisRelease } from './migrate.ts'
import { CHECKPOINT_PAGES, emptyLongWal, open } from './open.ts'
import { rebuild } from './rebuild.ts'
import { scanAll, scanSession } from './scan.ts'
import { delay, Patience, retryWhileBusy, transaction } from './transaction.ts'
import { verify } from './verify.ts'
import { readHeads, readView, readViews } from './views.ts'

export interface SqliteLogOptions<V> {
  readonly path: string
  readonly projection: Projection<V>
  /** How long a write waits for other writers before it fails as busy. */
  readonly busyMs?: number
  readonly release?: Release
  readonly fileSystemType?: FileSystemType
}

/** Equals 16 MB. If a process is killed, the next one must read a WAL of up to this size. */
const PAGES_IN_BULK = 4096

const BUSY_MS = 30_000

/** How long SQLite waits for a lock while it blocks the thread. After that, we wait without blocking. */
const BLOCKING_MS = 1000

/** The embedded engine. Any number of processes can use its file at the same time, without a server. */
export class SqliteLog<V> implements EventLog<V> {
  readonly #options: SqliteLogOptions<V>
  readonly #projection: Projection<V>
  #connection: Connection | undefined
  #walPages = CHECKPOINT_PAGES
  readonly #patience: Patience
  /** The busy timeout of the connection. */
  #timeoutMs = 0

  constructor(options: SqliteLogOptions<V>) {
    this.#options = options
    this.#patience = new Patience(options.busyMs ?? BUSY_MS)
    this.#projection = options.projection
  }

  async append(
    session: SessionId,
    events: readonly NewEvent[],
    options: AppendOptions = {},
  ): Promise<Appended> {
    const appended = await this.#write('append.before-commit', (db) =>
      append(db, this.#projection, { session, events, ...options }),
    )
    fault.at('append.after-commit')
    return appended
  }

  async *read(query: ReadQuery = {}): AsyncIterable<StoredEvent> {
    const onDamage = query.onDamage ?? refuseDamage
    const db = this.#db()
    const found = query.session ? scanSession(db, query.session, query.after) : scanAll(db, query.after)
    try {
      for (const one of found) {
        if (one.kind === 'intact') yield one.event
        else onDamage(one.damage)
      }
    } catch (error) {
      throw asProblem(error, this.#options.path)
    }
  }

  async view(session: SessionId): Promise<Viewed<V> | undefined> {
    return this.#ask((db) => readView(db, this.#projection, session))
  }

  async views(query: ViewQuery = {}): Promise<readonly Viewed<V>[]> {
    return this.#ask((db) => readViews(db, this.#projection, query))
  }

  async heads(query: ViewQuery = {}): Promise<readonly Head[]> {
    return this.#ask((db) => readHeads(db, query))
  }

  async matching(prefix: string, limit: number): Promise<readonly SessionId[]> {
    const sql = 'SELECT session FROM session_view WHERE session >= ? AND session < ? ORDER BY session LIMIT ?'
    return this.#ask((db) =>
      db
        .prepare(sql)
        .all(prefix, `${prefix}\u{10ffff}`, limit)
        .map((row) => storedSessionId(row.session)),
    )
  }

  /** Rewrites the file once for any number of sessions. */
  async forget(...erasures: readonly Erasure[]): Promise<Erased> {
    const erased = await this.#write(undefined, (db) => forget(db, this.#projection, erasures))
    await this.tidy()
    return erased
  }

  async generation(): Promise<number> {
    return this.#ask(readGeneration)
  }

  async forgotten(session: SessionId, hashes: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#ask((db) => new Set(erasedTimes(db, session, hashes).keys()))
  }

  /**
   * Finishes an erasure that was interrupted or that a reader of the WAL delayed. False if there was none, or if a
   * reader still delays it and `waits` is false.
   */
  async tidy({ waits = true } = {}): Promise<boolean> {
    fault.at('forget.before-scrub')
    const deadline = this.#patience.deadline(elapsedMs())
    for (;;) {
      if (!this.#ask(needsScrub)) return false
      if (await this.#scrubbed()) return true
      if (!waits) return false
      if (elapsedMs() > deadline) throw stillRead(this.#options.path)
      await delay(50)
    }
  }

  async rebuild(progress: (done: number) => void = () => {}): Promise<{ sessions: number; events: number }> {
    return this.#write('rebuild.before-commit', (db) => rebuild(db, this.#projection, progress))
  }

  async *verify(progress: (done: number) => void = () => {}): AsyncIterable<Damage> {
    yield* verify(this.#db(), this.#projection, progress)
  }

  /** Counts the stored events and sessions. */
  async size(): Promise<{ events: number; sessions: number }> {
    return this.#ask((db) => {
      const row = db
        .prepare('SELECT count(*) AS events, count(DISTINCT session) AS sessions FROM event')
        .get()
      return { events: Number(row?.events ?? 0), sessions: Number(row?.sessions ?? 0) }
    })
  }

  /**
   * For bulk writes. Every commit is still synced, but checkpoints of the WAL are rarer; one more follows at
   * the end.
   */
  async inBulk<T>(work: () => Promise<T>): Promise<T> {
    this.#checkpointAfter(PAGES_IN_BULK)
    try {
      return await work()
    } finally {
      this.#checkpointAfter(CHECKPOINT_PAGES)
      this.#ask((db) => this.#emptyLongWal(db))
    }
  }

  /** Log statistics, and SQLite's integrity check if the file is at most `mostBytes` long. */
  async health({ mostBytes }: { readonly mostBytes: number }): Promise<Health> {
    const counts = await this.size()
    return this.#ask((db) => ({ ...counts, ...checkHealth(db, mostBytes) }))
  }

  async close(): Promise<void> {
    const db = this.#connection
    this.#connection = undefined
    db?.close()
  }

  #db(): Connection {
    this.#connection ??= this.#opened()
    return this.#connection
  }

  #opened(): Connection {
    this.#timeoutMs = this.#patience.isExhausted(elapsedMs()) ? 0 : this.#blockingMs
    return open({
      path: this.#options.path,
      busyMs: this.#timeoutMs,
      release: this.#options.release ?? thisRelease,
      fileSystemType: this.#options.fileSystemType ?? fileSystemType,
    })
  }

  /** Never blocks for longer than the caller may still wait. */
  #blockAtMost(leftMs: number): void {
    const ms = Math.ceil(Math.min(this.#blockingMs, leftMs))
    if (ms === this.#timeoutMs) return
    this.#db().exec(`PRAGMA busy_timeout = ${ms}`)
    this.#timeoutMs = ms
  }

  #checkpointAfter(pages: number): void {
    this.#walPages = pages
    this.#ask((db) => db.exec(`PRAGMA wal_autocheckpoint = ${pages}`))
  }

  #emptyLongWal(db: Connection): void {
    emptyLongWal(db, { path: this.#options.path, busyMs: this.#timeoutMs, pages: this.#walPages })
  }

  get #blockingMs(): number {
    return Math.min(BLOCKING_MS, this.#options.busyMs ?? BLOCKING_MS)
  }

  #ask<T>(question: (db: Connection) => T): T {
    try {
      return question(this.#db())
    } catch (error) {
      throw this.#failed(error)
    }
  }

  /** Retries while other processes write, until the deadline. */
  async #write<T>(
    point: Parameters<typeof fault.at>[0] | undefined,
    work: (db: Connection) => T,
  ): Promise<T> {
    const attempt = (leftMs: number): T => {
      const db = this.#db()
      this.#blockAtMost(leftMs)
      return transaction(db, point, work)
    }
    try {
      const result = await retryWhileBusy(attempt, { isBusy, patience: this.#patience })
      this.#emptyLongWal(this.#db())
      return result
    } catch (error) {
      throw this.#failed(error)
    }
  }

  async #scrubbed(): Promise<boolean> {
    try {
      return scrub(this.#db())
    } catch (error) {
      if (failureKind(error) === 'busy') return false
      throw this.#failed(error)
    }
  }

  /** After a failed write or sync, the handle may no longer match the file, so it is closed and not reused. */
  #failed(error: unknown): unknown {
    if (poisonsHandle(failureKind(error))) this.#drop()
    return asProblem(error, this.#options.path)
  }

  #drop(): void {
    const db = this.#connection
    this.#connection = undefined
    try {
      db?.close()
    } catch {
      // The handle has already failed, so an error on close is not reported.
    }
  }
}

const isBusy = (error: unknown): boolean =>
  failureKind(error) === 'busy' || (error instanceof Problem && error.outcome === 'busy')

const stillRead = (path: string): Problem =>
  new Problem({
    code: 'log-busy',
    message:
      'the content is erased, but other processes are still reading an older snapshot that contains it',
    where: path,
    fix: 'close them, then run leftoff verify: it finishes the erasure',
    outcome: 'busy',
  })

export interface Health {
  readonly sqlite: string
  readonly events: number
  readonly sessions: number
  readonly schema: number
  /** The first problem that SQLite reports. Absent if there is none or the file was not checked. */
  readonly damage?: string
  readonly isChecked: boolean
  /** Work that a killed process left unfinished. */
  readonly unfinished: readonly string[]
}

function checkHealth(db: Connection, mostBytes: number): Omit<Health, 'events' | 'sessions'> {
  const one = (sql: string): unknown => Object.values(db.prepare(sql).get() ?? {})[0]
  const bytes = Number(one('PRAGMA page_count')) * Number(one('PRAGMA page_size'))
  const isChecked = bytes <= mostBytes
  const found = isChecked ? String(one('PRAGMA quick_check(1)')) : 'ok'
  return {
    sqlite: String(one('SELECT sqlite_version()')),
    schema: Number(one('PRAGMA user_version')),
    isChecked,
    unfinished: db
      .prepare('SELECT name FROM chore ORDER BY name')
      .all()
      .map(({ name }) => String(name)),
    ...(found !== 'ok' && { damage: found }),
  }
}
