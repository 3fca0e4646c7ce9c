import type { NewEvent, StoredEvent } from '../../event/define.ts'
import { type SessionId, storedSessionId } from '../../event/identity.ts'
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
import { append, erasedTimes, LOCK_TENANT, readGeneration } from './append.ts'
import { Connections, type Queries } from './driver.ts'
import { forget, refold } from './forget.ts'
import { prepareSchema, SCHEMA, type Tenant } from './schema.ts'
import { verify } from './verify.ts'
import { readHeads, readView, readViews, scanAll, scanSession } from './views.ts'

interface PostgresLogOptions<V> {
  /** `postgres://user:password@host:5432/database` */
  readonly url: string
  readonly projection: Projection<V>
  /** The owner of the log. Several tenants can share a database without seeing each other's data. */
  readonly tenant?: string
}

/** The engine for logs that several machines share. Needs PostgreSQL 14 or later. */
export class PostgresLog<V> implements EventLog<V> {
  readonly #connections: Connections
  readonly #tenant: Tenant<V>
  #ready: Promise<void> | undefined

  constructor({ url, projection, tenant = 'default' }: PostgresLogOptions<V>) {
    this.#connections = new Connections(url)
    this.#tenant = { tenant, projection }
  }

  append(session: SessionId, events: readonly NewEvent[], options: AppendOptions = {}): Promise<Appended> {
    return this.#write((db) => append(db, this.#tenant, { session, events, ...options }))
  }

  async *read({ session, after, onDamage = refuseDamage }: ReadQuery = {}): AsyncIterable<StoredEvent> {
    await this.#prepared()
    const { tenant } = this.#tenant
    const found = session
      ? scanSession(this.#connections, tenant, { session, ...(after !== undefined && { after }) })
      : scanAll(this.#connections, tenant, after)
    for await (const one of found) {
      if (one.kind === 'intact') yield one.event
      else onDamage(one.damage)
    }
  }

  view(session: SessionId): Promise<Viewed<V> | undefined> {
    return this.#ask((db) => readView(db, this.#tenant, session))
  }

  views(query: ViewQuery = {}): Promise<readonly Viewed<V>[]> {
    return this.#ask((db) => readViews(db, this.#tenant, query))
  }

  heads(query: ViewQuery = {}): Promise<readonly Head[]> {
    return this.#ask((db) => readHeads(db, this.#tenant.tenant, query))
  }

  async matching(prefix: string, limit: number): Promise<readonly SessionId[]> {
    const sql = `SELECT session FROM ${SCHEMA}.session_view WHERE tenant = $1 AND starts_with(session, $2)
      ORDER BY session COLLATE "C" LIMIT $3`
    const rows = await this.#ask((db) => db.all(sql, [this.#tenant.tenant, prefix, limit]))
    return rows.map((row) => storedSessionId(row.session))
  }

  forget(...erasures: readonly Erasure[]): Promise<Erased> {
    return this.#write((db) => forget(db, this.#tenant, erasures))
  }

  generation(): Promise<number> {
    return this.#ask((db) => readGeneration(db, this.#tenant.tenant))
  }

  async forgotten(session: SessionId, hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const erased = await this.#ask((db) => erasedTimes(db, this.#tenant.tenant, { session, hashes }))
    return new Set(erased.keys())
  }

  rebuild(progress: (done: number) => void = () => {}): Promise<{ sessions: number; events: number }> {
    return this.#write(async (db) => {
      const { tenant } = this.#tenant
      await db.all(`DELETE FROM ${SCHEMA}.session_view WHERE tenant = $1`, [tenant])
      const sql = `SELECT DISTINCT session FROM ${SCHEMA}.event WHERE tenant = $1`
      const sessions = await db.all(sql, [tenant])
      let events = 0
      for (const row of sessions) {
        events += await refold(db, this.#tenant, storedSessionId(row.session))
        progress(events)
      }
      return { sessions: sessions.length, events }
    })
  }

  async *verify(progress: (done: number) => void = () => {}): AsyncIterable<Damage> {
    await this.#prepared()
    yield* verify(this.#connections, this.#tenant, progress)
  }

  close(): Promise<void> {
    return this.#connections.close()
  }

  #prepared(): Promise<void> {
    this.#ready ??= prepareSchema(this.#connections).catch((error) => {
      this.#ready = undefined // the next call tries again
      throw asProblem(error)
    })
    return this.#ready
  }

  async #ask<T>(query: (db: Queries) => Promise<T>): Promise<T> {
    await this.#prepared()
    try {
      return await query(this.#connections)
    } catch (error) {
      throw asProblem(error)
    }
  }

  async #write<T>(work: (db: Queries) => Promise<T>): Promise<T> {
    await this.#prepared()
    try {
      return await this.#connections.transaction(async (db) => {
        await db.all(LOCK_TENANT, [this.#tenant.tenant])
        return work(db)
      })
    } catch (error) {
      throw asProblem(error)
    }
  }
}

/** Turns errors of the server or the connection into Problems with a fix. */
function asProblem(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error
  const known = KNOWN_FAILURES.find(({ codes }) => codes.test(codeOf(error)))
  if (!known) return error
  const { code, fix, outcome = 'failed' } = known
  return new Problem({
    code,
    message: `the shared log: ${error.message}`,
    fix,
    outcome,
    cause: error,
  })
}

/** If a connection breaks during a query, the driver's error has only a message and no code. */
function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code
  return /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
    ? 'ECONNRESET'
    : ''
}

interface KnownFailure {
  readonly codes: RegExp
  readonly code: string
  readonly fix: string
  readonly outcome?: 'failed' | 'busy'
}

const KNOWN_FAILURES: readonly KnownFailure[] = [
  {
    codes: /^(ECONNREFUSED|ENOTFOUND|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|57P0[1-3]|08\w{3})$/,
    code: 'postgres-unreachable',
    fix: 'check that the server is running and the address is correct',
  },
  { codes: /^(28\w{3}|3D000)$/, code: 'postgres-refused', fix: 'check the user, password and database' },
  { codes: /^42501$/, code: 'postgres-refused', fix: 'grant this user CREATE on the database' },
  { codes: /^(53\w{3}|55P03|40\w{3})$/, code: 'log-busy', fix: 'try again', outcome: 'busy' },
]
