import { handoffDocument, openedHandoff, summaryFor } from '../../brief/handoff.ts'
import { DOCUMENTS } from '../../event/document.ts'
import type { SessionId } from '../../event/identity.ts'
import { redactDocument } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'

/**
 * What a session leaves to the next one, however it ended and whether or not anybody handed it over: made of its events
 * when it is asked for, so that it is never missing and never out of date.
 */
export async function* handoffPieces(world: World, session: SessionId): AsyncIterable<string> {
  const view = (await world.log.view(session))?.view
  if (!view) return
  const { schema } = DOCUMENTS.handoff
  const kept = { id: '', at: view.life.lastActivityAt, schema, summary: summaryFor(view) }
  const opened = openedHandoff(handoffDocument(session, view.identity, kept))
  if (opened.kind === 'refused') throw new Error(opened.reason)
  const plain = JSON.parse(JSON.stringify(opened.value))
  const { checkout } = view.identity
  const redacted = redactDocument(world, plain, { directory: checkout, references: ['project', 'head'] })
  yield `${JSON.stringify(redacted, undefined, 2)}\n`
}
