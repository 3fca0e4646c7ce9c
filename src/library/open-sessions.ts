import { unlessDamaged } from '../app/append-retry.ts'
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
import { RunningSession, type RunningSessionOptions } from './running-session.ts'
import { type OpenOptions, openSharedLog, SessionStore } from './session-store.ts'

export interface SessionsOptions extends OpenOptions {
  /**
   * PostgreSQL URL of a shared log, such as `postgres://user:password@host/database`; default: the embedded
   * SQLite log.
   */
  readonly url?: string
  /** Name of the log in that database; default: `default`. */
  readonly tenant?: string
}

export interface ResumeOptions {
  /** Directory of the project that the session belongs to; default: the one passed to `openSessions`. */
  readonly project?: string
  /** Whether the session ends when the process exits or receives SIGINT, SIGTERM or SIGHUP; default: true. */
  readonly endWithProcess?: boolean
  /** When and how older messages are summarized. */
  readonly compaction?: CompactionOptions
}

export interface StartOptions extends ResumeOptions {
  /** Lowercase letters, digits and hyphens, such as `my-agent`; default: `library`. */
  readonly agent?: string
  readonly goal?: string
  readonly tags?: readonly string[]
}

/** The sessions of one user on this machine. */
export interface Sessions {
  start(options?: StartOptions): Promise<RunningSession>
  /** Resumes a session by its id or a unique prefix of it. */
  resume(id: string, options?: ResumeOptions): Promise<RunningSession>
  /** Resumes the last session of this agent in the project, or starts one if none can be resumed. */
  resumeOrStart(options?: StartOptions): Promise<RunningSession>
  /** Finds a session by its id or a unique prefix of it. */
  find(id: string): Promise<ListedSession>
  /** Lists the sessions of this project, most recently active first. */
  list(): Promise<readonly ListedSession[]>
  /**
   * Finds the functions and classes that were touched by recorded file changes. Stops after `budgetMs`;
   * default: 2000.
   */
  indexSymbols(options?: { readonly budgetMs?: number }): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the log for your own agent. If its process dies before a session ends, the session counts as crashed.
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
  const store = new SessionStore(options, shared)
  await unlessDamaged(() => drainSpool(store.world()))
  return {
    start: (asked = {}) => startSession(store.world(asked.project), asked),
    resume: (id, asked = {}) => resumeSession(store.world(asked.project), id, asked),
    resumeOrStart: async (asked = {}) => {
      const world = store.world(asked.project)
      const last = await lastResumable(world, asked.agent ?? LIBRARY)
      return last ? resumeSession(world, last, asked) : startSession(world, asked)
    },
    find: async (id) => listedSession(store.world(), await findSession(store.world(), id)),
    list: async () => {
      const world = store.world()
      const views = await world.log.views({ projects: world.place.projectIds })
      return views.map((seen) => listedSession(world, seen))
    },
    indexSymbols: async ({ budgetMs = INDEXING_MS } = {}) => {
      const world = store.world()
      await indexPendingSymbols(
        withParser(world),
        { budgetMs, now: Date.now },
        { projects: world.place.projectIds },
      )
    },
    close: () => store.close(),
  }
}

const INDEXING_MS = 2000
const LIBRARY = 'library'

async function startSession(world: World, options: StartOptions): Promise<RunningSession> {
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
  return new RunningSession(world, { started: begun, seq, ...lifetimeOptions(world, options) })
}

async function resumeSession(world: World, id: string, options: ResumeOptions): Promise<RunningSession> {
  const { seen, ...rest }: ResumeResult = await resume(world, id, processRef(process.pid))
  const found = { session: summarizeSession(world, seen), crashed: [] }
  return new RunningSession(world, {
    started: found,
    seq: seen.seq,
    ...rest,
    ...lifetimeOptions(world, options),
  })
}

function lifetimeOptions(
  world: World,
  { compaction = {}, endWithProcess: isBound = true }: ResumeOptions,
): Pick<RunningSessionOptions, 'compaction' | 'endOnExit'> {
  if (!isBound) return { compaction, endOnExit: () => () => {} }
  return {
    compaction,
    endOnExit: (id) => endWithProcess((trigger) => changeState(world, id, { move: 'end', trigger })),
  }
}
