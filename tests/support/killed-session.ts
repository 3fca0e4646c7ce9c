import type { SessionId } from '../../src/event/identity.ts'
import { eventOfType } from './events.ts'
import { MINUTE, PROCESS, TestWorld } from './world.ts'

/** A session that was killed while it worked. */
export async function killedSession(world = new TestWorld()): Promise<{ world: TestWorld; id: SessionId }> {
  const id = await world.startSession({ process: PROCESS })
  const { checkout } = world.place
  await world.log.append(id, [
    world.prompt('paint the shed'),
    eventOfType('file.changed', { path: `${checkout}/shed.ts`, change: 'edited' }, world.time),
    eventOfType('test.ran', { name: 'npm test', outcome: 'failed' }, world.time),
    eventOfType('action.planned', { text: 'dry the paint' }, world.time),
  ])
  world.evidenceByPid.set(PROCESS.pid, 'gone')
  world.advance(MINUTE)
  return { world, id }
}

/** The note that its recovery stores. */
export const RECOVERY_NOTE = '1 prompt, 1 file changed, tests failing (npm test), 1 next action'
