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

/**
 * How long a process waits for other writers. After a failed wait, it does not wait again for the same length
 * of time. So a command that writes several times, or to several sessions, waits for a locked log only once.
 */
export class Patience {
  readonly #ms: number
  #gaveUpAt = Number.NEGATIVE_INFINITY

  constructor(ms: number) {
    this.#ms = ms
  }

  /** The time at which a wait that begins now must end. */
  deadline(now: number): number {
    return this.isExhausted(now) ? now : now + this.#ms
  }

  isExhausted(now: number): boolean {
    return now - this.#gaveUpAt < this.#ms
  }

  giveUp(now: number): void {
    this.#gaveUpAt = now
  }

  /** Call this after a write: the other writers have released the log. */
  restore(): void {
    this.#gaveUpAt = Number.NEGATIVE_INFINITY
  }
}

interface BusyRetry {
  readonly isBusy: (error: unknown) => boolean
  readonly patience: Patience
}

/**
 * Tries again while another process is writing, after 10 ms, 20 ms, 40 ms and so on, at most 200 ms apart. `work`
 * receives the time left, in milliseconds.
 */
export async function retryWhileBusy<T>(
  work: (leftMs: number) => T,
  { isBusy, patience }: BusyRetry,
): Promise<T> {
  const deadline = patience.deadline(elapsedMs())
  for (let attempt = 0; ; attempt += 1) {
    try {
      const result = work(Math.max(0, deadline - elapsedMs()))
      patience.restore()
      return result
    } catch (error) {
      if (!isBusy(error)) throw error
      if (elapsedMs() >= deadline) {
        patience.giveUp(elapsedMs())
        throw error
      }
      await delay(Math.min(10 * 2 ** attempt, 200))
    }
  }
}

/** Replaces `node:timers/promises`, which takes longer to load. */
export const delay = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
