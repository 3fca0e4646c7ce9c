import { isEmpty, leftoverOf } from '../../brief/leftover.ts'
import type { SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

/** The last session of this project that left something, unless it was completed or has expired. */
export async function lastSessionLeft(
  world: World,
  except?: SessionId,
): Promise<Viewed<Session> | undefined> {
  const since = world.clock.now() - world.settings['session.expiry']
  const isOffered = ({ session, view }: Viewed<Session>): boolean =>
    session !== except && view.life.completedAt === undefined && !isEmpty(leftoverOf(view))
  // Mostly one of the first has left something, and every view that is read takes its time.
  for (const limit of [3, 20]) {
    const views = await world.log.views({ projects: world.place.projectIds, since, archived: false, limit })
    const found = views.find(isOffered)
    if (found || views.length < limit) return found
  }
  return undefined
}
