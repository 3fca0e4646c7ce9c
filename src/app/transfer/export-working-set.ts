import type { SessionId } from '../../event/identity.ts'
import { exportedWorkingSet } from '../../message/working-set.ts'
import { workingSetOf } from '../context/working-set.ts'
import { redactJson } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'

/** The working set of a session as other programs read it; secrets are taken out once more on the way. */
export async function* workingSetPieces(world: World, session: SessionId): AsyncIterable<string> {
  const checkout = (await world.log.view(session))?.view.identity.checkout
  const exported = exportedWorkingSet(await workingSetOf(world, session))
  const plain = JSON.parse(JSON.stringify(exported))
  yield `${JSON.stringify(redactJson(world, plain, checkout), undefined, 2)}\n`
}
