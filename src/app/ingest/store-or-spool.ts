import type { NewEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import { serializeLetter } from '../../event/wire.ts'
import { Problem } from '../../problem.ts'
import type { World } from '../world.ts'
import { record } from './record.ts'

/** `spooled`: the log could not be written now; the next process that opens it takes it in. */
export type Stored = 'logged' | 'spooled'

/** Records a fact that nobody would tell again: what cannot be stored now waits in the spool. */
export async function recordOrSpool(world: World, session: SessionId, event: NewEvent): Promise<Stored> {
  try {
    await record(world, session, [event])
    return 'logged'
  } catch (error) {
    if (!(error instanceof Problem) || error.outcome === 'usage') throw error
    await world.spool.deliver('leftoff', serializeLetter({ session, events: [event] })).catch(() => {
      throw error // the first failure is the one to be told
    })
    return 'spooled'
  }
}
