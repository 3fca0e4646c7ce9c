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

/** What a command gets instead of globals. Nothing is opened before a command asks for it. */
export interface Context extends CommandContext, LocalSetup {
  readonly out: Out
  spool(): Maildir
  /** The log, without looking at the spool. */
  log(): SqliteLog<Session>
  /** Everything, after what waited in the spool was taken in. */
  world(): Promise<World>
  close(): Promise<void>
}

export function systemContext(env: Environment, directory: string): Context {
  const ground = localSetup(env, directory)
  const out = systemOut(env)
  const spool = once(() => new Maildir(ground.paths().spool))
  let opened: SqliteLog<Session> | undefined
  const log = (): SqliteLog<Session> => {
    opened ??= localLog(ground)
    return opened
  }
  const world = once(async (): Promise<World> => {
    const made = localWorld(ground, log(), spool())
    const told = await tryDrainSpool(made)
    if (told) out.talk(told)
    return made
  })
  return {
    ...ground,
    out,
    process: {
      stdout: { write: (text) => out.print(text.replace(/\n$/, '')) },
      stderr: { write: (text) => out.talk(text.replace(/\n$/, '')) },
    },
    spool,
    log,
    world,
    close: async () => opened?.close(),
  }
}
