import type { ProcessRef } from '../../event/fields.ts'
import type { SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { isLegal, isOpen, stateNow } from '../../session/state.ts'
import type { World } from '../world.ts'
import { observationOf } from './advance-state.ts'
import { move } from './change-state.ts'
import { sessionNamed } from './find-session.ts'
import { recover } from './recover.ts'
import { isLiving } from './start.ts'

export interface Resumed {
  readonly seen: Viewed<Session>
  /** It had crashed: what there was. */
  readonly recovered?: string
  /** Another process is at work in it at this moment. */
  readonly sharedWith?: ProcessRef
}

/** Goes on with a session, whatever has become of it. */
export async function resume(world: World, named: string, process: ProcessRef | undefined): Promise<Resumed> {
  const { session } = await sessionNamed(world, named)
  const recovered = await recover(world, session)
  const { seen } = recovered
  const note = recovered.kind === 'recovered' ? seen.view.life.recoveryNote : undefined
  const other = seen.view.identity.process
  if (isOpen(seen.view.life.state) && isLiving(world, seen.view) && other && other.pid !== process?.pid)
    return { seen, sharedWith: other } // it is not taken away from whoever has it
  const isStopped = isLegal(stateNow(seen.view.life, observationOf(world, seen.view)), 'resume')
  const resumed = isStopped
    ? await move(world, session, { move: 'resume', trigger: 'command', process })
    : seen
  return { seen: resumed, ...(note !== undefined && { recovered: note }) }
}

/** The last session of this agent in this project that may be gone on with: not completed, not archived. */
export async function lastOf(world: World, agent: string): Promise<SessionId | undefined> {
  const since = world.clock.now() - world.settings['session.expiry']
  const views = await world.log.views({
    projects: world.place.projectIds,
    archived: false,
    since,
    limit: 200,
  })
  return views.find(({ view }) => view.identity.agent === agent && view.life.completedAt === undefined)
    ?.session
}
