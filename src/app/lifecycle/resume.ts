import type { ProcessRef } from '../../event/fields.ts'
import type { SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { isLegal, isOpen, stateNow } from '../../session/state.ts'
import type { World } from '../world.ts'
import { isRunning, observationOf } from './advance-state.ts'
import { changeState } from './change-state.ts'
import { findSession } from './find-session.ts'
import { recover } from './recover.ts'

export interface ResumeResult {
  readonly seen: Viewed<Session>
  /** The recovery note, if the session had crashed. */
  readonly recovered?: string
  /** Another process that is using the session now. */
  readonly sharedWith?: ProcessRef
}

/** Resumes a session in any state. */
export async function resume(
  world: World,
  named: string,
  process: ProcessRef | undefined,
): Promise<ResumeResult> {
  const { session } = await findSession(world, named)
  const recovered = await recover(world, session)
  const { seen } = recovered
  const note = recovered.kind === 'recovered' ? seen.view.life.recoveryNote : undefined
  const other = seen.view.identity.process
  if (isOpen(seen.view.life.state) && isRunning(world, seen.view) && other && other.pid !== process?.pid)
    return { seen, sharedWith: other } // it stays with its current process
  const isStopped = isLegal(stateNow(seen.view.life, observationOf(world, seen.view)), 'resume')
  const resumed = isStopped
    ? await changeState(world, session, { move: 'resume', trigger: 'command', process })
    : seen
  return { seen: resumed, ...(note !== undefined && { recovered: note }) }
}

/** The last session of this agent in this project that is neither completed nor archived. */
export async function lastResumable(world: World, agent: string): Promise<SessionId | undefined> {
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
