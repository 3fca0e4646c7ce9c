import type { Viewed } from '../../log/event-log.ts'
import { foldSession, noSession, type Session } from '../../session/session.ts'
import type { World } from '../world.ts'

/**
 * The sessions of a project as they stood at a moment, from what had happened until then. Mostly a session was over by
 * then and stands as it did; one that went on since is folded again up to there.
 */
export async function sessionsThen(
  world: World,
  projects: readonly string[],
  moment: number,
): Promise<readonly Viewed<Session>[]> {
  const views = await world.log.views({ projects })
  const begun = views.filter(({ view }) => view.life.startedAt <= moment)
  const then = await Promise.all(begun.map((seen) => asOf(world, seen, moment)))
  return then
    .filter((seen): seen is Viewed<Session> => seen !== undefined)
    .sort((a, b) => b.view.life.lastActivityAt - a.view.life.lastActivityAt)
}

async function asOf(
  world: World,
  seen: Viewed<Session>,
  moment: number,
): Promise<Viewed<Session> | undefined> {
  if (wasOver(seen.view, moment)) return seen
  let view = noSession
  let seq = 0
  for await (const event of world.log.read({ session: seen.session, onDamage: () => {} })) {
    if (event.at > moment) continue
    view = foldSession(view, event)
    seq = event.seq
  }
  return understandable(view) ? { session: seen.session, seq, view } : undefined
}

const wasOver = ({ life }: Session, moment: number): boolean =>
  Math.max(life.lastActivityAt, life.endedAt ?? 0, life.crashedAt ?? 0) <= moment &&
  (life.completedAt ?? 0) <= moment &&
  (life.archivedAt ?? 0) <= moment

const understandable = ({ life }: Session): boolean => life.state !== 'none'
