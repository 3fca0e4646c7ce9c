import { ContextCompacted } from '../../event/context.ts'
import { PromptSubmitted, ResponseCompleted, SubagentStarted, SubagentStopped } from '../../event/turn.ts'
import { withoutBriefs } from '../brief-fence.ts'
import { type EventDraft, eventDraft, hash16 } from '../event-draft.ts'
import { fieldOf, textField } from '../field.ts'
import { shorten, toLabel } from '../stored-text.ts'
import { answerTokens, tokensIn } from '../transcript/lines.ts'
import { parseTime, SessionCollector, type TranscriptReader } from '../transcript/reader.ts'
import { Fingerprints } from '../transcript/same-event.ts'
import { outcomeOf, sessionTitleDrafts, structuredDrafts, toolCallDraft, toolResultDrafts } from './tools.ts'

/**
 * Reads the output of `opencode export`: `{ info }` of the session, then each `{ message }`.
 * The database contains the same data. The session of a sub-agent belongs to its parent.
 */
export function opencodeTranscript(): TranscriptReader {
  const collector = new SessionCollector('opencode')
  const chat = new ExportedSession()
  return {
    read(record) {
      const info = fieldOf(record, 'info')
      if (info !== undefined) chat.begin(info)
      const session = chat.session
      if (!session) return []
      const message = fieldOf(record, 'message')
      const at = parseTime(fieldOf(fieldOf(fieldOf(message, 'info') ?? info, 'time'), 'created'))
      collector.note(session, { at, ...chat.place })
      return message === undefined ? [] : chat.message(message).map((draft) => ({ session, draft }))
    },
    end() {
      const session = chat.session
      return session ? chat.end().map((draft) => ({ session, draft })) : []
    },
    about: (session) => collector.about(session),
    sessions: () => collector.sessions(),
  }
}

class ExportedSession {
  session: string | undefined
  place: { directory?: string; version?: string } = {}
  #subagent: string | undefined
  #kind: string | undefined
  #title: string | undefined
  #lastMessage: { readonly text: string; readonly at: number | undefined } | undefined
  readonly #seen = new Fingerprints()

  begin(info: unknown): void {
    const id = textField(info, 'id')
    if (!id) return
    const parent = textField(info, 'parentID')
    this.session = parent ?? id
    this.#subagent = parent ? id : undefined
    this.#kind = textField(info, 'agent')
    this.#title = textField(info, 'title')
    const directory = textField(info, 'directory')
    const version = textField(info, 'version')
    this.place = { ...(directory && { directory }), ...(version && { version }) }
  }

  message(message: unknown): readonly EventDraft[] {
    const info = fieldOf(message, 'info')
    const id = textField(info, 'id')
    if (!id || this.#seen.add(id) > 0) return []
    const parts = fieldOf(message, 'parts')
    const content = {
      id,
      info,
      at: parseTime(fieldOf(fieldOf(info, 'time'), 'created')),
      parts: Array.isArray(parts) ? parts : [],
    }
    return textField(info, 'role') === 'user' ? this.#prompted(content) : this.#answered(content)
  }

  end(): readonly EventDraft[] {
    if (!this.#subagent) return sessionTitleDrafts(this.#title)
    if (!this.#lastMessage) return []
    const { text, at } = this.#lastMessage
    const data = { ...this.#describe(this.#subagent), text: shorten(text) }
    return [eventDraft(SubagentStopped, [this.#subagent, hash16(text)], data, at)]
  }

  #prompted({ id, at, parts }: OpencodeMessage): readonly EventDraft[] {
    const text = withoutBriefs(textIn(parts))
    if (text === '') return []
    if (!this.#subagent)
      return [eventDraft(PromptSubmitted, [id], { text: shorten(text), origin: 'user' }, at)]
    if (this.#seen.add('started') > 0) return []
    return [
      eventDraft(
        SubagentStarted,
        [this.#subagent],
        { ...this.#describe(this.#subagent), task: shorten(text) },
        at,
      ),
    ]
  }

  readonly #describe = (subagent: string) => ({
    subagent: toLabel(subagent),
    ...(this.#kind && { kind: toLabel(this.#kind) }),
  })

  #answered(message: OpencodeMessage): readonly EventDraft[] {
    const { info, parts, at } = message
    const text = withoutBriefs(textIn(parts))
    if (fieldOf(info, 'summary') === true) {
      if (this.#subagent) return []
      return [eventDraft(ContextCompacted, [message.id], { ...(text && { summary: shorten(text) }) }, at)]
    }
    const tools = parts.flatMap((part) => this.#toolDrafts(part, info))
    if (this.#subagent) this.#lastMessage = text && tools.length === 0 ? { text, at } : undefined
    return this.#subagent || text === '' ? tools : [this.#response(message, text), ...tools]
  }

  #response({ id, info, at }: OpencodeMessage, text: string): EventDraft {
    const tokens = fieldOf(info, 'tokens')
    const cache = fieldOf(tokens, 'cache')
    const input = tokensIn(tokens, 'input') + tokensIn(cache, 'read') + tokensIn(cache, 'write')
    const model = textField(info, 'modelID')
    return eventDraft(
      ResponseCompleted,
      [id, hash16(text)],
      {
        text: shorten(text),
        ...(model && { model: toLabel(model) }),
        ...answerTokens(input, tokensIn(tokens, 'output')),
      },
      at,
    )
  }

  #toolDrafts(part: unknown, info: unknown): readonly EventDraft[] {
    const id = textField(part, 'callID')
    const tool = textField(part, 'tool')
    if (textField(part, 'type') !== 'tool' || !id || !tool) return []
    const state = fieldOf(part, 'state')
    const start = parseTime(fieldOf(fieldOf(state, 'time'), 'start'))
    const end = parseTime(fieldOf(fieldOf(state, 'time'), 'end'))
    const directory = textField(fieldOf(info, 'path'), 'cwd') ?? this.place.directory
    const call = { id, tool, input: fieldOf(state, 'input'), directory, subagent: this.#subagent, at: start }
    const status = textField(state, 'status')
    if (status !== 'completed' && status !== 'error') return [toolCallDraft(call)]
    const metadata = fieldOf(state, 'metadata')
    const output = fieldOf(state, status === 'error' ? 'error' : 'output')
    const isStopped = fieldOf(metadata, 'interrupted') === true
    const outcome =
      status === 'completed' ? outcomeOf(output, metadata) : isStopped ? 'interrupted' : 'failed'
    const duration =
      start !== undefined && end !== undefined && end >= start ? { durationMs: end - start } : {}
    const done = { ...call, at: end ?? start }
    return [
      toolCallDraft(call),
      ...toolResultDrafts(done, { outcome, output, metadata, ...duration }),
      ...(outcome === 'ok' ? structuredDrafts(done, { output, metadata }) : []),
    ]
  }
}

interface OpencodeMessage {
  readonly id: string
  readonly info: unknown
  readonly at: number | undefined
  readonly parts: readonly unknown[]
}

/** Parts that the client adds are marked. */
const textIn = (parts: readonly unknown[]): string =>
  parts
    .filter((part) => textField(part, 'type') === 'text' && fieldOf(part, 'synthetic') !== true)
    .map((part) => textField(part, 'text') ?? '')
    .filter((text) => text.trim() !== '')
    .join('\n')
