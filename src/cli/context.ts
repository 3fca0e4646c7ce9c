import type { CommandContext } from '@stricli/core'
import { tryDrainSpool } from '../app/ingest/drain-spool.ts'
import type { World } from '../app/world.ts'
import { type LocalSetup, localSetup } from '../bootstrap/local-setup.ts'
import { localLog, localWorld } from '../bootstrap/local-world.ts'
import type { Environment } from '../host/paths.ts'
import type { SqliteLog } from '../log/sqlite/sqlite-log.ts'
import { once } from '../once.ts'
import type { Session } from '../session/session.ts'
import { Maildir } from '../spool/maildir.ts'
import { type Out, systemOut } from './out.ts'

/** What a command gets instead of globals. Everything opens lazily. */
export interface CliContext extends CommandContext, LocalSetup {
  readonly out: Out
  spool(): Maildir
  /** The log, without ingesting the spool. */
  log(): SqliteLog<Session>
  /** Ingests the spool first. */
  world(): Promise<World>
  close(): Promise<void>
}

export function systemContext(env: Environment, directory: string): CliContext {
  const setup = localSetup(env, directory)
  const out = systemOut(env)
  const spool = once(() => new Maildir(setup.paths().spool))
  let openLog: SqliteLog<Session> | undefined
  const log = (): SqliteLog<Session> => {
    openLog ??= localLog(setup)
    return openLog
  }
  const world = once(async (): Promise<World> => {
    const opened = localWorld(setup, log(), spool())
    const warning = await tryDrainSpool(opened)
    if (warning) out.talk(warning)
    return opened
  })
  return {
    ...setup,
    out,
    process: {
      stdout: { write: (text) => out.print(text.replace(/\n$/, '')) },
      stderr: { write: (text) => out.talk(text.replace(/\n$/, '')) },
    },
    spool,
    log,
    world,
    close: async () => openLog?.close(),
  }
}
