import { fact } from '../../event/define.ts'
import { SessionArchived } from '../../event/session.ts'
import { isOpen } from '../../session/state.ts'
import type { World } from '../world.ts'
import { advanceState } from './advance-state.ts'

/** Archives expired sessions: still stored and searchable, no longer offered. */
export async function archiveExpired(world: World, projects: readonly string[] | undefined): Promise<number> {
  return archiveOlder(world, {
    before: world.clock.now() - world.settings['session.expiry'],
    reason: 'expired',
    ...(projects && { projects }),
  })
}

export interface ArchiveAsk {
  readonly before: number
  readonly reason: 'expired' | 'cleanup'
  readonly projects?: readonly string[]
}

/** Archives closed sessions that were last active before a given time. Returns the number archived. */
export async function archiveOlder(world: World, { before, reason, projects }: ArchiveAsk): Promise<number> {
  const old = await world.log.views({ before, archived: false, ...(projects && { projects }) })
  let archived = 0
  for (const seen of old) {
    const { session, seq, view } = (await advanceState(world, seen, { replaced: false })) ?? seen
    if (isOpen(view.life.state)) continue
    const event = fact(SessionArchived, { id: world.ids.event(), at: world.clock.now() }, { reason })
    const result = await world.log.append(session, [event], { expectedSeq: seq })
    if (result.kind === 'appended') archived += 1
  }
  return archived
}
