import { drain } from '../app/drain.ts'
import { indexPending } from '../app/index-symbols.ts'
import { type Asked, move } from '../app/move.ts'
import { record } from '../app/record.ts'
import type { RecoveringWorld } from '../app/recovery-steps.ts'
import { redactedFacts } from '../app/redacted.ts'
import { type Started, start } from '../app/start.ts'
import { type Summary, summaryOf } from '../app/summary.ts'
import { type catalogue, definitions, type EventType } from '../event/catalogue.ts'
import { fact, type PayloadOf } from '../event/define.ts'
import type { SessionId } from '../event/identity.ts'
import { processRef } from '../host/process.ts'
import { groundOf } from '../machine/ground.ts'
import { indexingOn } from '../machine/indexing.ts'
import { systemTranscripts } from '../machine/transcripts.ts'
import { logOn, worldOn } from '../machine/world.ts'
import { Maildir } from '../spool/maildir.ts'
import { endWithProcess } from './end-with-process.ts'

export interface OpenOptions {
  /** Where the log lives; default: LEFTOFF_HOME, else the data folder of this platform. */
  readonly home?: string
  /** The folder whose project the sessions belong to; default: the current one. */
  readonly project?: string
}

export interface StartOptions {
  /** Small letters, digits and hyphens: `my-agent`. */
  readonly agent: string
  readonly goal?: string
  /** End the session when the process exits or hears SIGINT, SIGTERM or SIGHUP; default: true. */
  readonly endWithProcess?: boolean
}

type Payload<T extends EventType> = PayloadOf<Extract<(typeof catalogue)[number], { readonly type: T }>>

/** One running session. Everything recorded is on disk when the promise resolves. */
export interface RunningSession {
  readonly id: SessionId
  /** What was found at the start: crashed sessions, and what the last one left. */
  readonly started: Started
  record<T extends EventType>(type: T, data: Payload<T>): Promise<void>
  end(reason?: string): Promise<Summary>
}

export interface Sessions {
  start(options: StartOptions): Promise<RunningSession>
  /** The sessions of this project, the last active first. */
  list(): Promise<readonly Summary[]>
  /** Finds the functions and classes that recorded changes of files touched, within this time; default: 2 s. */
  indexSymbols(options?: { readonly budgetMs?: number }): Promise<void>
  close(): Promise<void>
}

/** Opens the log for an agent of your own. A session that is not ended and whose process dies is found as crashed. */
export async function openSessions(options: OpenOptions = {}): Promise<Sessions> {
  const world = worldOf(options)
  await drain(world)
  return {
    start: (asked) => running(world, asked),
    list: async () => {
      const views = await world.log.views({ projects: world.place.projectIds })
      return views.map((seen) => summaryOf(world, seen))
    },
    indexSymbols: async ({ budgetMs = INDEXING_MS } = {}) => {
      await indexPending(indexingOn(world), { budgetMs, now: Date.now }, { projects: world.place.projectIds })
    },
    close: () => world.log.close(),
  }
}

const INDEXING_MS = 2000

function worldOf({ home, project }: OpenOptions): RecoveringWorld {
  const env = home === undefined ? process.env : { ...process.env, LEFTOFF_HOME: home }
  const ground = groundOf(env, project ?? process.cwd())
  const world = worldOn(ground, logOn(ground), new Maildir(ground.paths().spool))
  return Object.assign(world, { transcripts: systemTranscripts(env) })
}

async function running(world: RecoveringWorld, options: StartOptions): Promise<RunningSession> {
  const { agent, goal } = options
  const owner = processRef(process.pid)
  const started = await start(world, { agent, trigger: 'process', process: owner, ...(goal && { goal }) })
  const { id } = started.session
  const end = async (asked: Omit<Extract<Asked, { move: 'end' }>, 'move'>): Promise<Summary> =>
    summaryOf(world, await move(world, id, { move: 'end', ...asked }))
  const stopCaring =
    options.endWithProcess === false ? () => {} : endWithProcess((trigger) => end({ trigger }))
  return {
    id,
    started,
    async record(type, data) {
      const definition = definitions.get(type)
      if (!definition) throw new Error(`there is no event ${type}`)
      const heading = { id: world.ids.event(), at: world.clock.now() }
      await record(world, id, redactedFacts(world, [fact(definition, heading, data)]))
    },
    end(reason) {
      stopCaring()
      return end({ trigger: 'exit', ...(reason && { reason }) })
    },
  }
}
