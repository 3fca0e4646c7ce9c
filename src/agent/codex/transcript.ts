import { ContextCompacted } from '../../event/context.ts'
import {
  PromptSubmitted,
  ResponseCompleted,
  SubagentStarted,
  SubagentStopped,
  TurnInterrupted,
} from '../../event/turn.ts'
import { withoutBriefs } from '../brief-fence.ts'
import { type EventDraft, eventDraft, hash16, type ToolCall } from '../event-draft.ts'
import { fieldOf, numberField, textField } from '../field.ts'
import { shorten, toLabel } from '../stored-text.ts'
import { taskListDrafts, titleDrafts } from '../structured.ts'
import { answerTokens, tokensIn } from '../transcript/lines.ts'
import { parseTime, SessionCollector, type TranscriptReader } from '../transcript/reader.ts'
import { Fingerprints, fingerprint } from '../transcript/same-event.ts'
import {
  isScriptCall,
  nestedCallIn,
  outcomeOf,
  structuredDrafts,
  toolCallDraft,
  toolResultDrafts,
} from './tools.ts'

/** Whether a value is a complete record: it has a time, a type and a payload. */
export const isRecord = (value: object): boolean =>
  textField(value, 'timestamp') !== undefined &&
  textField(value, 'type') !== undefined &&
  typeof fieldOf(value, 'payload') === 'object'

/** Reads Codex rollouts: one thread per file. The thread of a sub-agent belongs to its parent's session. */
export function codexTranscript(fallback?: string): TranscriptReader {
  const collector = new SessionCollector('codex')
  const thread = new RolloutThread()
  return {
    read(record) {
      const at = parseTime(fieldOf(record, 'timestamp'))
      const payload = fieldOf(record, 'payload')
      if (textField(record, 'type') === 'session_meta') thread.begin(payload)
      const session = thread.session ?? fallback
      if (!session) return []
      collector.note(session, { at, ...thread.place })
      return thread.read(record, at).map((draft) => ({ session, draft }))
    },
    end() {
      const session = thread.session ?? fallback
      return session ? thread.end().map((draft) => ({ session, draft })) : []
    },
    about: (session) => collector.about(session),
    sessions: () => collector.sessions(),
  }
}

interface PendingAnswer {
  readonly text: string
  readonly turn: string
  readonly at: number | undefined
  readonly model: string | undefined
}

/** Once this many events are waiting behind an answer, the answer is emitted without its token usage. */
const MAX_HELD_BACK = 20

class RolloutThread {
  session: string | undefined
  place: { directory?: string; branch?: string; version?: string } = {}
  #subagent: string | undefined
  #kind: string | undefined
  /** The path of the parent, set while a forked sub-agent repeats the parent's records. */
  #parentPath: string | undefined
  #turn = ''
  #model: string | undefined
  #directory: string | undefined
  /** The answer that waits for its token usage, with the events after it. */
  #answer: PendingAnswer | undefined
  #after: EventDraft[] = []
  #hasUsageRecords = false
  #compactions = 0
  #plans = 0
  #isStarted = false
  readonly #calls = new Map<string, ToolCall>()
  /** Ids of script calls. They are never removed, because a call may have several outputs. */
  readonly #scripts = new Fingerprints()
  readonly #seen = new Fingerprints()

  /** The first meta record names the thread. A fork also repeats its origin's meta record. */
  begin(meta: unknown): void {
    const id = textField(meta, 'id')
    if (this.session || !id) return
    const spawn = fieldOf(fieldOf(fieldOf(meta, 'source'), 'subagent'), 'thread_spawn')
    const parent = textField(spawn, 'parent_thread_id') ?? textField(meta, 'session_id')
    this.session = parent || id
    if (this.session !== id) this.#subagent = id
    this.#kind = textField(spawn, 'agent_role')
    if (textField(meta, 'forked_from_id')) this.#parentPath = parentOf(textField(spawn, 'agent_path'))
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
    if (this.#parentPath && initiatorOf(payload) !== this.#parentPath) return []
    this.#parentPath = undefined
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
    const drafts = this.#answered(undefined)
    if (!this.#subagent || !last) return drafts
    const { text, at } = last
    return [
      ...drafts,
      eventDraft(
        SubagentStopped,
        [this.#subagent, hash16(text)],
        { ...this.#describe(this.#subagent), text: shorten(text) },
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
      // A sub-agent's task. Its text is encrypted.
      case 'agent_message':
        return this.#subagent ? this.#started(this.#subagent, '', at) : []
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
    const text = role === 'assistant' && !isSummary ? withoutBriefs(textIn(item)) : ''
    if (text.trim() === '') return []
    const before = this.#answered(undefined)
    this.#answer = { text, turn, at, model: this.#model }
    return before
  }

  #prompted(typed: string, turn: string, at: number | undefined): readonly EventDraft[] {
    const text = withoutBriefs(typed)
    if (text.trim() === '') return []
    const before = this.#answered(undefined)
    if (!this.#subagent) {
      const data = { text: shorten(text), origin: 'user' } as const
      return [...before, eventDraft(PromptSubmitted, [turn || hash16(text)], data, at)]
    }
    return [...before, ...this.#started(this.#subagent, text, at)]
  }

  #started(subagent: string, task: string, at: number | undefined): readonly EventDraft[] {
    if (this.#isStarted) return []
    this.#isStarted = true
    const data = { ...this.#describe(subagent), ...(task && { task: shorten(task) }) }
    return [eventDraft(SubagentStarted, [subagent], data, at)]
  }

  readonly #describe = (subagent: string) => ({
    subagent: toLabel(subagent),
    ...(this.#kind && { kind: toLabel(this.#kind) }),
  })

  /** A sub-agent's text is emitted when the sub-agent stops. */
  #answered(usage: unknown): readonly EventDraft[] {
    const answer = this.#answer
    if (!answer || (this.#subagent && usage !== undefined)) return []
    const after = this.#after
    this.#answer = undefined
    this.#after = []
    if (this.#subagent) return after
    const { text, turn, at, model } = answer
    const tokens = answerTokens(tokensIn(usage, 'input_tokens'), tokensIn(usage, 'output_tokens'))
    const data = { text: shorten(text), ...(model && { model: toLabel(model) }), ...tokens }
    return [eventDraft(ResponseCompleted, [turn, hash16(text)], data, at), ...after]
  }

  #called(item: unknown, at: number | undefined): readonly EventDraft[] {
    const id = textField(item, 'call_id')
    if (!id) return []
    if (isScriptCall(item)) {
      this.#scripts.add(id)
      return []
    }
    const { tool, input } = toolOf(item)
    const call = { id, tool, input, directory: this.#directory, subagent: this.#subagent, at }
    this.#calls.set(id, call)
    return this.#holdBack([toolCallDraft(call)])
  }

  #holdBack(drafts: readonly EventDraft[]): readonly EventDraft[] {
    if (!this.#answer) return drafts
    this.#after.push(...drafts)
    return this.#after.length < MAX_HELD_BACK ? [] : this.#answered(undefined)
  }

  #returned(item: unknown, at: number | undefined): readonly EventDraft[] {
    const id = textField(item, 'call_id')
    if (!id || this.#scripts.get(fingerprint(id)) > 0) return []
    const call = this.#calls.get(id) ?? { id, tool: 'unknown', input: undefined, subagent: this.#subagent }
    this.#calls.delete(id)
    const { response, code } = outputIn(fieldOf(item, 'output'))
    const outcome = code === undefined ? outcomeOf(call.tool, response) : code === 0 ? 'ok' : 'failed'
    const done = { ...call, at }
    return this.#holdBack([
      ...toolResultDrafts(done, { outcome, response, hasCode: code !== undefined }),
      ...(outcome === 'ok' ? structuredDrafts(done, response) : []),
    ])
  }

  #event(event: unknown, at: number | undefined): readonly EventDraft[] {
    switch (textField(event, 'type')) {
      case 'token_count': {
        const usage = fieldOf(fieldOf(event, 'info'), 'last_token_usage')
        return this.#hasUsageRecords || !usage ? [] : this.#answered(usage)
      }
      case 'item_completed':
        return this.#nested(event, at)
      // In code mode, a script may write the plan. In other modes, the rollout contains the call itself.
      case 'plan_update':
        return this.#planned(event, at)
      case 'thread_name_updated':
        return this.#subagent ? [] : titleDrafts('client', textField(event, 'thread_name'), at)
      case 'turn_aborted':
        return this.#subagent ? [] : [eventDraft(TurnInterrupted, [this.#turn], {}, at)]
      default:
        return []
    }
  }

  #nested(event: unknown, at: number | undefined): readonly EventDraft[] {
    const nested = nestedCallIn(fieldOf(event, 'item'))
    if (!nested) return []
    const { id, tool, input, response, outcome, hasCode } = nested
    const call = { id, tool, input, directory: this.#directory, subagent: this.#subagent }
    return this.#holdBack([
      toolCallDraft({ ...call, at: numberField(event, 'started_at_ms') ?? at }),
      ...toolResultDrafts({ ...call, at }, { outcome, response, hasCode }),
    ])
  }

  #planned(event: unknown, at: number | undefined): readonly EventDraft[] {
    const plan = fieldOf(event, 'plan')
    if (this.#subagent || !Array.isArray(plan)) return []
    this.#plans += 1
    return taskListDrafts({ source: [this.#turn, 'plan', String(this.#plans)], at }, plan, 'step')
  }

  #compacted(payload: unknown, at: number | undefined): readonly EventDraft[] {
    if (this.#subagent) return []
    this.#compactions += 1
    const summary = withoutBriefs(textField(payload, 'message') ?? '')
    const source = [this.#turn, String(this.#compactions)]
    return [eventDraft(ContextCompacted, source, { ...(summary && { summary: shorten(summary) }) }, at)]
  }
}

/** `/root/part` is the path of a sub-agent that `/root` started. */
const parentOf = (path: string | undefined): string | undefined =>
  path?.slice(0, path.lastIndexOf('/')) || undefined

const initiatorOf = (event: unknown): string | undefined =>
  textField(fieldOf(event, 'turn_attribution'), 'initiating_agent_path')

/** User messages that the user did not type, in versions that do not mark them. */
const NOT_TYPED =
  /^\s*(?:<(?:environment_context|user_instructions|turn_aborted|hook_prompt|skill|permissions|subagent_notification|user_shell_command)\b|# AGENTS\.md instructions for )/

/** Rollouts use several names for the shell; hooks use one. */
const SHELLS: ReadonlySet<string> = new Set(['exec_command', 'shell', 'shell_command', 'local_shell'])

function toolOf(item: unknown): { readonly tool: string; readonly input: unknown } {
  if (textField(item, 'type') === 'local_shell_call') return { tool: 'Bash', input: fieldOf(item, 'action') }
  const name = textField(item, 'name') ?? ''
  const own = textField(item, 'input')
  if (own !== undefined) return { tool: name, input: name === 'apply_patch' ? { command: own } : own }
  const input = parseJson(textField(item, 'arguments') ?? '')
  if (name === 'apply_patch') return { tool: name, input: { command: textField(input, 'input') ?? '' } }
  return { tool: SHELLS.has(name) ? 'Bash' : name, input }
}

/** Older versions wrap the output and the exit code in JSON. */
function outputIn(output: unknown): { readonly response: unknown; readonly code?: number } {
  if (typeof output !== 'string' || !output.startsWith('{"output":')) return { response: output }
  const wrapped = parseJson(output)
  const code = numberField(fieldOf(wrapped, 'metadata'), 'exit_code')
  const response = textField(wrapped, 'output')
  if (response === undefined) return { response: output }
  return { response, ...(code !== undefined && { code }) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // not JSON
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

/** The text that the user typed. Newer versions mark it. Older versions need a check of the first words. */
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
