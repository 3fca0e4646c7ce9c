import type { NewEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import { serializeLetter } from '../../event/wire.ts'
import { Problem } from '../../problem.ts'
import type { World } from '../world.ts'
import { record } from './record.ts'

/** `spooled`: the log could not be written. The next process that drains the spool stores the event. */
export type StoreResult = 'logged' | 'spooled'

/** Records an event that the client will not send again. If the log cannot be written, spools it. */
export async function recordOrSpool(world: World, session: SessionId, event: NewEvent): Promise<StoreResult> {
  try {
    await record(world, session, [event])
    return 'logged'
  } catch (error) {
    if (!(error instanceof Problem) || error.outcome === 'usage') throw error
    await world.spool.deliver('leftoff', serializeLetter({ session, events: [event] })).catch(() => {
      throw error // report the first failure
    })
    return 'spooled'
  }
}
