import type { CommandContext } from '@stricli/core'
import { tryDrainSpool } from '../app/ingest/drain-spool.ts'
import { refuseWrongSettings } from '../app/settings.ts'
import type { World } from '../app/world.ts'
import { type LocalSetup, localSetup } from '../bootstrap/local-setup.ts'
import { localLog, localWorld } from '../bootstrap/local-world.ts'
import type { Environment } from '../host/paths.ts'
import type { SqliteLog } from '../log/sqlite/sqlite-log.ts'
import { once } from '../once.ts'
import { Problem } from '../problem.ts'
import type { Session } from '../session/session.ts'
import { Maildir } from '../spool/maildir.ts'
import { type Out, systemOut } from './out.ts'

/** What a command uses instead of globals. Everything opens lazily. */
export interface CliContext extends CommandContext, LocalSetup {
  readonly out: Out
  spool(): Maildir
  /** The log, without ingesting the spool. */
  log(): SqliteLog<Session>
  /** Ingests the spool first. Throws if the user's settings are invalid. */
  world(): Promise<World>
  /** Like `world`, but uses the defaults in place of invalid settings. */
  worldWithDefaults(): Promise<World>
  close(): Promise<void>
}

interface ContextOptions {
  /** Whether the command only reads. If so, it waits only briefly for a busy log and then fails. */
  readonly isReading?: boolean
}

/**
 * How long to wait for a busy log: long enough for another process to finish its transaction, and short
 * enough for a user who is waiting for a list.
 */
const READING_BUSY_MS = 1500

const briefly = (setup: LocalSetup): { readonly busyMs: number } => ({
  busyMs: Math.min(setup.values()['log.busy-timeout'], READING_BUSY_MS),
})

/** Finishes an erasure whose process was killed, unless another process is using the log. */
async function finishErasure(world: World, log: SqliteLog<Session>): Promise<void> {
  try {
    if (await log.tidy({ waits: false })) world.index.drop(await log.generation())
  } catch (error) {
    // The command itself reports a damaged or unreadable log.
    if (!(error instanceof Problem)) throw error
  }
}

export function systemContext(
  env: Environment,
  directory: string,
  { isReading = false }: ContextOptions = {},
): CliContext {
  const setup = localSetup(env, directory)
  const out = systemOut(env)
  const spool = once(() => new Maildir(setup.paths().spool))
  let openLog: SqliteLog<Session> | undefined
  const log = (): SqliteLog<Session> => {
    openLog ??= localLog(setup, isReading ? briefly(setup) : {})
    return openLog
  }
  const checkSettings = once(() => refuseWrongSettings(setup.settingProblems()))
  const worldWithDefaults = once(async (): Promise<World> => {
    const opened = localWorld(setup, log(), spool())
    const warning = await tryDrainSpool(opened)
    if (warning) out.talk(warning)
    await finishErasure(opened, log())
    return opened
  })
  return {
    ...setup,
    settings: () => {
      checkSettings()
      return setup.settings()
    },
    values: () => {
      checkSettings()
      return setup.values()
    },
    out,
    process: {
      stdout: { write: (text) => out.print(text.replace(/\n$/, '')) },
      stderr: { write: (text) => out.talk(text.replace(/\n$/, '')) },
    },
    spool,
    log,
    world: async () => {
      checkSettings()
      return worldWithDefaults()
    },
    worldWithDefaults,
    close: async () => openLog?.close(),
  }
}
