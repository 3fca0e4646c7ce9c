import { drainSpool } from '../ingest/drain-spool.ts'
import { advanceState } from '../lifecycle/advance-state.ts'
import { archiveOlder } from '../lifecycle/archive.ts'
import type { World } from '../world.ts'

export interface CleanedUp {
  /** Open sessions that time or a dead process had ended. */
  readonly settled: number
  readonly archived: number
  /** Deliveries that were begun and never finished, set aside now. */
  readonly swept: number
  readonly quarantined: number
}

/** Brings everything up to date, in all projects: ends what has ended, archives what is old, sets aside what is torn. */
export async function cleanup(world: World, ask: { readonly olderThanMs: number }): Promise<CleanedUp> {
  const swept = await world.spool.sweep(world.clock.now())
  await drainSpool(world)
  let settled = 0
  for (const seen of await world.log.views({ open: true })) {
    if (await advanceState(world, seen, { replaced: false })) settled += 1
  }
  const archived = await archiveOlder(world, {
    before: world.clock.now() - ask.olderThanMs,
    reason: 'cleanup',
  })
  const quarantined = (await world.spool.quarantined()).length
  return { settled, archived, swept, quarantined }
}
