import { sessionIdOf } from '../../agent/event-draft.ts'
import { fact } from '../../event/define.ts'
import { derivedId } from '../../event/identity.ts'
import { SessionEnded } from '../../event/session.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Whereabouts } from '../../session/session.ts'
import type { HookCall } from '../ingest/hook-call.ts'
import { record } from '../ingest/record.ts'
import type { World } from '../world.ts'

/**
 * A process that speaks for one session at a time and now speaks for another has left the first: it did not crash, and
 * nobody will ever tell its end.
 */
export async function endOthersOf(
  world: World,
  agent: string,
  telling: HookCall,
  /** Who has not ended; asked only where a process is known. */
  opened: () => Promise<readonly Viewed<Whereabouts>[]> = () =>
    world.log.views({ projects: world.place.projectIds, open: true }),
): Promise<void> {
  const { hook: heard, at } = telling
  const own = sessionIdOf(agent, heard.session)
  // Not every client announces a session: the first word of one that nobody knows begins it as well.
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
