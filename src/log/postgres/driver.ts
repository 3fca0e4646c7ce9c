import pg from 'pg'
import type { EventRow } from '../rows.ts'

/** The part of the driver that the engine needs: queries with bound values. */
export interface Queries {
  all(sql: string, values?: readonly unknown[]): Promise<readonly EventRow[]>
}

/** A connection pool. Returns bigint columns as numbers: ours never exceed the safe range. */
export class Connections implements Queries {
  readonly #pool: pg.Pool

  constructor(url: string, { most = 4 }: { readonly most?: number } = {}) {
    this.#pool = new pg.Pool({ connectionString: url, max: most, types: { getTypeParser } })
    this.#pool.on('error', () => {}) // an idle connection broke, and the next query opens another
    // The query on a broken connection rejects; without a listener, the event would also end the process.
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  async all(sql: string, values: readonly unknown[] = []): Promise<readonly EventRow[]> {
    return (await this.#pool.query({ text: sql, values: [...values] })).rows
  }

  /** Commits all queries of `work` or none. */
  async transaction<T>(work: (db: Queries) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    const db: Queries = {
      all: async (sql, values = []) => (await client.query({ text: sql, values: [...values] })).rows,
    }
    try {
      await client.query('BEGIN')
      const result = await work(db)
      await client.query('COMMIT')
      client.release()
      return result
    } catch (error) {
      await rollBack(client)
      throw error
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

async function rollBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('ROLLBACK')
    client.release()
  } catch (error) {
    client.release(error instanceof Error ? error : true) // closes a broken connection
  }
}

const BIGINT = 20

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return oid === BIGINT ? Number : pg.types.getTypeParser(oid, format as 'text')
}
