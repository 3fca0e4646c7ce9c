import { hash16 } from '../../agent/event-draft.ts'
import { fencedWorkingSet } from '../../brief/fence.ts'
import { hasSessionContext, MAX_SESSION_CONTEXT, sessionContextText } from '../../brief/session-context.ts'
import type { Viewed } from '../../log/event-log.ts'
import { phaseMarker } from '../../session/context-phase.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'
import { lifePhaseAt } from './fit-reply.ts'
import { type HookOccasion, type HookReply, ownSession } from './hook-reply.ts'

/** The state of a session, as its agent and programs read it; empty if the session has done nothing yet. */
export function sessionContextOf(world: World, { session, view }: Viewed<Session>): string {
  if (!hasSessionContext(view)) return ''
  return sessionContextText(view, {
    id: session.slice(4, 12),
    now: world.clock.now(),
    budget: MAX_SESSION_CONTEXT,
    results: world.settings['session.hot-entries'],
  })
}

/** Adds the state of the session to the reply, unless the client would truncate the reply. */
export async function withSessionContext(
  world: World,
  occasion: HookOccasion,
  reply: HookReply | undefined,
): Promise<HookReply | undefined> {
  const { agent, hook } = occasion
  const seen = await ownSession(world, agent, hook)
  const context = seen ? sessionContextOf(world, seen) : ''
  if (!seen || context === '') return reply
  const marker = phaseMarker(lifePhaseAt(occasion, seen.view))
  const quoted = fencedWorkingSet(`${marker}\n${context}`, hash16(`${seen.session} ${seen.seq}`))
  const text = reply?.text ? `${reply.text}\n${quoted}` : quoted
  return agent.fits(text) ? { drafts: [], ...reply, text } : reply
}
