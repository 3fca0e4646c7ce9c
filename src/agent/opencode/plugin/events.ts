import { fieldOf, numberField, textField } from '../../field.ts'
import type { Messenger, PluginMessage } from './messenger.ts'
import { replyIn, summaryIn, turnOf } from './sessions.ts'

interface Occasion {
  readonly messenger: Messenger
  readonly id: string | undefined
  readonly session: string
  readonly properties: unknown
}

/** What comes over opencode's bus. Most of it is noise: deltas, catalogues, states of busyness. */
export function onEvent(messenger: Messenger, event: unknown): void {
  const type = textField(event, 'type') ?? ''
  const properties = fieldOf(event, 'properties')
  const session = textField(properties, 'sessionID') ?? textField(fieldOf(properties, 'info'), 'id')
  if (!session || !Object.hasOwn(READERS, type)) return
  READERS[type]?.({ messenger, id: textField(event, 'id'), session, properties })
}

const READERS: Readonly<Record<string, (occasion: Occasion) => void>> = {
  'session.created': created,
  'session.updated': remembered,
  'session.idle': idle,
  'session.compacted': compacted,
  'session.error': error,
  'message.updated': answered,
  'message.part.updated': partUpdated,
  'todo.updated': ({ messenger, session, properties }) =>
    messenger.tell('todo.updated', session, { todos: todosIn(fieldOf(properties, 'todos')) }),
  'permission.asked': ({ messenger, session, properties }) => {
    const patterns = fieldOf(properties, 'patterns')
    const asked = [textField(properties, 'permission'), ...(Array.isArray(patterns) ? patterns : [])]
    messenger.tell('permission.asked', session, {
      id: textField(properties, 'id'),
      text: asked.filter(Boolean).join(' '),
    })
  },
  'question.asked': ({ messenger, session, properties }) => {
    const questions = fieldOf(properties, 'questions')
    const asked = Array.isArray(questions) ? questions.map((one) => textField(one, 'question')) : []
    messenger.tell('question.asked', session, {
      id: textField(properties, 'id'),
      text: asked.filter(Boolean).join('\n'),
    })
  },
}

function remembered({ messenger, session, properties }: Occasion): void {
  const info = fieldOf(properties, 'info')
  const notes = messenger.sessions.of(session)
  notes.parent = textField(info, 'parentID') ?? notes.parent
  notes.version = textField(info, 'version') ?? notes.version
  notes.kind = notes.parent ? (textField(info, 'agent') ?? notes.kind) : undefined
}

function created(occasion: Occasion): void {
  remembered(occasion)
  const { messenger, session, properties } = occasion
  const notes = messenger.sessions.of(session)
  notes.isNew = true
  if (notes.parent)
    messenger.tell('session.created', session, { text: textField(fieldOf(properties, 'info'), 'title') })
}

function answered({ messenger, session, properties }: Occasion): void {
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

/** What was read from a cache was read as well. */
function inputIn(tokens: unknown): number | undefined {
  const input = numberField(tokens, 'input')
  const cache = fieldOf(tokens, 'cache')
  if (input === undefined) return undefined
  return input + (numberField(cache, 'read') ?? 0) + (numberField(cache, 'write') ?? 0)
}

function partUpdated(occasion: Occasion): void {
  const { messenger, session, properties } = occasion
  const part = fieldOf(properties, 'part')
  const type = textField(part, 'type')
  if (type === 'compaction')
    messenger.sessions.of(session).trigger = fieldOf(part, 'auto') === true ? 'auto' : 'manual'
  if (type !== 'tool') return
  const state = fieldOf(part, 'state')
  const child = textField(fieldOf(state, 'metadata'), 'sessionId')
  if (textField(part, 'tool') === 'task' && child && child !== session)
    messenger.sessions.of(child).parent = session
  if (textField(state, 'status') === 'error') failed(occasion, part, state)
}

/** A tool that fails returns nothing, and no hook but this event tells of it. */
function failed({ messenger, session }: Occasion, part: unknown, state: unknown): void {
  const time = fieldOf(state, 'time')
  const [start, end] = [numberField(time, 'start'), numberField(time, 'end')]
  const error = textField(state, 'error')
  messenger.tell('tool.failed', session, {
    callID: textField(part, 'callID'),
    tool: textField(part, 'tool'),
    args: fieldOf(state, 'input'),
    error,
    isInterrupted: fieldOf(fieldOf(state, 'metadata'), 'interrupted') === true || error === 'Cancelled',
    durationMs: start === undefined || end === undefined ? undefined : Math.max(0, end - start),
  })
}

function idle({ messenger, session }: Occasion): void {
  const notes = messenger.sessions.of(session)
  const turn: PluginMessage = turnOf(notes) ?? {}
  notes.replies.clear()
  messenger.tell('session.idle', session, turn)
}

function compacted({ messenger, session, id }: Occasion): void {
  const notes = messenger.sessions.of(session)
  if (notes.parent) return
  messenger.tell('session.compacted', session, { id, trigger: notes.trigger, text: summaryIn(notes) })
}

function error({ messenger, session, id, properties }: Occasion): void {
  const told = fieldOf(properties, 'error')
  const name = textField(told, 'name')
  const notes = messenger.sessions.of(session)
  const text = textField(fieldOf(told, 'data'), 'message')
  if (name !== 'MessageAbortedError') {
    messenger.tell('session.error', session, { id, kind: name, text })
    return
  }
  // What was said so far was not the answer.
  notes.replies.clear()
  if (!notes.parent) messenger.tell('session.interrupted', session, { messageID: notes.prompt })
}

/** What a person typed or attached; opencode adds texts of its own, which it marks. */
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

/** Of a result only what is read later: attachments and previews are many times as large. */
export function outputIn(output: unknown) {
  const metadata = fieldOf(output, 'metadata')
  const kept = { exit: fieldOf(metadata, 'exit'), exists: fieldOf(metadata, 'exists') }
  const text = textField(output, 'output')
  if (text !== undefined) return { output: text, metadata: kept }
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
