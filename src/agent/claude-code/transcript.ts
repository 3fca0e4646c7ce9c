import { ContextCompacted } from '../../event/context.ts'
import { PullLinked } from '../../event/session.ts'
import {
  PromptSubmitted,
  ResponseCompleted,
  SubagentStarted,
  SubagentStopped,
  TurnInterrupted,
} from '../../event/turn.ts'
import { withoutBriefs } from '../brief-fence.ts'
import { type EventDraft, eventDraft, hash16, type ToolCall } from '../event-draft.ts'
import { fieldOf, numberField, textField, textOf } from '../field.ts'
import { shorten, toLabel } from '../stored-text.ts'
import { summaryDrafts, titleDrafts } from '../structured.ts'
import {
  parseTime,
  SessionCollector,
  type TranscriptDraft,
  type TranscriptReader,
} from '../transcript/reader.ts'
import { Fingerprints, fingerprint } from '../transcript/same-event.ts'
import { structuredDrafts } from './structured.ts'
import { toolCallDraft, toolResultDrafts } from './tools.ts'
import { TokenCount } from './usage.ts'

/** Start of the message that informs the model of an interruption. */
export const INTERRUPTED = '[Request interrupted by user'

/** Whether a value is a complete record. Every record refers to its session or to another record. */
export const isRecord = (value: object): boolean =>
  textField(value, 'type') !== undefined && KEYS.some((key) => textField(value, key) !== undefined)
const KEYS = ['sessionId', 'uuid', 'leafUuid', 'messageId'] as const

/** Reads Claude Code transcripts: one JSON object per line; one model message spans several lines. */
export function claudeTranscript(): TranscriptReader {
  const collector = new SessionCollector('claude-code')
  const seen = new Fingerprints()
  const sessions = new Map<string, TranscriptState>()
  const summaries = new LeafSummaries(seen)
  return {
    read(record) {
      const session = textField(record, 'sessionId')
      if (!session) return summaries.note(record)
      const line = lineOf(record)
      collector.note(session, {
        at: line.at,
        directory: textField(record, 'cwd') ?? '',
        branch: textField(record, 'gitBranch') ?? '',
        version: textField(record, 'version') ?? '',
      })
      if (line.uuid && seen.add(`${session} ${line.uuid}`) > 0) return []
      const state = sessions.get(session) ?? new TranscriptState(session)
      sessions.set(session, state)
      return state.read(line).map((draft) => ({ session, draft }))
    },
    end: () =>
      [...sessions].flatMap(([session, state]) =>
        [...state.end(), ...summaries.of(session)].map((draft): TranscriptDraft => ({ session, draft })),
      ),
    about: (session) => collector.about(session),
    sessions: () => collector.sessions(),
  }
}

/**
 * Titles from older releases. Each belongs to the conversation that ends with its leaf message, and may be in
 * another session's file.
 */
class LeafSummaries {
  readonly #titles = new Map<string, string>()
  readonly #seen: Fingerprints

  constructor(seen: Fingerprints) {
    this.#seen = seen
  }

  note(record: object): readonly [] {
    const [leaf, title] = [textField(record, 'leafUuid'), textField(record, 'summary')]
    if (textField(record, 'type') === 'summary' && leaf && title && this.#titles.size < MOST_SUMMARIES)
      this.#titles.set(leaf, title)
    return []
  }

  of(session: string): readonly EventDraft[] {
    const own = [...this.#titles].filter(([leaf]) => this.#seen.get(fingerprint(`${session} ${leaf}`)) > 0)
    return titleDrafts('model', own.at(-1)?.[1])
  }
}
const MOST_SUMMARIES = 1000

interface RecordLine {
  readonly record: object
  readonly type: string | undefined
  readonly uuid: string | undefined
  readonly at: number | undefined
  /** The sub-agent that the record belongs to. Absent for the main agent. */
  readonly subagent: string | undefined
  readonly content: unknown
}

function lineOf(record: object): RecordLine {
  const isSide = fieldOf(record, 'isSidechain') === true
  return {
    record,
    type: textField(record, 'type'),
    uuid: textField(record, 'uuid'),
    at: parseTime(fieldOf(record, 'timestamp')),
    subagent: isSide ? (textField(record, 'agentId') ?? 'sidechain') : undefined,
    content: fieldOf(fieldOf(record, 'message'), 'content'),
  }
}

/** State of one session while its lines are read. */
class TranscriptState {
  readonly #session: string
  readonly #calls = new Map<string, ToolCall>()
  readonly #tokens = new TokenCount()
  /** Last message of each sub-agent; cleared when the sub-agent calls another tool. */
  readonly #lastMessages = new Map<string, { readonly text: string; readonly at: number | undefined }>()
  readonly #subagents = new Set<string>()
  #prompt: string | undefined
  #compaction:
    | { readonly source: string; readonly trigger?: 'manual' | 'auto'; readonly at: number | undefined }
    | undefined

  constructor(session: string) {
    this.#session = session
  }

  read(line: RecordLine): readonly EventDraft[] {
    if (line.type === 'user') return this.#user(line)
    if (line.type === 'assistant') return this.#assistant(line)
    if (line.type === 'system') return this.#system(line)
    if (line.type === 'attachment') return this.#attachment(line)
    return line.subagent ? [] : namingDrafts(line)
  }

  end(): readonly EventDraft[] {
    const stopped = [...this.#lastMessages]
      .filter(([subagent]) => subagent !== 'sidechain')
      .map(([subagent, { text, at }]) =>
        eventDraft(
          SubagentStopped,
          [subagent, hash16(text)],
          { subagent: toLabel(subagent), text: shorten(text) },
          at,
        ),
      )
    return [...this.#compacted(undefined), ...stopped]
  }

  #user(line: RecordLine): readonly EventDraft[] {
    const { record, subagent, at } = line
    if (!subagent) this.#prompt = textField(record, 'promptId') ?? this.#prompt
    const returned = blocksOf(line.content).flatMap((block) =>
      textField(block, 'type') === 'tool_result' ? this.#returned(block, line) : [],
    )
    if (fieldOf(record, 'isCompactSummary') === true) return [...returned, ...this.#summary(line)]
    if (fieldOf(record, 'isMeta') === true || returned.length > 0) return returned
    const text = promptIn(line.content)
    if (text === undefined) return returned
    if (subagent) return this.#subagentStarted(subagent, text, at)
    if (text.startsWith(INTERRUPTED)) {
      return [eventDraft(TurnInterrupted, [line.uuid ?? String(at)], { reason: shorten(text) }, at)]
    }
    return [this.#prompted(text, line)]
  }

  #prompted(text: string, { record, at }: RecordLine): EventDraft {
    const source = textField(record, 'promptId') ?? hash16(text)
    return eventDraft(PromptSubmitted, [source], { text: shorten(withoutBriefs(text)), origin: 'user' }, at)
  }

  /** A prompt typed while the agent works arrives as an attachment. */
  #attachment(line: RecordLine): readonly EventDraft[] {
    const attachment = fieldOf(line.record, 'attachment')
    if (textField(attachment, 'type') !== 'queued_command' || line.subagent) return []
    const text = promptIn(fieldOf(attachment, 'prompt'))
    return text === undefined || text.startsWith(INTERRUPTED) ? [] : [this.#prompted(text, line)]
  }

  #subagentStarted(subagent: string, text: string, at: number | undefined): readonly EventDraft[] {
    if (subagent === 'sidechain' || this.#subagents.has(subagent)) return []
    this.#subagents.add(subagent)
    return [eventDraft(SubagentStarted, [subagent], { subagent: toLabel(subagent), task: shorten(text) }, at)]
  }

  #assistant({ record, subagent, content, at }: RecordLine): readonly EventDraft[] {
    const message = fieldOf(record, 'message')
    const model = textField(message, 'model')
    if (model === '<synthetic>') return [] // written by the client, for example on a network error
    if (!subagent) this.#tokens.add(textField(message, 'id'), fieldOf(message, 'usage'))
    return blocksOf(content).flatMap((block) => {
      const type = textField(block, 'type')
      if (type === 'tool_use') return this.#called(block, { subagent, at })
      const text = type === 'text' ? textField(block, 'text') : undefined
      if (!text?.trim()) return []
      if (subagent) this.#lastMessages.set(subagent, { text, at })
      return subagent ? [] : [this.#response(text, model, at)]
    })
  }

  #response(text: string, model: string | undefined, at: number | undefined): EventDraft {
    return eventDraft(
      ResponseCompleted,
      [this.#prompt ?? '', hash16(text)],
      {
        text: shorten(withoutBriefs(text)),
        ...(model && { model: toLabel(model) }),
        ...this.#tokens.take(),
      },
      at,
    )
  }

  #called(
    block: unknown,
    { subagent, at }: { readonly subagent: string | undefined; readonly at: number | undefined },
  ): readonly EventDraft[] {
    const id = textField(block, 'id')
    if (!id) return []
    if (subagent) this.#lastMessages.delete(subagent)
    const call = { id, tool: textField(block, 'name') ?? '', input: fieldOf(block, 'input'), subagent, at }
    this.#calls.set(id, call)
    return [toolCallDraft(call)]
  }

  #returned(block: unknown, line: RecordLine): readonly EventDraft[] {
    const id = textField(block, 'tool_use_id')
    if (!id) return []
    const call = this.#calls.get(id) ?? { id, tool: 'unknown', input: undefined, subagent: line.subagent }
    this.#calls.delete(id)
    const isOnly = blocksOf(line.content).length === 1
    const result = resultOf(block, isOnly ? line.record : undefined)
    const done = { ...call, at: line.at }
    const structured = result.outcome === 'ok' ? structuredDrafts(this.#session, done, result.response) : []
    return [...toolResultDrafts(done, result), ...structured]
  }

  #system(line: RecordLine): readonly EventDraft[] {
    if (line.subagent) return []
    if (textField(line.record, 'subtype') === 'away_summary')
      return summaryDrafts('recap', textOf(fieldOf(line.record, 'content'))?.replace(RECAP_HINT, ''), line.at)
    if (textField(line.record, 'subtype') !== 'compact_boundary') return []
    const before = this.#compacted(undefined)
    const trigger = textField(fieldOf(line.record, 'compactMetadata'), 'trigger')
    this.#compaction = {
      source: line.uuid ?? String(line.at),
      at: line.at,
      ...((trigger === 'manual' || trigger === 'auto') && { trigger }),
    }
    return before
  }

  #summary(line: RecordLine): readonly EventDraft[] {
    const text = textOf(line.content)
    if (line.subagent || !text) return []
    this.#compaction ??= { source: '', at: line.at }
    return this.#compacted(text)
  }

  /** The boundary is one line, and the summary is the next. A boundary without a summary still counts. */
  #compacted(summary: string | undefined): readonly EventDraft[] {
    if (!this.#compaction) return []
    const { source, trigger, at } = this.#compaction
    this.#compaction = undefined
    const text = summary && withoutBriefs(summary)
    return [
      eventDraft(
        ContextCompacted,
        [summary ? hash16(summary) : source],
        { ...(trigger && { trigger }), ...(text && { summary: shorten(text) }) },
        at,
      ),
    ]
  }
}

const RECAP_HINT = /\s*\(disable recaps in \/config\)\s*$/

/** Records that are not messages: titles, and pull requests that the client links to the session. */
function namingDrafts({ record, type, at }: RecordLine): readonly EventDraft[] {
  if (type === 'custom-title') return titleDrafts('client', textField(record, 'customTitle'), at)
  if (type === 'ai-title') return titleDrafts('model', textField(record, 'aiTitle'), at)
  const url = type === 'pr-link' ? textField(record, 'prUrl') : undefined
  if (!url) return []
  const [number, repository] = [numberField(record, 'prNumber'), textField(record, 'prRepository')]
  const isNumber = number !== undefined && Number.isSafeInteger(number) && number >= 0
  const about = { ...(isNumber && { number }), ...(repository && { repository: toLabel(repository) }) }
  return [eventDraft(PullLinked, [url], { url: toLabel(url), ...about }, at)]
}

const blocksOf = (content: unknown): readonly unknown[] => (Array.isArray(content) ? content : [])

/** Tool results are written twice: as text for the model and as an object for the client. */
function resultOf(block: unknown, record: object | undefined) {
  const parts = record && fieldOf(record, 'toolUseResult')
  const text = textOf(fieldOf(block, 'content'))
  if (fieldOf(parts, 'interrupted') === true) return { outcome: 'interrupted', response: parts } as const
  if (fieldOf(block, 'is_error') !== true) return { outcome: 'ok', response: parts ?? text } as const
  const isStopped = text !== undefined && STOPPED.some((sign) => text.startsWith(sign))
  return { outcome: isStopped ? 'interrupted' : 'failed', response: text } as const
}

const STOPPED = [INTERRUPTED, "The user doesn't want to", '[Tool call interrupted'] as const

/** User messages that the user did not type: command output, reminders, sub-agent reports. */
const NOT_TYPED =
  /^\s*(?:<(?:local-command-|bash-|task-notification|system-reminder|user-memory-input|command-name|teammate-message)|Caveat: The messages below)/
/** Blocks that an editor adds to a prompt. */
const ADDED = /^\s*<(?:ide_|system-reminder)/
const COMMAND = /^\s*<command-message>[\s\S]{0,400}?<\/command-message>/
const COMMAND_NAME = /<command-name>([^<]{1,200})<\/command-name>/
const COMMAND_ARGUMENTS = /<command-args>([\s\S]*)<\/command-args>/

/** The text that a person typed, if any. A slash command is returned as typed. */
export function promptIn(content: unknown): string | undefined {
  const text = typeof content === 'string' ? content : typedIn(content)
  if (text === undefined || text.trim() === '') return undefined
  if (COMMAND.test(text)) return commandIn(text)
  return NOT_TYPED.test(text) ? undefined : text
}

function typedIn(content: unknown): string | undefined {
  if (!Array.isArray(content)) return undefined
  const texts = content
    .map((block) => (textField(block, 'type') === 'text' ? textField(block, 'text') : undefined))
    .filter((text): text is string => text !== undefined && !ADDED.test(text))
  return texts.length > 0 ? texts.join('\n') : undefined
}

function commandIn(text: string): string | undefined {
  const name = COMMAND_NAME.exec(text)?.[1]?.trim()
  if (!name) return undefined
  const words = COMMAND_ARGUMENTS.exec(text)?.[1]?.trim()
  return [name.startsWith('/') ? name : `/${name}`, words].filter(Boolean).join(' ')
}
