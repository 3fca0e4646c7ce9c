import type { NewEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import { serializeLetter } from '../../event/wire.ts'
import type { Viewed } from '../../log/event-log.ts'
import { Problem } from '../../problem.ts'
import type { Session } from '../../session/session.ts'
import { again, done, retryAppend } from '../append-retry.ts'
import type { World } from '../world.ts'
import { type RecordOptions, record } from './record.ts'

/** `spooled`: the log could not be written. The next process that drains the spool stores the event. */
export type StoreResult = 'logged' | 'spooled'

/** Records an event derived from the session, and derives it again if content was forgotten in the meantime. */
export async function recordDerived(
  world: World,
  seen: Viewed<Session>,
  derive: (seen: Viewed<Session>) => NewEvent,
): Promise<{ readonly event: NewEvent; readonly stored: StoreResult }> {
  return retryAppend(seen.session, async () => {
    const generation = await world.log.generation()
    const event = derive((await world.log.view(seen.session)) ?? seen)
    const stored = await recordUnlessForgotten(world, seen.session, event, { generation })
    return stored ? done({ event, stored }) : again
  })
}

/** Records an event that the client will not send again. If the log cannot be written, spools it. */
export async function recordOrSpool(world: World, session: SessionId, event: NewEvent): Promise<StoreResult> {
  const stored = await recordUnlessForgotten(world, session, event, {})
  return stored ?? 'logged'
}

/**
 * The result of storing the event; undefined if nothing was stored because content was forgotten after the
 * generation in the options.
 */
async function recordUnlessForgotten(
  world: World,
  session: SessionId,
  event: NewEvent,
  options: RecordOptions,
): Promise<StoreResult | undefined> {
  try {
    const { kind } = await record(world, session, [event], options)
    return kind === 'moved' ? undefined : 'logged'
  } catch (error) {
    if (!(error instanceof Problem) || error.outcome === 'usage') throw error
    await world.spool.deliver('leftoff', serializeLetter({ session, events: [event] })).catch(() => {
      throw error // report the first failure
    })
    return 'spooled'
  }
}
