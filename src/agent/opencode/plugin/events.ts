import { fieldOf, numberField, textField } from '../../field.ts'
import type { Messenger, PluginMessage } from './messenger.ts'
import { replyIn, summaryIn, turnOf } from './sessions.ts'

interface BusEvent {
  readonly messenger: Messenger
  readonly id: string | undefined
  readonly session: string
  readonly properties: unknown
}

/** Handles an event from opencode's bus. Most events are ignored. */
export function onEvent(messenger: Messenger, event: unknown): void {
  const type = textField(event, 'type') ?? ''
  const properties = fieldOf(event, 'properties')
  const session = textField(properties, 'sessionID') ?? textField(fieldOf(properties, 'info'), 'id')
  if (!session || !Object.hasOwn(HANDLERS, type)) return
  HANDLERS[type]?.({ messenger, id: textField(event, 'id'), session, properties })
}

const HANDLERS: Readonly<Record<string, (event: BusEvent) => void>> = {
  'session.created': reportCreated,
  'session.updated': reportTitle,
  'session.idle': reportIdle,
  'session.compacted': reportCompaction,
  'session.error': reportError,
  'message.updated': rememberAnswer,
  'message.part.updated': partUpdated,
  'todo.updated': ({ messenger, session, properties }) =>
    messenger.send('todo.updated', session, { todos: todosIn(fieldOf(properties, 'todos')) }),
  'permission.asked': ({ messenger, session, properties }) => {
    const patterns = fieldOf(properties, 'patterns')
    const words = [textField(properties, 'permission'), ...(Array.isArray(patterns) ? patterns : [])]
    messenger.send('permission.asked', session, {
      id: textField(properties, 'id'),
      text: words.filter(Boolean).join(' '),
    })
  },
  'question.asked': ({ messenger, session, properties }) => {
    const questions = fieldOf(properties, 'questions')
    const texts = Array.isArray(questions) ? questions.map((one) => textField(one, 'question')) : []
    messenger.send('question.asked', session, {
      id: textField(properties, 'id'),
      text: texts.filter(Boolean).join('\n'),
    })
  },
}

function rememberSession({ messenger, session, properties }: BusEvent): void {
  const info = fieldOf(properties, 'info')
  const notes = messenger.sessions.of(session)
  notes.parent = textField(info, 'parentID') ?? notes.parent
  notes.version = textField(info, 'version') ?? notes.version
  notes.kind = notes.parent ? (textField(info, 'agent') ?? notes.kind) : undefined
}

function reportTitle(event: BusEvent): void {
  rememberSession(event)
  const { messenger, session, properties } = event
  const notes = messenger.sessions.of(session)
  const title = textField(fieldOf(properties, 'info'), 'title')
  if (!title || title === notes.title || notes.parent || NAMELESS.test(title)) return
  notes.title = title
  messenger.send('session.titled', session, { text: title })
}
/** A session without a title has a default name that contains its time. */
const NAMELESS = /^(?:new|child) session - \d{4}-/i

function reportCreated(event: BusEvent): void {
  rememberSession(event)
  const { messenger, session, properties } = event
  const notes = messenger.sessions.of(session)
  notes.isNew = true
  if (notes.parent)
    messenger.send('session.created', session, { text: textField(fieldOf(properties, 'info'), 'title') })
}

function rememberAnswer({ messenger, session, properties }: BusEvent): void {
  const info = fieldOf(properties, 'info')
  const message = textField(info, 'id')
  if (!message || textField(info, 'role') !== 'assistant') return
  const reply = replyIn(messenger.sessions.of(session), message)
  const tokens = fieldOf(info, 'tokens')
  reply.model = textField(info, 'modelID') ?? reply.model
  reply.isSummary = fieldOf(info, 'summary') === true
  reply.inputTokens = inputIn(tokens) ?? reply.inputTokens
  reply.outputTokens = numberField(tokens, 'output') ?? reply.outputTokens
}

/** Cached tokens count as input. */
function inputIn(tokens: unknown): number | undefined {
  const input = numberField(tokens, 'input')
  const cache = fieldOf(tokens, 'cache')
  if (input === undefined) return undefined
  return input + (numberField(cache, 'read') ?? 0) + (numberField(cache, 'write') ?? 0)
}

function partUpdated(event: BusEvent): void {
  const { messenger, session, properties } = event
  const part = fieldOf(properties, 'part')
  const type = textField(part, 'type')
  if (type === 'compaction')
    messenger.sessions.of(session).trigger = fieldOf(part, 'auto') === true ? 'auto' : 'manual'
  if (type !== 'tool') return
  const state = fieldOf(part, 'state')
  const child = textField(fieldOf(state, 'metadata'), 'sessionId')
  if (textField(part, 'tool') === 'task' && child && child !== session)
    messenger.sessions.of(child).parent = session
  if (textField(state, 'status') === 'error') reportFailure(event, part, state)
}

/** A failed tool triggers no hook, only this event. */
function reportFailure({ messenger, session }: BusEvent, part: unknown, state: unknown): void {
  const time = fieldOf(state, 'time')
  const [start, end] = [numberField(time, 'start'), numberField(time, 'end')]
  const error = textField(state, 'error')
  messenger.send('tool.failed', session, {
    callID: textField(part, 'callID'),
    tool: textField(part, 'tool'),
    args: fieldOf(state, 'input'),
    error,
    isInterrupted: fieldOf(fieldOf(state, 'metadata'), 'interrupted') === true || error === 'Cancelled',
    durationMs: start === undefined || end === undefined ? undefined : Math.max(0, end - start),
  })
}

function reportIdle({ messenger, session }: BusEvent): void {
  const notes = messenger.sessions.of(session)
  const turn: PluginMessage = turnOf(notes) ?? {}
  notes.replies.clear()
  messenger.send('session.idle', session, turn)
}

function reportCompaction({ messenger, session, id }: BusEvent): void {
  const notes = messenger.sessions.of(session)
  if (notes.parent) return
  messenger.send('session.compacted', session, { id, trigger: notes.trigger, text: summaryIn(notes) })
}

function reportError({ messenger, session, id, properties }: BusEvent): void {
  const error = fieldOf(properties, 'error')
  const name = textField(error, 'name')
  const notes = messenger.sessions.of(session)
  const text = textField(fieldOf(error, 'data'), 'message')
  if (name !== 'MessageAbortedError') {
    messenger.send('session.error', session, { id, kind: name, text })
    return
  }
  // Partial text is not an answer.
  notes.replies.clear()
  if (!notes.parent) messenger.send('session.interrupted', session, { messageID: notes.prompt })
}

/** The text that a person typed, and the names of attached files. Parts that opencode adds are marked. */
export function promptIn(parts: unknown): string {
  if (!Array.isArray(parts)) return ''
  const texts = parts.map((part: unknown) => {
    if (fieldOf(part, 'synthetic') === true || fieldOf(part, 'ignored') === true) return undefined
    const type = textField(part, 'type')
    if (type === 'text') return textField(part, 'text')
    return type === 'file' ? `[${textField(part, 'filename') ?? 'a file'}]` : undefined
  })
  return texts.filter(Boolean).join('\n')
}

/** Drops attachments and previews, which can be many times as large as the output. */
export function outputIn(output: unknown) {
  const metadata = fieldOf(output, 'metadata')
  const status = {
    exit: fieldOf(metadata, 'exit'),
    exists: fieldOf(metadata, 'exists'),
    answers: fieldOf(metadata, 'answers'),
  }
  const text = textField(output, 'output')
  if (text !== undefined) return { output: text, metadata: status }
  const content = fieldOf(output, 'content')
  const blocks = Array.isArray(content) ? content.filter((one) => textField(one, 'type') === 'text') : []
  return { output: { content: blocks, isError: fieldOf(output, 'isError') } }
}

function todosIn(todos: unknown): readonly { content: string; status: string }[] {
  if (!Array.isArray(todos)) return []
  return todos.flatMap((todo: unknown) => {
    const [content, status] = [textField(todo, 'content'), textField(todo, 'status')]
    return content && status ? [{ content, status }] : []
  })
}
