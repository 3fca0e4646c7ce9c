import { handoffDocument, openedHandoff, summaryFor } from '../../brief/handoff.ts'
import { openedProgress, progressDocument } from '../../brief/progress-log.ts'
import { fact, type NewEvent, type StoredEvent } from '../../event/define.ts'
import { DOCUMENTS } from '../../event/document.ts'
import { eventLine, headLine, LAST_LINE } from '../../event/export-wire.ts'
import type { SessionId } from '../../event/identity.ts'
import { understand } from '../../event/understand.ts'
import { EventForgotten } from '../../event/upkeep.ts'
import { type ChainHead, linkEvent } from '../../log/chain.ts'
import {
  callsIn,
  isCall,
  isText,
  type Message,
  outputText,
  partText,
  type StoredMessage,
  type ToolResultPart,
} from '../../message/message.ts'
import { MessageBuilder } from '../../message/messages.ts'
import { exportedWorkingSet } from '../../message/working-set.ts'
import { oneLine, truncate } from '../../text/truncate.ts'
import { eventsOfLineage, eventsUpTo, lineageOf, type SessionPrefix } from '../branch/lineage.ts'
import { workingSetOf } from '../context/working-set.ts'
import { redactDocument, redactEvents } from '../ingest/redact-events.ts'
import { unknownSession } from '../lifecycle/find-session.ts'
import type { World } from '../world.ts'

/**
 * A session with its ancestors, line by line, for import on another machine. It is redacted again with the current
 * redaction rules, so the hash chain is recomputed.
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
    const visible = withoutForgotten(stored)
    const [event = visible] = redactEvents(world, [visible], checkout)
    const link = linkEvent(past.session, head, event).event
    yield eventLine({ ...event, session: past.session, seq: link.seq, hash: link.hash })
    head = link
  }
}

/** A forgotten event keeps its place in the export but not its content. */
function withoutForgotten({ id, type, version, at, data }: StoredEvent): NewEvent {
  return data === undefined ? fact(EventForgotten, { id, at }, { seqs: [] }) : { id, type, version, at, data }
}

/** The transcript of a session and its ancestors as Markdown, redacted with the current redaction rules. */
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

/** A handoff computed from the current state of the session, whether or not the session wrote one. */
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

/** The progress log as of now. The log keeps the one that was written at the end of the session. */
export async function* exportProgress(world: World, session: SessionId): AsyncIterable<string> {
  const view = (await world.log.view(session))?.view
  if (!view) return
  const opened = openedProgress(progressDocument(session, view.life.lastActivityAt, view))
  if (opened.kind === 'refused') throw new Error(opened.reason)
  const plain = JSON.parse(JSON.stringify(opened.value))
  const redacted = redactDocument(world, plain, {
    directory: view.identity.checkout,
    references: ['project'],
  })
  yield `${JSON.stringify(redacted, undefined, 2)}\n`
}

/** The working set of a session for other programs, redacted with the current redaction rules. */
export async function* exportWorkingSet(world: World, session: SessionId): AsyncIterable<string> {
  const checkout = (await world.log.view(session))?.view.identity.checkout
  const exported = exportedWorkingSet(await workingSetOf(world, session))
  const plain = JSON.parse(JSON.stringify(exported))
  const redacted = redactDocument(world, plain, { directory: checkout, references: ['toolCallId'] })
  yield `${JSON.stringify(redacted, undefined, 2)}\n`
}

const MAX_INPUT = 200
const MAX_OUTPUT = 600
const TITLES = { system: 'Instruction', user: 'User', assistant: 'Assistant', tool: 'Result' } as const

/** Renders a message for people. Tool input and output are shortened. */
function markdownOf({ message, partial }: StoredMessage): string {
  const body = bodyOf(message)
  if (body === '') return ''
  const title = `## ${TITLES[message.role]}${partial ? ' (not finished)' : ''}`
  return message.role === 'tool' ? `${body}\n` : `${title}\n\n${body}\n`
}

function bodyOf(message: Message): string {
  if (message.role === 'tool') return message.content.map(resultOf).join('\n\n')
  const text = proseOf(message)
  const calls = callsIn(message).map(
    ({ toolName, input }) =>
      `- **${toolName}** \`${truncate(oneLine(JSON.stringify(input) ?? '').replaceAll('`', "'"), MAX_INPUT)}\``,
  )
  return [text, calls.join('\n')].filter(Boolean).join('\n\n')
}

function proseOf({ content }: Message): string {
  if (typeof content === 'string') return content.trim()
  return content
    .filter((part) => !isCall(part))
    .map((part) => (isText(part) ? part.text : partText(part) || `(${part.type})`))
    .join('\n\n')
    .trim()
}

function resultOf({ toolName, output }: ToolResultPart): string {
  const text = cut(outputText(output).trim(), MAX_OUTPUT)
  const isFailed = output.type === 'error-text' || output.type === 'error-json'
  const fence = fenceFor(text)
  return `${toolName} ${isFailed ? 'failed' : 'returned'}:\n\n${fence}\n${text}\n${fence}`
}

/** A fence longer than any run of backticks in the text, so that the text cannot end the block. */
function fenceFor(text: string): string {
  const longest = (text.match(/`{3,1000}/g) ?? []).reduce((most, row) => Math.max(most, row.length), 2)
  return '`'.repeat(longest + 1)
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}\n… ${text.length - most} more characters`
