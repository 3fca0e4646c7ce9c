import { fact, type NewEvent, type StoredEvent } from '../../event/define.ts'
import { DOCUMENTS } from '../../event/document.ts'
import { eventLine, headLine, LAST_LINE } from '../../event/export-wire.ts'
import type { SessionId } from '../../event/identity.ts'
import { EventForgotten } from '../../event/upkeep.ts'
import { type ChainHead, linkEvent } from '../../log/chain.ts'
import { eventsUpTo, lineageOf, type Past } from '../branch/lineage.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'

/**
 * A session with all that is its past, line by line, for another machine. What is known to be a secret by now is taken
 * out on the way; the hashes are those of the chain that whoever takes it in will have.
 */
export async function* exportedSession(world: World, session: SessionId): AsyncIterable<string> {
  const lineage = [...(await lineageOf(world, session))].reverse()
  const sessions = lineage.map((past) => ({ session: past.session, events: past.upTo }))
  const { schema } = DOCUMENTS.export
  yield `${headLine({ document: 'export', schema, session, at: world.clock.now(), sessions })}\n`
  let before = ''
  for (const past of lineage)
    for await (const line of linesOf(world, past)) {
      yield `${before}${line}`
      before = ',\n'
    }
  yield `\n${LAST_LINE}\n`
}

async function* linesOf(world: World, past: Past): AsyncIterable<string> {
  const checkout = (await world.log.view(past.session))?.view.identity.checkout
  let head: ChainHead | undefined
  for await (const stored of eventsUpTo(world, past)) {
    const said = remembered(stored)
    const [event = said] = redactEvents(world, [said], checkout)
    const link = linkEvent(past.session, head, event).event
    yield eventLine({ ...event, session: past.session, seq: link.seq, hash: link.hash })
    head = link
  }
}

/** What was forgotten here is not known elsewhere either: only its place is kept. */
function remembered({ id, type, version, at, data }: StoredEvent): NewEvent {
  return data === undefined ? fact(EventForgotten, { id, at }, { seqs: [] }) : { id, type, version, at, data }
}
