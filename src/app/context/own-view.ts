import type { AgentAdapter, ParsedHook } from '../../agent/adapter.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

/** The session that is told something: as the log has it, its context as it was counted just now. */
export async function ownView(
  world: World,
  agent: AgentAdapter,
  { session, usage }: ParsedHook,
): Promise<Viewed<Session> | undefined> {
  const seen = await world.log.view(sessionIdOf(agent.name, session))
  if (!seen || !usage) return seen
  return { ...seen, view: { ...seen.view, carry: { ...seen.view.carry, usage: { at: 0, ...usage } } } }
}
