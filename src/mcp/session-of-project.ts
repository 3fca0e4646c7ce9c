import * as z from 'zod'
import { findSession, unknownSession } from '../app/lifecycle/find-session.ts'
import type { World } from '../app/world.ts'
import type { Viewed } from '../log/event-log.ts'
import type { Session } from '../session/session.ts'

export const sessionId = z.string().max(128).describe('Id of a session of this project, or its beginning')

/** The session with this id. What belongs to another project is as good as not there. */
export async function sessionOfProject(world: World, name: string): Promise<Viewed<Session>> {
  const seen = await findSession(world, name)
  if (world.place.projectIds.includes(seen.view.identity.project.id)) return seen
  throw unknownSession(name)
}
