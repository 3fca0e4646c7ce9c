import { sessionIdOf } from '../../agent/event-draft.ts'
import { fact } from '../../event/define.ts'
import { derivedId } from '../../event/identity.ts'
import { SessionEnded } from '../../event/session.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { SessionHead } from '../../session/session.ts'
import type { HookCall } from '../ingest/hook-call.ts'
import { record } from '../ingest/record.ts'
import type { World } from '../world.ts'

/**
 * Ends the earlier session of a process that now works in another one. The client sends no end for it, and it did not
 * crash.
 */
export async function endSuperseded(
  world: World,
  agent: string,
  telling: HookCall,
  opened: () => Promise<readonly Viewed<SessionHead>[]> = () =>
    world.log.views({ projects: world.place.projectIds, open: true }),
): Promise<void> {
  const { hook: heard, at } = telling
  const own = sessionIdOf(agent, heard.session)
  // Not every client announces a session: its first event starts it as well.
  const isBegun = heard.turn?.kind === 'start' || !(await world.log.view(own))
  const running = isBegun ? telling.process?.() : undefined
  if (!running) return
  for (const { session, view } of await opened()) {
    const known = view.identity.process
    const isIts = known?.pid === running.pid && known.started === running.started
    if (session === own || view.identity.agent !== agent || !isIts) continue
    const id = derivedId('evt', 'superseded', session, own, String(view.life.resumes))
    const reason = `its process went on with session ${own}`
    await record(world, session, [fact(SessionEnded, { id, at }, { trigger: 'hook', reason })])
  }
}
