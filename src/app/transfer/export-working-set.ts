import type { SessionId } from '../../event/identity.ts'
import { exportedWorkingSet } from '../../message/working-set.ts'
import { workingSetOf } from '../context/working-set.ts'
import { redactDocument } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'

/** The working set of a session for other programs. Redacted again, with the rules of today. */
export async function* workingSetPieces(world: World, session: SessionId): AsyncIterable<string> {
  const checkout = (await world.log.view(session))?.view.identity.checkout
  const exported = exportedWorkingSet(await workingSetOf(world, session))
  const plain = JSON.parse(JSON.stringify(exported))
  const redacted = redactDocument(world, plain, { directory: checkout, references: ['toolCallId'] })
  yield `${JSON.stringify(redacted, undefined, 2)}\n`
}
