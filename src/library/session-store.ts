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
  /** Where the log lives; default: LEFTOFF_HOME, else the data folder of this platform. */
  readonly home?: string
  /** The folder whose project the sessions belong to; default: the current one. */
  readonly project?: string
}

/** A log that other machines have too. */
export interface SharedLog {
  readonly log: EventLog<Session>
  /** By which this one is told from others, without what is secret about it. */
  readonly name: string
}

/** What waits and what was looked up belongs to one log; that of a shared one lies in a folder of its own. */
const besideOf = (env: SessionStore['env'], name: string): SessionStore['env'] => ({
  ...env,
  LEFTOFF_HOME: `${pathsIn(env).home}/shared/${hash16(name)}`,
})

/** One log, and the world as it looks from each project's folder. */
export class SessionStore {
  readonly #options: OpenOptions
  readonly #worlds = new Map<string, World>()
  readonly #shared: SharedLog | undefined
  /** That of the process, with the home that was asked for. Spelled out: the types of the package need none of Node's. */
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
    const known = this.#worlds.get(project)
    if (known) return known
    const { env } = this
    const ground = localSetup(env, project)
    this.#log ??= localLog(ground)
    const beside = this.#shared ? localSetup(besideOf(env, this.#shared.name), project) : ground
    const world = localWorld(ground, this.#log, new Maildir(beside.paths().spool), {
      index: localIndex(beside),
    })
    const made = Object.assign(world, { transcripts: agentTranscripts(env) })
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

/** The log on a PostgreSQL, reached once before anybody relies on it. Its driver is loaded only here. */
export async function openSharedLog(url: string, tenant = 'default'): Promise<SharedLog> {
  const { host, pathname } = addressOf(url)
  const { PostgresLog } = await import('../log/postgres/postgres-log.ts').catch(refuseMissing)
  const log = new PostgresLog({ url, tenant, projection: sessionProjection })
  try {
    await log.heads({ limit: 1 })
  } catch (error) {
    await log.close()
    throw error
  }
  return { log, name: `${host}${pathname} ${tenant}` }
}

function addressOf(url: string): URL {
  if (URL.canParse(url) && /^postgres(?:ql)?:/.test(url)) return new URL(url)
  // Not the address itself: it may hold a password.
  throw new Problem({
    code: 'postgres-address',
    message: 'the address of the shared log is none of a PostgreSQL',
    fix: 'write it as postgres://user:password@host:5432/database',
    outcome: 'usage',
  })
}

function refuseMissing(cause: unknown): never {
  throw new Problem({
    code: 'postgres-driver-missing',
    message: 'the driver of PostgreSQL is not installed',
    fix: 'npm install pg',
    cause,
  })
}
