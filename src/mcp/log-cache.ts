import { statSync } from 'node:fs'
import type { World } from '../app/world.ts'
import { type LocalSetup, localSetup } from '../bootstrap/local-setup.ts'
import { localIndex, localLog, localWorld } from '../bootstrap/local-world.ts'
import type { SqliteLog } from '../log/sqlite/sqlite-log.ts'
import type { SessionIndex } from '../search/session-index.ts'
import type { Session } from '../session/session.ts'
import { Maildir } from '../spool/maildir.ts'
import type { Caller } from './client.ts'

/** An agent waits for the answer, and its client not for ever: then a note goes to the spool. */
const MOST_BUSY_MS = 2000

/**
 * The log, open from call to call, without a transaction in between. Opened for each call it would lose two file
 * descriptors a time: `close` of @photostructure/sqlite 1.2.1 leaves its statements to the garbage collector, and SQLite
 * keeps the files open until they are gone.
 */
export class LogCache {
  #index: SessionIndex | undefined
  #kept: { readonly log: SqliteLog<Session>; readonly file: string | undefined } | undefined

  /** Salvage puts another file in the place of the log; what we write must not follow the old one. */
  async on(ground: LocalSetup): Promise<SqliteLog<Session>> {
    const file = fileAt(ground.paths().log)
    if (this.#kept && file !== undefined && this.#kept.file === file) return this.#kept.log
    await this.close()
    const busyMs = Math.min(ground.values()['log.busy-timeout'], MOST_BUSY_MS)
    this.#kept = { log: localLog(ground, { busyMs }), file }
    return this.#kept.log
  }

  /** The index likewise. */
  localIndex(ground: LocalSetup): SessionIndex {
    this.#index ??= localIndex(ground)
    return this.#index
  }

  async close(): Promise<void> {
    this.#index?.close()
    this.#index = undefined
    const kept = this.#kept
    this.#kept = undefined
    await kept?.log.close()
  }
}

/** Where every call finds its world. */
export interface WorldSource {
  world(): Promise<World>
  close(): Promise<void>
}

/** Those of this machine. Everything but the log is looked up anew: branch and settings may have changed. */
export function machineWorlds({ env, directory }: Pick<Caller, 'env' | 'directory'>): WorldSource {
  const kept = new LogCache()
  return {
    async world() {
      const ground = localSetup(env, directory)
      const log = await kept.on(ground)
      return localWorld(ground, log, new Maildir(ground.paths().spool), {
        index: kept.localIndex(ground),
      })
    },
    close: () => kept.close(),
  }
}

/** Which file it is, whatever its name; undefined where there is none yet. */
function fileAt(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}
