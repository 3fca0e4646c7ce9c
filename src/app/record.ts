import type { KnownEvent } from '../event/catalogue.ts'
import type { NewEvent } from '../event/define.ts'
import type { SessionId } from '../event/identity.ts'
import { isActivity } from '../fold/life.ts'
import type { Appended } from '../log/event-log.ts'
import { catchUp, reopening } from './catch-up.ts'
import type { World } from './world.ts'

/** Stores what happened in a session, after what time has made of it since. Resolves when it is safe on disk. */
export async function record(
  world: World,
  session: SessionId,
  facts: readonly NewEvent[],
): Promise<Appended> {
  for (;;) {
    const seen = await world.log.view(session)
    const newest = Math.max(...facts.filter(isAtWork).map(({ at }) => at))
    const preface = seen
      ? [...catchUp(world, seen), ...(newest > 0 ? reopening(world, seen, newest) : [])]
      : []
    const appended = await world.log.append(session, facts, { expectedSeq: seen?.seq ?? 0, preface })
    if (appended.kind !== 'moved') return appended // else another process was faster: look again
  }
}

const isAtWork = ({ type }: NewEvent): boolean => isActivity(type as KnownEvent['type'])
