import type { KnownEventOf } from '../../event/catalogue.ts'
import { fact } from '../../event/define.ts'
import type { ProcessRef } from '../../event/fields.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { SessionStarted } from '../../event/session.ts'
import { knownEvents } from '../branch/lineage.ts'
import { record } from '../ingest/record.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'
import { resume } from './resume.ts'

const GRAPH_AGENT = 'langgraph'

export type GraphEvent = KnownEventOf<'graph.saved' | 'graph.written'>

/** Thread names are unique only within a project. */
export const sessionOfThread = (world: World, thread: string): SessionId =>
  derivedId('ses', GRAPH_AGENT, world.place.project.id, thread)

/** Starts or resumes the session of a thread in this process. */
export async function beginThread(
  world: World,
  thread: string,
  process: ProcessRef | undefined,
): Promise<void> {
  const session = sessionOfThread(world, thread)
  const seen = await world.log.view(session)
  if (seen && seen.view.life.state !== 'none') {
    await resume(world, session, process)
    return
  }
  const { project, checkout, directory, branch, head } = world.place
  const started = fact(
    SessionStarted,
    { id: world.ids.event(), at: world.clock.now() },
    {
      ...{ trigger: 'process', agent: GRAPH_AGENT, agentSession: thread, project, checkout, directory },
      ...{ branch, head, process },
    },
  )
  await record(world, session, redactEvents(world, [started]))
}

/** Number of newest events to read first. Doubled until `isEnough` returns true. */
const WINDOW = 16

/**
 * Graph events, newest last, as far back as `isEnough` requires. The states in them are large, and one is
 * usually enough.
 */
export async function graphEvents(
  world: World,
  session: SessionId,
  isEnough: (newest: readonly GraphEvent[]) => boolean,
): Promise<readonly GraphEvent[]> {
  const seq = (await world.log.view(session))?.seq ?? 0
  for (let size = WINDOW; ; size *= 2) {
    const after = Math.max(0, seq - size)
    const found = await eventsAfter(world, session, after)
    if (after === 0 || isEnough(found)) return found
  }
}

async function eventsAfter(world: World, session: SessionId, after: number): Promise<readonly GraphEvent[]> {
  const events: GraphEvent[] = []
  for await (const event of knownEvents(world, { session, after }))
    if (event.type === 'graph.saved' || event.type === 'graph.written') events.push(event)
  return events
}

/** Threads of the project, most recently active first. */
export async function threadsHere(world: World): Promise<readonly string[]> {
  const views = await world.log.views({ projects: world.place.projectIds })
  return views.flatMap(({ view: { identity } }) =>
    identity.agent === GRAPH_AGENT && identity.agentSession !== undefined ? [identity.agentSession] : [],
  )
}
