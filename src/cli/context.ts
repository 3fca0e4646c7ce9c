import type { CommandContext } from '@stricli/core'
import { drain } from '../app/drain.ts'
import { sessionProjection } from '../app/projection.ts'
import type { World } from '../app/world.ts'
import type { Session } from '../fold/session.ts'
import { systemClock } from '../host/clock.ts'
import { systemIds } from '../host/ids.ts'
import type { Environment } from '../host/paths.ts'
import { evidenceOf } from '../host/process.ts'
import { SqliteLog } from '../log/sqlite/sqlite-log.ts'
import { Maildir } from '../spool/maildir.ts'
import { type Ground, groundOf, once } from './ground.ts'

/** What a command gets instead of globals. Nothing is opened before a command asks for it. */
export interface Context extends CommandContext, Ground {
  spool(): Maildir
  /** The log, without looking at the spool. */
  log(): SqliteLog<Session>
  /** Everything, after what waited in the spool was taken in. */
  world(): Promise<World>
  close(): Promise<void>
}

export function systemContext(env: Environment, directory: string): Context {
  const ground = groundOf(env, directory)
  const { out, paths, place, values } = ground
  const spool = once(() => new Maildir(paths().spool))
  let opened: SqliteLog<Session> | undefined
  const log = (): SqliteLog<Session> => {
    opened ??= new SqliteLog({
      path: paths().log,
      projection: sessionProjection,
      busyMs: values()['log.busy-timeout'],
    })
    return opened
  }
  const world = once(async (): Promise<World> => {
    const made: World = {
      log: log(),
      spool: spool(),
      clock: systemClock,
      ids: systemIds,
      processes: { evidence: evidenceOf },
      place: place(),
      settings: values(),
    }
    const { quarantined } = await drain(made)
    if (quarantined > 0)
      out.talk(`${quarantined} deliveries could not be read and were set aside: leftoff verify`)
    return made
  })
  return {
    ...ground,
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
