import type { RecoveringWorld } from '../app/recovery-steps.ts'
import type { Session } from '../fold/session.ts'
import type { SqliteLog } from '../log/sqlite/sqlite-log.ts'
import { groundOf } from '../machine/ground.ts'
import { systemTranscripts } from '../machine/transcripts.ts'
import { logOn, worldOn } from '../machine/world.ts'
import type { Redactor } from '../redact/redact.ts'
import { Maildir } from '../spool/maildir.ts'

export interface OpenOptions {
  /** Where the log lives; default: LEFTOFF_HOME, else the data folder of this platform. */
  readonly home?: string
  /** The folder whose project the sessions belong to; default: the current one. */
  readonly project?: string
}

/** One log, and the world as it looks from each project's folder. */
export class House {
  readonly #options: OpenOptions
  readonly #worlds = new Map<string, RecoveringWorld>()
  #log: SqliteLog<Session> | undefined

  constructor(options: OpenOptions) {
    this.#options = options
  }

  world(project = this.#options.project ?? process.cwd()): RecoveringWorld {
    const known = this.#worlds.get(project)
    if (known) return known
    const { home } = this.#options
    const env = home === undefined ? process.env : { ...process.env, LEFTOFF_HOME: home }
    const ground = groundOf(env, project)
    this.#log ??= logOn(ground)
    const world = worldOn(ground, this.#log, new Maildir(ground.paths().spool))
    const made = Object.assign(world, { transcripts: systemTranscripts(env) })
    this.#worlds.set(project, made)
    return made
  }

  /** Takes secrets out of texts that come from the project's folder. */
  redactor(): Redactor {
    const world = this.world()
    return world.redactIn(world.place.directory)
  }

  async close(): Promise<void> {
    await this.#log?.close()
  }
}
