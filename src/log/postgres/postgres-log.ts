import type { NewEvent, StoredEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
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
import { refuseDamage } from '../refuse-damage.ts'
import { append, LOCK } from './append.ts'
import { type Asking, Connections } from './driver.ts'
import { asProblem } from './failure.ts'
import { forget, refold } from './forget.ts'
import { prepared } from './open.ts'
import { scanAll, scanSession } from './scan.ts'
import { SCHEMA } from './schema.ts'
import type { Tenant } from './tenant.ts'
import { verify } from './verify.ts'
import { headsOf, viewOf, viewsOf } from './views.ts'

export interface PostgresLogOptions<V> {
  /** `postgres://user:password@host:5432/database` */
  readonly url: string
  readonly projection: Projection<V>
  /** Whose log: several may stand in one database, and never see each other. */
  readonly tenant?: string
}

/** The engine for several machines: the same log, in a PostgreSQL of version 14 or later. */
export class PostgresLog<V> implements EventLog<V> {
  readonly #connections: Connections
  readonly #tenant: Tenant<V>
  #ready: Promise<void> | undefined

  constructor({ url, projection, tenant = 'default' }: PostgresLogOptions<V>) {
    this.#connections = new Connections(url)
    this.#tenant = { tenant, projection }
  }

  append(session: SessionId, events: readonly NewEvent[], options: AppendOptions = {}): Promise<Appended> {
    return this.#write((asking) => append(asking, this.#tenant, { session, events, ...options }))
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
    return this.#ask((asking) => viewOf(asking, this.#tenant, session))
  }

  views(query: ViewQuery = {}): Promise<readonly Viewed<V>[]> {
    return this.#ask((asking) => viewsOf(asking, this.#tenant, query))
  }

  heads(query: ViewQuery = {}): Promise<readonly Head[]> {
    return this.#ask((asking) => headsOf(asking, this.#tenant.tenant, query))
  }

  async matching(prefix: string, limit: number): Promise<readonly SessionId[]> {
    const sql = `SELECT session FROM ${SCHEMA}.session_view WHERE tenant = $1 AND starts_with(session, $2)
      ORDER BY session COLLATE "C" LIMIT $3`
    const rows = await this.#ask((asking) => asking.all(sql, [this.#tenant.tenant, prefix, limit]))
    return rows.map((row) => String(row.session) as SessionId)
  }

  forget(erasure: Erasure): Promise<Erased> {
    return this.#write((asking) => forget(asking, this.#tenant, erasure))
  }

  rebuild(progress: (done: number) => void = () => {}): Promise<{ sessions: number; events: number }> {
    return this.#write(async (asking) => {
      const { tenant } = this.#tenant
      await asking.all(`DELETE FROM ${SCHEMA}.session_view WHERE tenant = $1`, [tenant])
      const sql = `SELECT DISTINCT session FROM ${SCHEMA}.event WHERE tenant = $1`
      const sessions = await asking.all(sql, [tenant])
      let events = 0
      for (const row of sessions) {
        events += await refold(asking, this.#tenant, String(row.session) as SessionId)
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
    this.#ready ??= prepared(this.#connections).catch((error) => {
      this.#ready = undefined // the next question tries again
      throw asProblem(error)
    })
    return this.#ready
  }

  async #ask<T>(question: (asking: Asking) => Promise<T>): Promise<T> {
    await this.#prepared()
    try {
      return await question(this.#connections)
    } catch (error) {
      throw asProblem(error)
    }
  }

  async #write<T>(work: (asking: Asking) => Promise<T>): Promise<T> {
    await this.#prepared()
    try {
      return await this.#connections.transaction(async (asking) => {
        await asking.all(LOCK, [this.#tenant.tenant])
        return work(asking)
      })
    } catch (error) {
      throw asProblem(error)
    }
  }
}
