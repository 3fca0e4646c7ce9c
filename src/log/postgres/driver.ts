import pg from 'pg'
import type { Row } from '../rows.ts'

/** What the engine asks of the driver: questions with bound values, one after the other. */
export interface Asking {
  all(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

/** Connections to one database. Numbers come as numbers: no column of ours is beyond what they hold. */
export class Connections implements Asking {
  readonly #pool: pg.Pool

  constructor(url: string, { most = 4 }: { readonly most?: number } = {}) {
    this.#pool = new pg.Pool({ connectionString: url, max: most, types: { getTypeParser } })
    this.#pool.on('error', () => {}) // an idle connection broke: the next question opens another
    // One in use that breaks tells whoever asked; unheard, it would end the process besides.
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  async all(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.#pool.query({ text: sql, values: [...values] })).rows
  }

  /** All or nothing. */
  async transaction<T>(work: (asking: Asking) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    const asking: Asking = {
      all: async (sql, values = []) => (await client.query({ text: sql, values: [...values] })).rows,
    }
    try {
      await client.query('BEGIN')
      const result = await work(asking)
      await client.query('COMMIT')
      client.release()
      return result
    } catch (error) {
      await rolledBack(client)
      throw error
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

async function rolledBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('ROLLBACK')
    client.release()
  } catch (error) {
    client.release(error instanceof Error ? error : true) // it is broken: nobody gets it again
  }
}

const BIGINT = 20

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return oid === BIGINT ? Number : pg.types.getTypeParser(oid, format as 'text')
}
