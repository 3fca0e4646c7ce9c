import { handoffDocument, openedHandoff, summaryFor } from '../../brief/handoff.ts'
import { fact, type NewEvent, type StoredEvent } from '../../event/define.ts'
import { DOCUMENTS } from '../../event/document.ts'
import { eventLine, headLine, LAST_LINE } from '../../event/export-wire.ts'
import type { SessionId } from '../../event/identity.ts'
import { understand } from '../../event/understand.ts'
import { EventForgotten } from '../../event/upkeep.ts'
import { type ChainHead, linkEvent } from '../../log/chain.ts'
import { markdownOf } from '../../message/markdown.ts'
import type { StoredMessage } from '../../message/message.ts'
import { MessageBuilder } from '../../message/messages.ts'
import { exportedWorkingSet } from '../../message/working-set.ts'
import { eventsOfLineage, eventsUpTo, lineageOf, type SessionPrefix } from '../branch/lineage.ts'
import { workingSetOf } from '../context/working-set.ts'
import { redactDocument, redactEvents } from '../ingest/redact-events.ts'
import { unknownSession } from '../lifecycle/find-session.ts'
import type { World } from '../world.ts'

/**
 * A session with its ancestors, line by line, for import on another machine. Redacts with today's rules, so the hash
 * chain is recomputed.
 */
export async function* exportSession(world: World, session: SessionId): AsyncIterable<string> {
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

async function* linesOf(world: World, past: SessionPrefix): AsyncIterable<string> {
  const checkout = (await world.log.view(past.session))?.view.identity.checkout
  let head: ChainHead | undefined
  for await (const stored of eventsUpTo(world, past)) {
    const said = withoutForgotten(stored)
    const [event = said] = redactEvents(world, [said], checkout)
    const link = linkEvent(past.session, head, event).event
    yield eventLine({ ...event, session: past.session, seq: link.seq, hash: link.hash })
    head = link
  }
}

/** A forgotten event keeps its place in the export but not its content. */
function withoutForgotten({ id, type, version, at, data }: StoredEvent): NewEvent {
  return data === undefined ? fact(EventForgotten, { id, at }, { seqs: [] }) : { id, type, version, at, data }
}

/** The transcript of a session and its ancestors as Markdown, redacted with today's rules. */
export async function* exportTranscript(world: World, session: SessionId): AsyncIterable<string> {
  const seen = await world.log.view(session)
  if (!seen) throw unknownSession(session)
  const { identity, work } = seen.view
  const redact = world.redactIn(identity.checkout)
  const title = identity.branchName ?? work.goal?.text ?? session
  yield `# ${redact(title).text.replaceAll(/\s+/g, ' ')}\n\n${identity.agent} in ${identity.project.name}, session ${session}\n`
  for await (const turn of turnsOf(world, session))
    for (const message of turn) {
      const text = markdownOf(message)
      if (text !== '') yield `\n${redact(text).text}`
    }
}

/** Keeps one turn in memory at a time. */
async function* turnsOf(world: World, session: SessionId): AsyncIterable<readonly StoredMessage[]> {
  let builder = new MessageBuilder()
  for await (const stored of eventsOfLineage(world, session)) {
    const meaning = understand(stored)
    if (meaning.kind !== 'known') continue
    if (meaning.event.type === 'prompt.submitted') {
      yield builder.messages()
      builder = new MessageBuilder()
    }
    builder.add(meaning.event)
  }
  yield builder.messages()
}

/** A handoff computed from the current state of the session, whether or not one was written. */
export async function* exportHandoff(world: World, session: SessionId): AsyncIterable<string> {
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

/** The working set of a session for other programs, redacted with today's rules. */
export async function* exportWorkingSet(world: World, session: SessionId): AsyncIterable<string> {
  const checkout = (await world.log.view(session))?.view.identity.checkout
  const exported = exportedWorkingSet(await workingSetOf(world, session))
  const plain = JSON.parse(JSON.stringify(exported))
  const redacted = redactDocument(world, plain, { directory: checkout, references: ['toolCallId'] })
  yield `${JSON.stringify(redacted, undefined, 2)}\n`
}
