import { ContextCompacted, ContextCompacting } from '../../event/context.ts'
import {
  AgentNoticed,
  PromptSubmitted,
  ResponseCompleted,
  SubagentStarted,
  SubagentStopped,
  TurnInterrupted,
} from '../../event/turn.ts'
import { withoutOwnWords } from '../brief-fence.ts'
import { eventDraft, hash16 } from '../event-draft.ts'
import { drafts, type Meaning, startSourceOf, triggerOf } from '../hook-parser.ts'
import { label, shortened } from '../stored-text.ts'
import type { ToolCall } from '../tool-call.ts'
import { commandIn, outcomeOf, toolCallDraft, toolResultDrafts } from './tools.ts'
import type { CodexPayload } from './wire.ts'

/** What an event of Codex means. */
export function interpret(payload: CodexPayload): Meaning {
  const reader = Object.hasOwn(READERS, payload.hook_event_name)
    ? READERS[payload.hook_event_name]
    : undefined
  if (!reader) return 'an event that carries nothing to keep'
  if (payload.agent_id && !OF_SUBAGENTS.has(payload.hook_event_name)) return 'a turn of a sub-agent'
  return reader(payload)
}

/** A sub-agent has turns of its own, and tells of them as if they were turns of the session. */
const OF_SUBAGENTS: ReadonlySet<string> = new Set([
  'SubagentStart',
  'SubagentStop',
  'PreToolUse',
  'PostToolUse',
  'PermissionRequest',
])

const READERS: Readonly<Record<string, (payload: CodexPayload) => Meaning>> = {
  SessionStart: (payload) => ({ turn: { kind: 'start', source: startSourceOf(payload.source) }, drafts: [] }),
  SessionEnd: (payload) => ({ turn: { kind: 'end', reason: payload.reason || 'other' }, drafts: [] }),
  UserPromptSubmit: prompt,
  PreToolUse: (payload) => called(payload, (call) => drafts(toolCallDraft(call))),
  PostToolUse: (payload) => called(payload, (call) => returned(call, payload.tool_response)),
  PermissionRequest: permission,
  PreCompact: compacting,
  PostCompact: compacted,
  SubagentStart: subagentStarted,
  SubagentStop: subagentStopped,
  Stop: stop,
  Interrupt: (payload) => drafts(eventDraft(TurnInterrupted, [payload.turn_id ?? ''], {})),
}

function prompt(payload: CodexPayload): Meaning {
  const text = withoutOwnWords(payload.prompt ?? '')
  if (text === '') return 'a prompt without text'
  return {
    turn: { kind: 'prompt' },
    drafts: [
      eventDraft(PromptSubmitted, [payload.turn_id ?? hash16(text)], {
        text: shortened(text),
        origin: 'user',
      }),
    ],
  }
}

function called(payload: CodexPayload, meaning: (call: ToolCall) => Meaning): Meaning {
  if (!payload.tool_use_id || !payload.tool_name) return 'a tool without a name or an id'
  return meaning({
    id: payload.tool_use_id,
    tool: payload.tool_name,
    input: payload.tool_input,
    directory: payload.cwd ?? undefined,
    subagent: payload.agent_id ?? undefined,
  })
}

const returned = (call: ToolCall, response: unknown): Meaning =>
  drafts(...toolResultDrafts(call, { outcome: outcomeOf(call.tool, response), response }))

function permission(payload: CodexPayload): Meaning {
  const command = commandIn(payload.tool_input)
  const text = [payload.tool_name, command].filter(Boolean).join(': ')
  return drafts(
    eventDraft(AgentNoticed, [payload.hook_event_name, payload.turn_id ?? '', hash16(text)], {
      kind: 'asks for permission',
      ...(text && { text: shortened(text) }),
    }),
  )
}

/** The payload says no more than this, so a second compaction of the same turn is not told from the first. */
const compactionOf = (payload: CodexPayload) => {
  const trigger = triggerOf(payload.trigger)
  return { source: [payload.turn_id ?? '', payload.trigger ?? ''], data: trigger ? { trigger } : {}, trigger }
}

function compacting(payload: CodexPayload): Meaning {
  const { source, data, trigger } = compactionOf(payload)
  return { turn: { kind: 'compacting', trigger }, drafts: [eventDraft(ContextCompacting, source, data)] }
}

function compacted(payload: CodexPayload): Meaning {
  const { source, data } = compactionOf(payload)
  return drafts(eventDraft(ContextCompacted, source, data))
}

function subagentStarted(payload: CodexPayload): Meaning {
  if (!payload.agent_id) return 'a sub-agent without an id'
  return drafts(eventDraft(SubagentStarted, [payload.agent_id], subagentOf(payload.agent_id, payload)))
}

function subagentStopped(payload: CodexPayload): Meaning {
  if (!payload.agent_id) return 'a sub-agent without an id'
  const text = payload.last_assistant_message ?? ''
  return drafts(
    eventDraft(SubagentStopped, [payload.agent_id, hash16(text)], {
      ...subagentOf(payload.agent_id, payload),
      ...(text && { text: shortened(text) }),
    }),
  )
}

const subagentOf = (id: string, payload: CodexPayload) => ({
  subagent: label(id),
  ...(payload.agent_type && { kind: label(payload.agent_type) }),
})

function stop(payload: CodexPayload): Meaning {
  const text = withoutOwnWords(payload.last_assistant_message ?? '')
  const response = eventDraft(ResponseCompleted, [payload.turn_id ?? '', hash16(text)], {
    ...(text && { text: shortened(text) }),
    ...(payload.model && { model: label(payload.model) }),
  })
  return { turn: { kind: 'stop', isContinued: payload.stop_hook_active === true }, drafts: [response] }
}
