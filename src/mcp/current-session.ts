import { isAbsolute } from 'node:path'
import * as z from 'zod'
import { sessionIdOf } from '../agent/event-draft.ts'
import { observationOf } from '../app/lifecycle/advance-state.ts'
import { findSession, sessionsHere, unknownSession } from '../app/lifecycle/find-session.ts'
import type { World } from '../app/world.ts'
import type { ProcessRef } from '../event/fields.ts'
import type { SessionId } from '../event/identity.ts'
import { currentFolder, type Environment } from '../host/paths.ts'
import { ancestors, processRef } from '../host/process.ts'
import type { Viewed } from '../log/event-log.ts'
import type { Session } from '../session/session.ts'
import { type LifeState, stateNow } from '../session/state.ts'
import { isAgentName } from '../spool/spool.ts'

/** The session of the calling agent: recorded, not recorded yet, or none. */
type OwnSession =
  | { readonly kind: 'recorded'; readonly seen: Viewed<Session> }
  | { readonly kind: 'unrecorded'; readonly id: SessionId; readonly agentSession: string }
  | { readonly kind: 'none' }

/** `started`: the session that this server started itself. */
export async function ownSession(
  world: World,
  client: McpClient,
  started: SessionId | undefined,
): Promise<OwnSession> {
  const { agentSession } = client
  const id = agentSession === undefined ? started : sessionIdOf('claude-code', agentSession)
  if (id === undefined) return { kind: 'none' }
  const seen = await world.log.view(id)
  // A session that this server started can be missing if the log was replaced.
  if (!seen) return agentSession === undefined ? { kind: 'none' } : { kind: 'unrecorded', id, agentSession }
  // Sessions of other projects must not be read or written.
  return world.place.projectIds.includes(seen.view.identity.project.id)
    ? { kind: 'recorded', seen }
    : { kind: 'none' }
}

const OPEN: readonly LifeState[] = ['active', 'idle', 'suspended']

/**
 * The agent's own session if it is open, otherwise the session of the nearest ancestor process, otherwise the last
 * open session in this checkout. After /clear, the environment still contains the id of the previous session.
 */
export async function currentSession(
  world: World,
  client: McpClient,
  own: OwnSession,
): Promise<Viewed<Session> | undefined> {
  if (own.kind === 'recorded' && OPEN.includes(stateIn(world, own.seen))) return own.seen
  const open = await sessionsHere(world, { states: ['active', 'idle'] })
  const above = sessionOfNearestProcess(world, client, open)
  if (above) return above
  // If the agent's own session is not recorded yet, the first note starts it instead of going to another session.
  if (own.kind === 'unrecorded') return undefined
  const here = open.find(({ view }) => view.identity.checkout === world.place.checkout)
  return here ?? (own.kind === 'recorded' ? own.seen : undefined)
}

function sessionOfNearestProcess(
  world: World,
  client: McpClient,
  open: readonly Viewed<Session>[],
): Viewed<Session> | undefined {
  const alive = open.filter(({ view }) => observationOf(world, view).evidence === 'alive')
  for (const pid of client.ancestors) {
    const found = alive.find(({ view }) => view.identity.process?.pid === pid)
    if (found) return found
  }
  return undefined
}

const stateIn = (world: World, { view }: Viewed<Session>): LifeState =>
  stateNow(view.life, observationOf(world, view))

export const sessionId = z.string().max(128).describe('Session ID, or a prefix of it')

/** Finds a session by id. A session in another project counts as unknown. */
export async function sessionOfProject(world: World, name: string): Promise<Viewed<Session>> {
  const seen = await findSession(world, name)
  if (world.place.projectIds.includes(seen.view.identity.project.id)) return seen
  throw unknownSession(name)
}

/** The agent that started this server, derived from its environment and process. */
export interface McpClient {
  readonly env: Environment
  /** The directory of the served project. */
  readonly directory: string
  /** Claude Code's id for the session that started this server. */
  readonly agentSession?: string
  readonly process: ProcessRef | undefined
  /** Ancestor pids, nearest first. Read at startup, because an orphaned process gets a new parent. */
  readonly ancestors: readonly number[]
}

export function detectClient(env: Environment): McpClient {
  const project = env.CLAUDE_PROJECT_DIR
  const agentSession = env.CLAUDE_CODE_SESSION_ID
  return {
    env,
    directory: project && isAbsolute(project) ? project : currentFolder(env),
    ...(agentSession && { agentSession }),
    process: processRef(process.ppid),
    ancestors: ancestors().map(({ pid }) => pid),
  }
}

/** `codex-mcp-client` is `codex`; an unusable name becomes `agent`. */
export function agentNameOf(client: string | undefined): string {
  const spelled = (client ?? '')
    .slice(0, 100)
    .toLowerCase()
    .replace(/-mcp-client.*$/s, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 31)
    .replace(/-+$/, '')
  return isAgentName(spelled) ? spelled : 'agent'
}
