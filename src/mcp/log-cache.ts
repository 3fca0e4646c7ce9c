import { statSync } from 'node:fs'
import type { World } from '../app/world.ts'
import { type LocalSetup, localSetup } from '../bootstrap/local-setup.ts'
import { localIndex, localLog, localWorld } from '../bootstrap/local-world.ts'
import type { SqliteLog } from '../log/sqlite/sqlite-log.ts'
import type { SessionIndex } from '../search/session-index.ts'
import type { Session } from '../session/session.ts'
import { Maildir } from '../spool/maildir.ts'
import type { McpClient } from './client.ts'

/** The client limits how long a call may take, so notes go to the spool after this time. */
const MAX_BUSY_MS = 2000

/**
 * Keeps the log open between calls, without a transaction. Opening it for each call would leak two file descriptors per
 * call: `close` of @photostructure/sqlite 1.2.1 leaves statements to the garbage collector, and SQLite keeps the files
 * open until then.
 */
class LogCache {
  #index: SessionIndex | undefined
  #opened: { readonly log: SqliteLog<Session>; readonly file: string | undefined } | undefined

  /** Reopens the log if `verify --salvage` has replaced its file. */
  async open(setup: LocalSetup): Promise<SqliteLog<Session>> {
    const file = fileIdentity(setup.paths().log)
    if (this.#opened && file !== undefined && this.#opened.file === file) return this.#opened.log
    await this.close()
    const busyMs = Math.min(setup.values()['log.busy-timeout'], MAX_BUSY_MS)
    this.#opened = { log: localLog(setup, { busyMs }), file }
    return this.#opened.log
  }

  localIndex(setup: LocalSetup): SessionIndex {
    this.#index ??= localIndex(setup)
    return this.#index
  }

  async close(): Promise<void> {
    this.#index?.close()
    this.#index = undefined
    const opened = this.#opened
    this.#opened = undefined
    await opened?.log.close()
  }
}

/** Provides the world for each call. */
export interface WorldSource {
  world(): Promise<World>
  close(): Promise<void>
}

/** Only log and index are cached: branch and settings may change between calls. */
export function machineWorlds({ env, directory }: Pick<McpClient, 'env' | 'directory'>): WorldSource {
  const cache = new LogCache()
  return {
    async world() {
      const setup = localSetup(env, directory)
      const log = await cache.open(setup)
      return localWorld(setup, log, new Maildir(setup.paths().spool), {
        index: cache.localIndex(setup),
      })
    },
    close: () => cache.close(),
  }
}

/** Device and inode of a file. */
function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}
