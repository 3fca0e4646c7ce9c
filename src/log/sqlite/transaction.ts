import { elapsedMs } from '../../host/clock.ts'
import { fault } from '../../host/fault-injection.ts'
import type { Connection } from './driver.ts'

/**
 * Runs the work in one transaction. Uses IMMEDIATE, because a deferred transaction that starts to write while
 * another process is writing fails at once, regardless of the timeout.
 */
export function transaction<T>(
  db: Connection,
  point: Parameters<typeof fault.at>[0] | undefined,
  work: (db: Connection) => T,
): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work(db)
    if (point) fault.at(point)
    db.exec('COMMIT')
    return result
  } catch (error) {
    rollback(db)
    throw error
  }
}

export function rollback(db: Connection): void {
  try {
    db.exec('ROLLBACK')
  } catch {
    // After some errors, SQLite has already rolled back and reports that no transaction is active.
  }
}

/** Tries again while another process is writing, after 10 ms, 20 ms, 40 ms and so on, at most 200 ms apart. */
export async function retryWhileBusy<T>(
  work: () => T,
  { isBusy, deadline }: { readonly isBusy: (error: unknown) => boolean; readonly deadline: number },
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || elapsedMs() > deadline) throw error
      await delay(Math.min(10 * 2 ** attempt, 200))
    }
  }
}

/** Replaces `node:timers/promises`, which takes longer to load. */
export const delay = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
