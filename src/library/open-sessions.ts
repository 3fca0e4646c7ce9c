import { drainSpool } from '../app/ingest/drain-spool.ts'
import { changeState } from '../app/lifecycle/change-state.ts'
import { findSession } from '../app/lifecycle/find-session.ts'
import { lastResumable, type ResumeResult, resume } from '../app/lifecycle/resume.ts'
import { type ListedSession, listedSession, summarizeSession } from '../app/lifecycle/session-summary.ts'
import { start } from '../app/lifecycle/start.ts'
import { indexPendingSymbols } from '../app/search/index-symbols.ts'
import type { World } from '../app/world.ts'
import { withParser } from '../bootstrap/parser.ts'
import { processRef } from '../host/process.ts'
import { endWithProcess } from './end-with-process.ts'
import type { CompactionOptions } from './message-writer.ts'
import { type Opened, RunningSession } from './running-session.ts'
import { type OpenOptions, openSharedLog, SessionStore } from './session-store.ts'

export interface SessionsOptions extends OpenOptions {
  /** A PostgreSQL that several machines share, `postgres://user:password@host/database`; default: the embedded log. */
  readonly url?: string
  /** Whose log in that database; default: `default`. */
  readonly tenant?: string
}

export interface ResumeOptions {
  /** The folder whose project the session belongs to; default: that of `openSessions`. */
  readonly project?: string
  /** End the session when the process exits or hears SIGINT, SIGTERM or SIGHUP; default: true. */
  readonly endWithProcess?: boolean
  /** When and how a session that has become long is summed up. */
  readonly compaction?: CompactionOptions
}

export interface StartOptions extends ResumeOptions {
  /** Small letters, digits and hyphens: `my-agent`; default: `library`. */
  readonly agent?: string
  readonly goal?: string
  readonly tags?: readonly string[]
}

/** The sessions of one user on this machine. */
export interface Sessions {
  start(options?: StartOptions): Promise<RunningSession>
  /** Goes on with the session of this id, or of the only id that begins so. */
  resume(id: string, options?: ResumeOptions): Promise<RunningSession>
  /** Goes on with the last session of this agent in the project, or starts one where there is none to go on with. */
  resumeOrStart(options?: StartOptions): Promise<RunningSession>
  /** The session of this id, or of the only id that begins so, as it stands. */
  find(id: string): Promise<ListedSession>
  /** The sessions of this project, the last active first. */
  list(): Promise<readonly ListedSession[]>
  /** Finds the functions and classes that recorded changes of files touched, within this time; default: 2 s. */
  indexSymbols(options?: { readonly budgetMs?: number }): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the log for an agent of your own. A session that is not ended and whose process dies is found as crashed.
 *
 * @example
 * ```ts
 * import { openSessions } from 'leftoff'
 *
 * const sessions = await openSessions({ project: '/home/me/shop' })
 * const session = await sessions.resumeOrStart({ agent: 'my-agent' })
 * await session.note('decision', 'SQLite, not Postgres', { why: 'one file, no server' })
 * await sessions.close()
 * ```
 */
export async function openSessions(options: SessionsOptions = {}): Promise<Sessions> {
  const shared = options.url === undefined ? undefined : await openSharedLog(options.url, options.tenant)
  const house = new SessionStore(options, shared)
  await drainSpool(house.world())
  return {
    start: (asked = {}) => started(house.world(asked.project), asked),
    resume: (id, asked = {}) => resumed(house.world(asked.project), id, asked),
    resumeOrStart: async (asked = {}) => {
      const world = house.world(asked.project)
      const last = await lastResumable(world, asked.agent ?? LIBRARY)
      return last ? resumed(world, last, asked) : started(world, asked)
    },
    find: async (id) => listedSession(house.world(), await findSession(house.world(), id)),
    list: async () => {
      const world = house.world()
      const views = await world.log.views({ projects: world.place.projectIds })
      return views.map((seen) => listedSession(world, seen))
    },
    indexSymbols: async ({ budgetMs = INDEXING_MS } = {}) => {
      const world = house.world()
      await indexPendingSymbols(
        withParser(world),
        { budgetMs, now: Date.now },
        { projects: world.place.projectIds },
      )
    },
    close: () => house.close(),
  }
}

const INDEXING_MS = 2000
const LIBRARY = 'library'

async function started(world: World, options: StartOptions): Promise<RunningSession> {
  const { agent = LIBRARY, goal, tags } = options
  const owner = processRef(process.pid)
  const asked = {
    agent,
    trigger: 'process' as const,
    process: owner,
    ...(goal && { goal }),
    ...(tags && { tags }),
  }
  const begun = await start(world, asked)
  const seq = (await world.log.view(begun.session.id))?.seq ?? 0
  return new RunningSession(world, { started: begun, seq, ...cares(world, options) })
}

async function resumed(world: World, id: string, options: ResumeOptions): Promise<RunningSession> {
  const { seen, ...rest }: ResumeResult = await resume(world, id, processRef(process.pid))
  const found = { session: summarizeSession(world, seen), crashed: [] }
  return new RunningSession(world, { started: found, seq: seen.seq, ...rest, ...cares(world, options) })
}

function cares(
  world: World,
  { compaction = {}, endWithProcess: isCaring = true }: ResumeOptions,
): Pick<Opened, 'compaction' | 'care'> {
  if (!isCaring) return { compaction, care: () => () => {} }
  return {
    compaction,
    care: (id) => endWithProcess((trigger) => changeState(world, id, { move: 'end', trigger })),
  }
}
