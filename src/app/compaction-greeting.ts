import { hash16 } from '../agent/text-hash.ts'
import { fencedForSummary } from '../brief/fence.ts'
import { instructionsFor } from '../carry/instructions.ts'
import { marker } from '../carry/marker.ts'
import type { Session } from '../fold/session.ts'
import type { Viewed } from '../log/event-log.ts'
import { checkpointSaying } from './checkpoint.ts'
import type { Given } from './given.ts'
import type { World } from './world.ts'

/** The state is kept, and the summariser is told what must not be lost. */
export function atCompaction(world: World, seen: Viewed<Session> | undefined): Given | undefined {
  if (!seen) return undefined
  const text = instructionsFor(seen.view)
  return {
    ...(text && {
      text: fencedForSummary(`${marker('PRE_COMPACT')}\n${text}`, hash16(`${seen.session} ${seen.seq}`)),
    }),
    says: [checkpointSaying(world, seen, { occasion: 'compacting' })],
  }
}
