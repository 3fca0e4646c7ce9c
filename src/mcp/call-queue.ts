import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { tryDrainSpool } from '../app/ingest/drain-spool.ts'
import { changeState } from '../app/lifecycle/change-state.ts'
import { start } from '../app/lifecycle/start.ts'
import { learn } from '../app/memory/learn.ts'
import { indexPendingSymbols } from '../app/search/index-symbols.ts'
import { refreshIndex } from '../app/search/refresh-index.ts'
import type { World } from '../app/world.ts'
import { agentTranscripts } from '../bootstrap/agent-transcripts.ts'
import { localSetup } from '../bootstrap/local-setup.ts'
import { withParser } from '../bootstrap/parser.ts'
import { statusLine } from '../brief/status-text.ts'
import type { SessionId } from '../event/identity.ts'
import { pathsIn } from '../host/paths.ts'
import { readStatusUsage, writeStatusLine } from '../host/status-files.ts'
import type { Viewed } from '../log/event-log.ts'
import type { Session } from '../session/session.ts'
import { agentNameOf, type Caller } from './client.ts'
import { currentSession, ownSession } from './current-session.ts'
import { machineWorlds, type WorldSource } from './log-cache.ts'
import { logToStderr } from './wire.ts'

const INDEXING = { budgetMs: 300, now: Date.now }

/** What one call of a tool works with. */
export interface Call {
  readonly world: World
  /** The session that is meant here, if there is one. */
  atWork(): Promise<Viewed<Session> | undefined>
  /** The same; where there is none, one is started, as for a note on the command line. */
  sessionForNote(): Promise<{ readonly session: SessionId; readonly isNew: boolean }>
}

/** The calls of one agent, one after the other, from the first to the end of its input. */
export class CallQueue {
  readonly #caller: Caller
  readonly #worlds: WorldSource
  #last: Promise<unknown> = Promise.resolve()
  #started: SessionId | undefined
  /** As the client names itself when it connects. */
  clientName: () => string | undefined = () => undefined

  constructor(caller: Caller, worlds: WorldSource = machineWorlds(caller)) {
    this.#caller = caller
    this.#worlds = worlds
  }

  /** In turn: two notes at once must not both find no session and start one each. */
  take<T>(work: (call: Call) => Promise<T>): Promise<T> {
    const answered = this.#last.then(() => this.#answer(work))
    this.#last = answered.catch(() => {}) // it is told to whoever asked; the next call is another matter
    return answered
  }

  /** Takes in what waits, where something does. Nobody asked for it, so nobody hears of it. */
  async refreshIndex(): Promise<void> {
    try {
      const { spool } = pathsIn(this.#caller.env)
      if (readdirSync(join(spool, 'new')).length > 0) await this.take(async () => {})
    } catch {
      // There is no spool, or the log cannot be written now: whoever needs it will say so.
    }
  }

  /** In turn with the calls, and so shortly that the agent does not notice. Where there is no log, it makes none. */
  async index(): Promise<void> {
    const { env, directory } = this.#caller
    if (!existsSync(localSetup(env, directory).paths().log)) return
    await this.take(async ({ world }) => {
      await world.spool.sweep(world.clock.now())
      const projects = world.place.projectIds
      await indexPendingSymbols(withParser(world), INDEXING, { projects })
      if ((await refreshIndex(world, { withinMs: INDEXING.budgetMs, projects })) === 0) return
      await learn(world)
    }).catch(tolerate)
  }

  /** The agent is gone. A session that nobody else started, nobody else will end. */
  async end(): Promise<void> {
    await this.#last
    const session = this.#started
    if (session !== undefined)
      await this.take(({ world }) => changeState(world, session, { move: 'end', trigger: 'exit' })).catch(
        tolerate,
      )
    await this.#worlds.close()
  }

  async #answer<T>(work: (call: Call) => Promise<T>): Promise<T> {
    const world = await this.#worlds.world()
    const told = await tryDrainSpool(world)
    if (told) logToStderr(told)
    const call = this.#callIn(world)
    const answered = await work(call)
    await this.#show(call)
    return answered
  }

  /** Where a status line is in use, how the session stands by now. After /clear it is another than we were started for. */
  async #show({ atWork }: Call): Promise<void> {
    const { agentSession = '', env } = this.#caller
    const folder = pathsIn(env).prepared
    const view = readStatusUsage(folder, agentSession) && (await atWork())?.view
    if (view) writeStatusLine(folder, view.identity.agentSession ?? '', statusLine(view))
  }

  #callIn(world: World): Call {
    const own = () => ownSession(world, this.#caller, this.#started)
    const atWork = async () => currentSession(world, this.#caller, await own())
    return {
      world,
      atWork,
      sessionForNote: async () => {
        const seen = await atWork()
        if (seen) return { session: seen.session, isNew: false }
        this.#started = await this.#start(world)
        return { session: this.#started, isNew: true }
      },
    }
  }

  async #start(world: World): Promise<SessionId> {
    const own = await ownSession(world, this.#caller, this.#started)
    const recovering = { ...world, transcripts: agentTranscripts(this.#caller.env) }
    const { session } = await start(recovering, {
      trigger: 'process',
      process: this.#caller.process,
      ...(own.kind === 'unheard'
        ? { agent: 'claude-code', id: own.id, agentSession: own.agentSession }
        : { agent: agentNameOf(this.clientName()) }),
    })
    return session.id
  }
}

/** A session then counts as crashed, and nothing it recorded is lost; what was not indexed is found later. */
const tolerate = (): void => {}
