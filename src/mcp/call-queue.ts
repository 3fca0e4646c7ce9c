import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sweepSpool, tryDrainSpool } from '../app/ingest/drain-spool.ts'
import { changeState } from '../app/lifecycle/change-state.ts'
import { start } from '../app/lifecycle/start.ts'
import { learn } from '../app/memory/learn.ts'
import { indexPendingSymbols } from '../app/search/index-symbols.ts'
import { refreshIndex } from '../app/search/refresh-index.ts'
import type { World } from '../app/world.ts'
import { agentTranscripts } from '../bootstrap/agent-transcripts.ts'
import { type LocalSetup, localSetup } from '../bootstrap/local-setup.ts'
import { localIndex, localLog, localWorld } from '../bootstrap/local-world.ts'
import { withParser } from '../bootstrap/parser.ts'
import { statusLine } from '../brief/status-text.ts'
import type { SessionId } from '../event/identity.ts'
import { readStatusUsage, writeStatusLine } from '../host/context-usage-files.ts'
import { pathsIn } from '../host/paths.ts'
import type { Viewed } from '../log/event-log.ts'
import type { SqliteLog } from '../log/sqlite/sqlite-log.ts'
import type { SessionIndex } from '../search/session-index.ts'
import type { Session } from '../session/session.ts'
import { Maildir } from '../spool/maildir.ts'
import { agentNameOf, currentSession, type McpClient, ownSession } from './current-session.ts'
import { logToStderr } from './wire.ts'

const INDEXING = { budgetMs: 300, now: Date.now }

export interface CallContext {
  readonly world: World
  /** The session of the calling agent, if there is one. */
  currentSession(): Promise<Viewed<Session> | undefined>
  /** Starts a session if there is none, as the note commands do. */
  sessionForNote(): Promise<{ readonly session: SessionId; readonly isNew: boolean }>
}

/** Runs the calls of one agent in order. */
export class CallQueue {
  readonly #client: McpClient
  readonly #worlds: WorldSource
  #last: Promise<unknown> = Promise.resolve()
  #started: SessionId | undefined
  /** The name that the client gave when it connected. */
  clientName: () => string | undefined = () => undefined

  constructor(client: McpClient, worlds: WorldSource = machineWorlds(client)) {
    this.#client = client
    this.#worlds = worlds
  }

  /** Runs one call at a time, because two concurrent first notes would each start a session. */
  run<T>(work: (call: CallContext) => Promise<T>): Promise<T> {
    const answered = this.#last.then(() => this.#answer(work))
    this.#last = answered.catch(() => {}) // the caller gets the error; the next call still runs
    return answered
  }

  /** Ingests spooled hook deliveries. Runs in the background, so errors are ignored. */
  async drainSpool(): Promise<void> {
    try {
      const { env, directory } = this.#client
      const { spool } = localSetup(env, directory).paths()
      if (readdirSync(join(spool, 'new')).length > 0) await this.run(async () => {})
    } catch {
      // There is no spool yet, or the log is not writable, which the next tool call reports.
    }
  }

  /** Runs between calls and only for a limited time, so that the agent does not wait. Does not create a log. */
  async index(): Promise<void> {
    if (!this.#hasLog()) return
    await this.run(async ({ world }) => {
      await sweepSpool(world)
      const projects = world.place.projectIds
      await indexPendingSymbols(withParser(world), INDEXING, { projects })
      if ((await refreshIndex(world, { withinMs: INDEXING.budgetMs, projects })) === 0) return
      await learn(world)
    }).catch(tolerate)
  }

  /** Also false if the home folder cannot be trusted; the next tool call reports that. */
  #hasLog(): boolean {
    try {
      const { env, directory } = this.#client
      return existsSync(localSetup(env, directory).paths().log)
    } catch {
      return false
    }
  }

  /** Ends the session that this server started, because no hook ends it. */
  async end(): Promise<void> {
    await this.#last
    const session = this.#started
    if (session !== undefined)
      await this.run(({ world }) => changeState(world, session, { move: 'end', trigger: 'exit' })).catch(
        tolerate,
      )
    await this.#worlds.close()
  }

  async #answer<T>(work: (call: CallContext) => Promise<T>): Promise<T> {
    const world = await this.#worlds.world()
    const warning = await tryDrainSpool(world)
    if (warning) logToStderr(warning)
    const call = this.#callIn(world)
    const answered = await work(call)
    await this.#updateStatusLine(call)
    return answered
  }

  /** After /clear, the current session is not the one that started this server. */
  async #updateStatusLine({ currentSession: findCurrent }: CallContext): Promise<void> {
    const { agentSession = '', env } = this.#client
    const folder = pathsIn(env).statusLine
    const view = readStatusUsage(folder, agentSession) && (await findCurrent())?.view
    if (view) writeStatusLine(folder, view.identity.agentSession ?? '', statusLine(view))
  }

  #callIn(world: World): CallContext {
    const own = () => ownSession(world, this.#client, this.#started)
    const findCurrent = async () => currentSession(world, this.#client, await own())
    return {
      world,
      currentSession: findCurrent,
      sessionForNote: async () => {
        const seen = await findCurrent()
        if (seen) return { session: seen.session, isNew: false }
        this.#started = await this.#start(world)
        return { session: this.#started, isNew: true }
      },
    }
  }

  async #start(world: World): Promise<SessionId> {
    const own = await ownSession(world, this.#client, this.#started)
    const recovering = { ...world, transcripts: agentTranscripts(this.#client.env) }
    const { session } = await start(recovering, {
      trigger: 'process',
      process: this.#client.process,
      ...(own.kind === 'unrecorded'
        ? { agent: 'claude-code', id: own.id, agentSession: own.agentSession }
        : { agent: agentNameOf(this.clientName()) }),
    })
    return session.id
  }
}

/** A session that cannot be ended counts as crashed and loses no events. Indexing is retried later. */
const tolerate = (): void => {}

/** If the log is busy for this long, notes go to the spool, because the client limits how long a call may take. */
const MAX_BUSY_MS = 2000

/**
 * Keeps the log open between calls, without a transaction. Opening it for each call would leak two file
 * descriptors per call: `close` of @photostructure/sqlite 1.2.1 leaves statements to the garbage collector, and
 * SQLite keeps the files open until then.
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
interface WorldSource {
  world(): Promise<World>
  close(): Promise<void>
}

/** Caches only the log and the index, because the branch and the settings may change between calls. */
function machineWorlds({ env, directory }: Pick<McpClient, 'env' | 'directory'>): WorldSource {
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
