import { drainSpool } from '../ingest/drain-spool.ts'
import { advanceState } from '../lifecycle/advance-state.ts'
import { archiveOlder } from '../lifecycle/archive.ts'
import type { World } from '../world.ts'

interface CleanedUp {
  /** Sessions that were still open but had timed out or lost their process. */
  readonly settled: number
  readonly archived: number
  /** Unfinished spool deliveries that were moved to quarantine. */
  readonly swept: number
  readonly quarantined: number
}

/** In all projects: updates session states, archives old sessions, quarantines unfinished deliveries. */
export async function cleanup(
  world: World,
  { olderThanMs = world.settings['session.expiry'] }: { readonly olderThanMs?: number } = {},
): Promise<CleanedUp> {
  const swept = await world.spool.sweep(world.clock.now())
  await drainSpool(world)
  let settled = 0
  for (const seen of await world.log.views({ open: true })) {
    if (await advanceState(world, seen, { replaced: false })) settled += 1
  }
  const archived = await archiveOlder(world, {
    before: world.clock.now() - olderThanMs,
    reason: 'cleanup',
  })
  const quarantined = (await world.spool.quarantined()).length
  return { settled, archived, swept, quarantined }
}
