import { hash16 } from '../../agent/event-draft.ts'
import { compactionInstructions } from '../../brief/compaction-instructions.ts'
import { fencedForSummary } from '../../brief/fence.ts'
import type { Viewed } from '../../log/event-log.ts'
import { phaseMarker } from '../../session/phase-marker.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'
import { checkpointDraft } from './checkpoint.ts'
import type { HookReply } from './hook-reply.ts'

/** The state is kept, and the summariser is told what must not be lost. */
export function atCompaction(world: World, seen: Viewed<Session> | undefined): HookReply | undefined {
  if (!seen) return undefined
  const text = compactionInstructions(seen.view)
  return {
    ...(text && {
      text: fencedForSummary(`${phaseMarker('PRE_COMPACT')}\n${text}`, hash16(`${seen.session} ${seen.seq}`)),
    }),
    drafts: [checkpointDraft(world, seen, { occasion: 'compacting' })],
  }
}
