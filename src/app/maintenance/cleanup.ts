import { fact } from '../../event/define.ts'
import { SessionArchived } from '../../event/session.ts'
import { isOpen } from '../../session/state.ts'
import { unlessDamaged } from '../append-retry.ts'
import { drainSpool, sweepSpool } from '../ingest/drain-spool.ts'
import { advanceState } from '../lifecycle/advance-state.ts'
import type { World } from '../world.ts'

interface CleanedUp {
  /** Sessions that were still open but had timed out or lost their process. */
  readonly settled: number
  readonly archived: number
  /** Unfinished spool deliveries that were moved to quarantine. */
  readonly swept: number
  readonly quarantined: number
}

/** Updates session states, archives old sessions, drains the spool and cleans up quarantine, in all projects. */
export async function cleanup(
  world: World,
  { olderThanMs = world.settings['session.expiry'] }: { readonly olderThanMs?: number } = {},
): Promise<CleanedUp> {
  const swept = await sweepSpool(world)
  await unlessDamaged(() => drainSpool(world))
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

/**
 * Archives expired sessions of this project and, if the user wants that, ended sessions. Archived sessions are still
 * stored and searchable, but no longer offered. `limit` is for callers that make an agent wait.
 */
export async function archiveDue(world: World, { limit }: { readonly limit?: number } = {}): Promise<number> {
  const { settings, clock, place } = world
  const bounds = { projects: place.projectIds, ...(limit !== undefined && { limit }) }
  const before = clock.now() - settings['session.expiry']
  const expired = settings['session.auto-archive']
    ? await archiveOlder(world, { before, reason: 'expired', ...bounds })
    : 0
  if (!settings['session.archive-on-end']) return expired
  return expired + (await archiveOlder(world, { before: clock.now() + 1, reason: 'ended', ...bounds }))
}

interface ArchiveAsk {
  readonly before: number
  readonly reason: 'expired' | 'ended' | 'cleanup'
  readonly projects?: readonly string[]
  readonly limit?: number
}

/** The number of sessions read beyond the limit, because sessions that are still in use are not archived. */
const MOST_IN_USE = 4

/** Archives closed sessions that were last active before a given time. Returns the number archived. */
async function archiveOlder(world: World, { reason, limit, ...query }: ArchiveAsk): Promise<number> {
  const isEnded = reason === 'ended'
  const old = await world.log.views({
    archived: false,
    ...query,
    ...(isEnded && { open: false }),
    ...(limit !== undefined && { limit: limit + MOST_IN_USE }),
  })
  let archived = 0
  for (const seen of old) {
    if (archived === limit) break
    const { session, seq, view } = (await advanceState(world, seen, { replaced: false })) ?? seen
    if (isOpen(view.life.state) || (isEnded && view.life.state !== 'ended')) continue
    const event = fact(SessionArchived, { id: world.ids.event(), at: world.clock.now() }, { reason })
    const result = await world.log.append(session, [event], { expectedSeq: seq })
    if (result.kind === 'appended') archived += 1
  }
  return archived
}
