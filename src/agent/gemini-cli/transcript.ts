import { ContextCompacted } from '../../event/context.ts'
import { PromptSubmitted, ResponseCompleted } from '../../event/turn.ts'
import { withoutBriefs } from '../brief-fence.ts'
import { type EventDraft, eventDraft, hash16 } from '../event-draft.ts'
import { fieldOf, textField, textOf } from '../field.ts'
import { shorten, toLabel } from '../stored-text.ts'
import { titleDrafts } from '../structured.ts'
import { answerTokens, tokensIn } from '../transcript/lines.ts'
import { parseTime, SessionCollector, type TranscriptReader } from '../transcript/reader.ts'
import { Fingerprints } from '../transcript/same-event.ts'
import { withoutHookContext } from './to-events.ts'
import { outcomeOf, structuredDrafts, toolCallDraft, toolResultDrafts } from './tools.ts'

/** Whether a value is a complete record: the file header, a message, or an update of earlier records. */
export const isRecord = (value: object): boolean =>
  fieldOf(value, '$set') !== undefined ||
  (textField(value, 'sessionId') !== undefined && textField(value, 'startTime') !== undefined) ||
  (textField(value, 'id') !== undefined &&
    textField(value, 'type') !== undefined &&
    fieldOf(value, 'content') !== undefined)

/** Reads Gemini CLI chats. A changed message is written again, and a compression rewrites all messages. */
export function geminiTranscript(fallback?: string): TranscriptReader {
  const collector = new SessionCollector('gemini-cli')
  const chat = new Chat()
  const ofSession = (drafts: readonly EventDraft[]) => {
    const session = chat.session
    return session ? drafts.map((draft) => ({ session, draft })) : []
  }
  return {
    read(record) {
      const id = textField(record, 'sessionId')
      if (id && textField(record, 'startTime')) chat.session ??= id
      chat.session ??= fallback
      if (!chat.session) return []
      const drafts = chat.read(record)
      const at = parseTime(fieldOf(record, 'timestamp') ?? fieldOf(record, 'startTime'))
      collector.note(chat.session, { at, ...(chat.directory && { directory: chat.directory }) })
      return ofSession(drafts)
    },
    end: () => [],
    about: (session) => collector.about(session),
    sessions: () => collector.sessions(),
  }
}

class Chat {
  session: string | undefined
  directory: string | undefined
  readonly #seen = new Fingerprints()

  read(record: object): readonly EventDraft[] {
    const update = fieldOf(record, '$set')
    if (update !== undefined) return [...this.#rewritten(update), ...namingDrafts(update)]
    const messages = fieldOf(record, 'messages')
    if (Array.isArray(messages))
      return [...messages.flatMap((message) => this.#message(message)), ...namingDrafts(record)]
    return this.#message(record)
  }

  #message(message: unknown): readonly EventDraft[] {
    const type = textField(message, 'type')
    const id = textField(message, 'id')
    if (!id) return []
    if (type === 'user') return this.#user(id, message)
    return type === 'gemini' ? this.#model(id, message) : []
  }

  #user(id: string, message: unknown): readonly EventDraft[] {
    const text = typedIn(fieldOf(message, 'content'))
    this.directory ??= folderIn(text)
    if (isAutomatic(text) || this.#seen.add(id) > 0) return []
    const typed = withoutHookContext(withoutBriefs(text))
    if (typed === '') return []
    const at = parseTime(fieldOf(message, 'timestamp'))
    const data = { text: shorten(typed), origin: 'user' } as const
    return [eventDraft(PromptSubmitted, [hash16(typed)], data, at)]
  }

  #model(id: string, message: unknown): readonly EventDraft[] {
    const calls = fieldOf(message, 'toolCalls')
    const used = Array.isArray(calls) ? calls.flatMap((call) => this.#called(call)) : []
    return this.#seen.add(id) > 0 ? used : [...this.#answered(id, message), ...used]
  }

  #answered(id: string, message: unknown): readonly EventDraft[] {
    const text = withoutBriefs(textOf(fieldOf(message, 'content')) ?? '')
    if (text.trim() === '') return []
    const tokens = fieldOf(message, 'tokens')
    const model = textField(message, 'model')
    return [
      eventDraft(
        ResponseCompleted,
        [id, hash16(text)],
        {
          text: shorten(text),
          ...(model && { model: toLabel(model) }),
          ...answerTokens(tokensIn(tokens, 'input'), tokensIn(tokens, 'output')),
        },
        parseTime(fieldOf(message, 'timestamp')),
      ),
    ]
  }

  /** A call is usually written after it has finished, with its result. */
  #called(call: unknown): readonly EventDraft[] {
    const id = textField(call, 'id')
    const tool = textField(call, 'name')
    if (!id || !tool || this.#seen.add(`call ${id}`) > 0) return []
    const about = {
      tool,
      input: fieldOf(call, 'args'),
      moment: id,
      directory: this.directory,
      at: parseTime(fieldOf(call, 'timestamp')),
    }
    const status = textField(call, 'status')
    if (status !== 'success' && status !== 'error' && status !== 'cancelled') return [toolCallDraft(about)]
    const response = { llmContent: outputOf(call), returnDisplay: fieldOf(call, 'resultDisplay') }
    const outcome =
      status === 'success' ? outcomeOf(tool, response) : status === 'error' ? 'failed' : 'interrupted'
    const structured = outcome === 'ok' ? structuredDrafts(about, response) : []
    return [toolCallDraft(about), ...toolResultDrafts(about, { outcome, response }), ...structured]
  }

  /** After a compression, all messages are written again, with a summary in place of the old ones. */
  #rewritten(update: unknown): readonly EventDraft[] {
    const messages = fieldOf(update, 'messages')
    if (!Array.isArray(messages)) return []
    const snapshot = messages.find((message) => SNAPSHOT.test(typedIn(fieldOf(message, 'content'))))
    const id = textField(snapshot, 'id')
    if (!id || this.#seen.add(id) > 0) return messages.flatMap((message) => this.#message(message))
    for (const message of messages) this.#seen.add(textField(message, 'id') ?? '') // also marks the acknowledgment
    const summary = typedIn(fieldOf(snapshot, 'content'))
    const data = { summary: shorten(withoutBriefs(summary)) }
    return [eventDraft(ContextCompacted, [id], data, parseTime(fieldOf(snapshot, 'timestamp')))]
  }
}

/** The client writes a one-line summary of a session, which it shows in its list of sessions. */
const namingDrafts = (record: unknown): readonly EventDraft[] =>
  titleDrafts('model', textField(record, 'summary'), parseTime(fieldOf(record, 'lastUpdated')))

const SNAPSHOT = /^\s*<state_snapshot>/
/** User messages that the user did not type: the session context and tool results. */
const isAutomatic = (text: string): boolean =>
  text === '' || /^\s*<(?:session_context|state_snapshot)>/.test(text)

function typedIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part) => textField(part, 'text') ?? '')
    .filter((text) => text !== '')
    .join('\n')
}

/** Reads the directory from the session context, the only place in a chat that names it. */
const folderIn = (text: string): string | undefined =>
  /\*\*Workspace Directories:\*\*\s*\n\s*- ([^\n]{1,4000})/.exec(text)?.[1]?.trim() ??
  /I'm currently working in the directory: ([^\n]{1,4000})/.exec(text)?.[1]?.trim()

function outputOf(call: unknown): string | undefined {
  const result = fieldOf(call, 'result')
  const [first] = Array.isArray(result) ? result : []
  const response = fieldOf(fieldOf(first, 'functionResponse'), 'response')
  const text = textField(response, 'output') ?? textField(response, 'error')
  return text === undefined ? undefined : withoutHookContext(text)
}
