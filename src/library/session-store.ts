import { hash16 } from '../agent/event-draft.ts'
import { sessionProjection } from '../app/projection.ts'
import type { World } from '../app/world.ts'
import { agentTranscripts } from '../bootstrap/agent-transcripts.ts'
import { localSetup } from '../bootstrap/local-setup.ts'
import { localIndex, localLog, localWorld } from '../bootstrap/local-world.ts'
import { pathsIn } from '../host/paths.ts'
import type { EventLog } from '../log/event-log.ts'
import { Problem } from '../problem.ts'
import type { Redactor } from '../redact/redact.ts'
import type { Session } from '../session/session.ts'
import { Maildir } from '../spool/maildir.ts'

export interface OpenOptions {
  /** Directory of the log; default: LEFTOFF_HOME, otherwise the data directory of this platform. */
  readonly home?: string
  /** Directory of the project that the sessions belong to; default: the current directory. */
  readonly project?: string
}

/** A log that several machines use. */
interface SharedLog {
  readonly log: EventLog<Session>
  /** Identifies the log; contains no password. */
  readonly name: string
}

/** Spool and index belong to one log, so a shared log has its own directory for both. */
const sharedEnv = (env: SessionStore['env'], name: string): SessionStore['env'] => ({
  ...env,
  LEFTOFF_HOME: `${pathsIn(env).home}/shared/${hash16(name)}`,
})

/** One log, and one world per project directory. */
export class SessionStore {
  readonly #options: OpenOptions
  readonly #worlds = new Map<string, World>()
  readonly #shared: SharedLog | undefined
  /** The process environment with the requested home. Typed explicitly, so that the package needs no Node types. */
  readonly env: Readonly<Record<string, string | undefined>>
  #log: EventLog<Session> | undefined

  constructor(options: OpenOptions, shared?: SharedLog) {
    this.#options = options
    this.#shared = shared
    this.#log = shared?.log
    const { home } = options
    this.env = home === undefined ? process.env : { ...process.env, LEFTOFF_HOME: home }
  }

  world(project = this.#options.project ?? process.cwd()): World {
    const existing = this.#worlds.get(project)
    if (existing) return existing
    const { env } = this
    const setup = localSetup(env, project)
    this.#log ??= localLog(setup)
    const spoolSetup = this.#shared ? localSetup(sharedEnv(env, this.#shared.name), project) : setup
    const world = localWorld(setup, this.#log, new Maildir(spoolSetup.paths().spool), {
      index: localIndex(spoolSetup),
    })
    const complete = Object.assign(world, { transcripts: agentTranscripts(env) })
    this.#worlds.set(project, complete)
    return complete
  }

  /** Redacts secrets in text from the project directory. */
  redactor(): Redactor {
    const world = this.world()
    return world.redactIn(world.place.directory)
  }

  async close(): Promise<void> {
    await this.#log?.close()
  }
}

/** Opens a log on PostgreSQL and checks the connection. Only this function loads the driver. */
export async function openSharedLog(url: string, tenant = 'default'): Promise<SharedLog> {
  const { host, pathname } = parseUrl(url)
  const { PostgresLog } = await import('../log/postgres/postgres-log.ts').catch(throwMissingDriver)
  const log = new PostgresLog({ url, tenant, projection: sessionProjection })
  try {
    await log.heads({ limit: 1 })
  } catch (error) {
    await log.close()
    throw error
  }
  return { log, name: `${host}${pathname} ${tenant}` }
}

function parseUrl(url: string): URL {
  if (URL.canParse(url) && /^postgres(?:ql)?:/.test(url)) return new URL(url)
  // The message omits the URL, which may contain a password.
  throw new Problem({
    code: 'postgres-address',
    message: 'the URL of the shared log is not a PostgreSQL URL',
    fix: 'use postgres://user:password@host:5432/database',
    outcome: 'usage',
  })
}

function throwMissingDriver(cause: unknown): never {
  throw new Problem({
    code: 'postgres-driver-missing',
    message: 'the PostgreSQL driver is not installed',
    fix: 'npm install pg',
    cause,
  })
}
