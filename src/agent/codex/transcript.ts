import { ContextCompacted } from '../../event/context.ts'
import {
  PromptSubmitted,
  ResponseCompleted,
  SubagentStarted,
  SubagentStopped,
  TurnInterrupted,
} from '../../event/turn.ts'
import { withoutOwnWords } from '../brief-fence.ts'
import { type EventDraft, eventDraft, hash16 } from '../event-draft.ts'
import { fieldOf, numberField, textField } from '../field.ts'
import { label, shortened } from '../stored-text.ts'
import type { ToolCall } from '../tool-call.ts'
import { Gathered, momentOf, type TranscriptReader } from '../transcript/reader.ts'
import { Fingerprints } from '../transcript/same-event.ts'
import { outcomeOf, toolCallDraft, toolResultDrafts } from './tools.ts'
/** A record that stands alone: when, of which kind, and what. */
export const isRecord = (value: object): boolean =>
  textField(value, 'timestamp') !== undefined &&
  textField(value, 'type') !== undefined &&
  typeof fieldOf(value, 'payload') === 'object'

/** The rollouts of Codex: one thread a file. The thread of a sub-agent belongs to the session that it works for. */
export function codexTranscript(fallback?: string): TranscriptReader {
  const gathered = new Gathered('codex')
  const thread = new Thread()
  return {
    read(record) {
      const at = momentOf(fieldOf(record, 'timestamp'))
      const payload = fieldOf(record, 'payload')
      if (textField(record, 'type') === 'session_meta') thread.begin(payload)
      const session = thread.session ?? fallback
      if (!session) return []
      gathered.note(session, { at, ...thread.place })
      return thread.read(record, at).map((draft) => ({ session, draft }))
    },
    end() {
      const session = thread.session ?? fallback
      return session ? thread.end().map((draft) => ({ session, draft })) : []
    },
    about: (session) => gathered.about(session),
    sessions: () => gathered.sessions(),
  }
}

interface Answer {
  readonly text: string
  readonly turn: string
  readonly at: number | undefined
  readonly model: string | undefined
}

/** Beyond this it no longer matters what an answer used. */
const MOST_AFTER = 20

class Thread {
  session: string | undefined
  place: { directory?: string; branch?: string; version?: string } = {}
  #subagent: string | undefined
  #kind: string | undefined
  #turn = ''
  #model: string | undefined
  #directory: string | undefined
  /** Held until it is known what it used, with what was done after it. */
  #answer: Answer | undefined
  #after: EventDraft[] = []
  #hasUsageRecords = false
  #compactions = 0
  #isToldStarted = false
  readonly #calls = new Map<string, ToolCall>()
  readonly #seen = new Fingerprints()

  /** The first says whose thread it is; a fork repeats that of the thread it came from. */
  begin(meta: unknown): void {
    const id = textField(meta, 'id')
    if (this.session || !id) return
    const spawn = fieldOf(fieldOf(fieldOf(meta, 'source'), 'subagent'), 'thread_spawn')
    const parent = textField(spawn, 'parent_thread_id') ?? textField(meta, 'session_id')
    this.session = parent || id
    if (this.session !== id) this.#subagent = id
    this.#kind = textField(spawn, 'agent_role')
    this.#directory = textField(meta, 'cwd')
    const branch = textField(fieldOf(meta, 'git'), 'branch')
    const version = textField(meta, 'cli_version')
    this.place = {
      ...(this.#directory && { directory: this.#directory }),
      ...(branch && { branch }),
      ...(version && { version }),
    }
  }

  read(record: object, at: number | undefined): readonly EventDraft[] {
    const payload = fieldOf(record, 'payload')
    const type = textField(record, 'type')
    this.#turn = textField(payload, 'turn_id') ?? this.#turn
    if (type === 'turn_context') {
      this.#model = textField(payload, 'model') ?? this.#model
      this.#directory = textField(payload, 'cwd') ?? this.#directory
      return []
    }
    if (type === 'response_item') return this.#item(record, payload, at)
    if (type === 'event_msg') return this.#event(payload, at)
    if (type === 'token_usage_record') {
      this.#hasUsageRecords = true
      return this.#answered(fieldOf(payload, 'usage'))
    }
    return type === 'compacted' ? this.#compacted(payload, at) : []
  }

  end(): readonly EventDraft[] {
    const last = this.#after.length === 0 ? this.#answer : undefined
    const answered = this.#answered(undefined)
    if (!this.#subagent || !last) return answered
    const { text, at } = last
    return [
      ...answered,
      eventDraft(
        SubagentStopped,
        [this.#subagent, hash16(text)],
        { ...this.#helper(this.#subagent), text: shortened(text) },
        at,
      ),
    ]
  }

  #item(record: object, item: unknown, at: number | undefined): readonly EventDraft[] {
    const turn =
      textField(fieldOf(item, 'internal_chat_message_metadata_passthrough'), 'turn_id') ?? this.#turn
    switch (textField(item, 'type')) {
      case 'message':
        return this.#isRepeated(item, at) ? [] : this.#message(record, item, { turn, at })
      case 'function_call':
      case 'custom_tool_call':
      case 'local_shell_call':
        return this.#called(item, at)
      case 'function_call_output':
      case 'custom_tool_call_output':
        return this.#returned(item, at)
      default:
        return []
    }
  }

  #isRepeated(item: unknown, at: number | undefined): boolean {
    const id = textField(item, 'id')
    return this.#seen.add(id ?? `${at} ${textIn(item)}`) > 0
  }

  #message(
    record: object,
    item: unknown,
    { turn, at }: { readonly turn: string; readonly at: number | undefined },
  ): readonly EventDraft[] {
    const role = textField(item, 'role')
    if (role === 'user') return this.#prompted(typedIn(item), turn, at)
    const isSummary = fieldOf(fieldOf(record, 'metadata'), 'compaction_output') === true
    const text = role === 'assistant' && !isSummary ? withoutOwnWords(textIn(item)) : ''
    if (text.trim() === '') return []
    const before = this.#answered(undefined)
    this.#answer = { text, turn, at, model: this.#model }
    return before
  }

  #prompted(typed: string, turn: string, at: number | undefined): readonly EventDraft[] {
    const text = withoutOwnWords(typed)
    if (text.trim() === '') return []
    const before = this.#answered(undefined)
    if (!this.#subagent) {
      const data = { text: shortened(text), origin: 'user' } as const
      return [...before, eventDraft(PromptSubmitted, [turn || hash16(text)], data, at)]
    }
    if (this.#isToldStarted) return before
    this.#isToldStarted = true
    const data = { ...this.#helper(this.#subagent), task: shortened(text) }
    return [...before, eventDraft(SubagentStarted, [this.#subagent], data, at)]
  }

  readonly #helper = (subagent: string) => ({
    subagent: label(subagent),
    ...(this.#kind && { kind: label(this.#kind) }),
  })

  /** The words of a sub-agent are told when it stops. */
  #answered(usage: unknown): readonly EventDraft[] {
    const answer = this.#answer
    if (!answer || (this.#subagent && usage !== undefined)) return []
    const after = this.#after
    this.#answer = undefined
    this.#after = []
    if (this.#subagent) return after
    const { text, turn, at, model } = answer
    const tokens = { inputTokens: count(usage, 'input_tokens'), outputTokens: count(usage, 'output_tokens') }
    const data = { text: shortened(text), ...(model && { model: label(model) }), ...tokens }
    return [eventDraft(ResponseCompleted, [turn, hash16(text)], data, at), ...after]
  }

  #called(item: unknown, at: number | undefined): readonly EventDraft[] {
    const id = textField(item, 'call_id')
    if (!id) return []
    const { tool, input } = toolOf(item)
    const call = { id, tool, input, directory: this.#directory, subagent: this.#subagent, at }
    this.#calls.set(id, call)
    return this.#done([toolCallDraft(call)])
  }

  #done(drafts: readonly EventDraft[]): readonly EventDraft[] {
    if (!this.#answer) return drafts
    this.#after.push(...drafts)
    return this.#after.length < MOST_AFTER ? [] : this.#answered(undefined)
  }

  #returned(item: unknown, at: number | undefined): readonly EventDraft[] {
    const id = textField(item, 'call_id')
    if (!id) return []
    const known = this.#calls.get(id) ?? { id, tool: 'unknown', input: undefined, subagent: this.#subagent }
    this.#calls.delete(id)
    const { response, code } = outputIn(fieldOf(item, 'output'))
    const outcome = code === undefined ? outcomeOf(known.tool, response) : code === 0 ? 'ok' : 'failed'
    return this.#done(toolResultDrafts({ ...known, at }, { outcome, response, hasCode: code !== undefined }))
  }

  #event(event: unknown, at: number | undefined): readonly EventDraft[] {
    switch (textField(event, 'type')) {
      case 'token_count': {
        const usage = fieldOf(fieldOf(event, 'info'), 'last_token_usage')
        return this.#hasUsageRecords || !usage ? [] : this.#answered(usage)
      }
      case 'turn_aborted':
        return this.#subagent ? [] : [eventDraft(TurnInterrupted, [this.#turn], {}, at)]
      default:
        return []
    }
  }

  #compacted(payload: unknown, at: number | undefined): readonly EventDraft[] {
    if (this.#subagent) return []
    this.#compactions += 1
    const summary = withoutOwnWords(textField(payload, 'message') ?? '')
    const source = [this.#turn, String(this.#compactions)]
    return [eventDraft(ContextCompacted, source, { ...(summary && { summary: shortened(summary) }) }, at)]
  }
}

/** What is not typed by anybody, in versions that do not mark it. */
const NOT_TYPED =
  /^\s*(?:<(?:environment_context|user_instructions|turn_aborted|hook_prompt|skill|permissions|subagent_notification|user_shell_command)\b|# AGENTS\.md instructions for )/

/** The shell has several names in the rollout and one in the hooks. */
const SHELLS: ReadonlySet<string> = new Set(['exec_command', 'shell', 'shell_command', 'local_shell'])

function toolOf(item: unknown): { readonly tool: string; readonly input: unknown } {
  if (textField(item, 'type') === 'local_shell_call') return { tool: 'Bash', input: fieldOf(item, 'action') }
  const name = textField(item, 'name') ?? ''
  const own = textField(item, 'input')
  if (own !== undefined) return { tool: name, input: name === 'apply_patch' ? { command: own } : own }
  const input = parsed(textField(item, 'arguments') ?? '')
  if (name === 'apply_patch') return { tool: name, input: { command: textField(input, 'input') ?? '' } }
  return { tool: SHELLS.has(name) ? 'Bash' : name, input }
}

/** Older versions wrap what was printed, with the code beside it. */
function outputIn(output: unknown): { readonly response: unknown; readonly code?: number } {
  if (typeof output !== 'string' || !output.startsWith('{"output":')) return { response: output }
  const wrapped = parsed(output)
  const code = numberField(fieldOf(wrapped, 'metadata'), 'exit_code')
  const response = textField(wrapped, 'output')
  if (response === undefined) return { response: output }
  return { response, ...(code !== undefined && { code }) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // kept as it is
  }
}

const partsOf = (item: unknown): readonly unknown[] => {
  const content = fieldOf(item, 'content')
  return Array.isArray(content) ? content : []
}

const textIn = (item: unknown): string =>
  partsOf(item)
    .map((part) => textField(part, 'text') ?? '')
    .join('\n')

/** What a person typed: marked as such by newer versions, known by its beginning in older ones. */
function typedIn(item: unknown): string {
  const kinds = fieldOf(fieldOf(item, 'internal_chat_message_metadata_passthrough'), 'content_item_kinds')
  const isTyped = (part: unknown, index: number): boolean =>
    Array.isArray(kinds)
      ? String(kinds[index]).startsWith('user.')
      : !NOT_TYPED.test(textField(part, 'text') ?? '')
  return partsOf(item)
    .filter(isTyped)
    .map((part) => textField(part, 'text') ?? '')
    .filter((text) => text !== '')
    .join('\n')
}

function count(usage: unknown, key: string): number | undefined {
  const found = numberField(usage, key)
  return found !== undefined && Number.isSafeInteger(found) && found > 0 ? found : undefined
}
