import { ContextCompacted, ContextCompacting } from '../../event/context.ts'
import {
  AgentNoticed,
  PromptSubmitted,
  ResponseCompleted,
  SubagentStarted,
  SubagentStopped,
  TurnInterrupted,
} from '../../event/turn.ts'
import { withoutBriefs } from '../brief-fence.ts'
import { eventDraft, hash16, type ToolCall } from '../event-draft.ts'
import { drafts, type HookMeaning, ignored, startSourceOf, triggerOf } from '../hook-parser.ts'
import { shorten, toLabel } from '../stored-text.ts'
import { commandIn, outcomeOf, structuredDrafts, toolCallDraft, toolResultDrafts } from './tools.ts'
import type { CodexPayload } from './wire.ts'

/** Interprets a Codex hook. */
export function interpret(payload: CodexPayload): HookMeaning {
  const reader = Object.hasOwn(INTERPRETERS, payload.hook_event_name)
    ? INTERPRETERS[payload.hook_event_name]
    : undefined
  if (!reader) return ignored('nothing to store')
  if (payload.agent_id && !SUBAGENT_EVENTS.has(payload.hook_event_name))
    return ignored('a turn of a sub-agent')
  return reader(payload)
}

/** Sub-agents report their turns under their parent's session. Only these events are used from a sub-agent. */
const SUBAGENT_EVENTS: ReadonlySet<string> = new Set([
  'SubagentStart',
  'SubagentStop',
  'PreToolUse',
  'PostToolUse',
  'PermissionRequest',
])

const INTERPRETERS: Readonly<Record<string, (payload: CodexPayload) => HookMeaning>> = {
  SessionStart: (payload) => ({
    kind: 'parsed',
    turn: { kind: 'start', source: startSourceOf(payload.source) },
    drafts: [],
  }),
  SessionEnd: (payload) => ({
    kind: 'parsed',
    turn: { kind: 'end', reason: payload.reason || 'other' },
    drafts: [],
  }),
  UserPromptSubmit: prompt,
  PreToolUse: (payload) => withCall(payload, (call) => drafts(toolCallDraft(call))),
  PostToolUse: (payload) => withCall(payload, (call) => toolResult(call, payload.tool_response)),
  PermissionRequest: permission,
  PreCompact: compacting,
  PostCompact: compacted,
  SubagentStart: subagentStarted,
  SubagentStop: subagentStopped,
  Stop: stop,
  Interrupt: (payload) => drafts(eventDraft(TurnInterrupted, [payload.turn_id ?? ''], {})),
}

function prompt(payload: CodexPayload): HookMeaning {
  const text = withoutBriefs(payload.prompt ?? '')
  if (text === '') return ignored('a prompt without text')
  return {
    kind: 'parsed',
    turn: { kind: 'prompt' },
    drafts: [
      eventDraft(PromptSubmitted, [payload.turn_id ?? hash16(text)], {
        text: shorten(text),
        origin: 'user',
      }),
    ],
  }
}

function withCall(payload: CodexPayload, meaning: (call: ToolCall) => HookMeaning): HookMeaning {
  if (!payload.tool_use_id || !payload.tool_name) return ignored('a tool without a name or an id')
  return meaning({
    id: payload.tool_use_id,
    tool: payload.tool_name.replace(COLLABORATION, ''),
    input: payload.tool_input,
    directory: payload.cwd ?? undefined,
    subagent: payload.agent_id ?? undefined,
  })
}

/** Hooks put the namespace of these tools in front of the name, without a separator. Rollouts do not. */
const COLLABORATION = /^collaboration(?=[a-z]+_)/

function toolResult(call: ToolCall, response: unknown): HookMeaning {
  const outcome = outcomeOf(call.tool, response)
  const structured = outcome === 'ok' ? structuredDrafts(call, response) : []
  return drafts(...toolResultDrafts(call, { outcome, response }), ...structured)
}

function permission(payload: CodexPayload): HookMeaning {
  const command = commandIn(payload.tool_input)
  const text = [payload.tool_name, command].filter(Boolean).join(': ')
  return drafts(
    eventDraft(AgentNoticed, [payload.hook_event_name, payload.turn_id ?? '', hash16(text)], {
      kind: 'asks for permission',
      ...(text && { text: shorten(text) }),
    }),
  )
}

/** Only the turn and the trigger identify a compaction, so two in one turn may be indistinguishable. */
const compactionOf = (payload: CodexPayload) => {
  const trigger = triggerOf(payload.trigger)
  return { source: [payload.turn_id ?? '', payload.trigger ?? ''], data: trigger ? { trigger } : {}, trigger }
}

function compacting(payload: CodexPayload): HookMeaning {
  const { source, data, trigger } = compactionOf(payload)
  return {
    kind: 'parsed',
    turn: { kind: 'compacting', trigger },
    drafts: [eventDraft(ContextCompacting, source, data)],
  }
}

function compacted(payload: CodexPayload): HookMeaning {
  const { source, data } = compactionOf(payload)
  return drafts(eventDraft(ContextCompacted, source, data))
}

function subagentStarted(payload: CodexPayload): HookMeaning {
  if (!payload.agent_id) return ignored('a sub-agent without an id')
  const draft = eventDraft(SubagentStarted, [payload.agent_id], subagentOf(payload.agent_id, payload))
  return { kind: 'parsed', turn: { kind: 'delegate' }, drafts: [draft] }
}

function subagentStopped(payload: CodexPayload): HookMeaning {
  if (!payload.agent_id) return ignored('a sub-agent without an id')
  const text = payload.last_assistant_message ?? ''
  return drafts(
    eventDraft(SubagentStopped, [payload.agent_id, hash16(text)], {
      ...subagentOf(payload.agent_id, payload),
      ...(text && { text: shorten(text) }),
    }),
  )
}

const subagentOf = (id: string, payload: CodexPayload) => ({
  subagent: toLabel(id),
  ...(payload.agent_type && { kind: toLabel(payload.agent_type) }),
})

function stop(payload: CodexPayload): HookMeaning {
  const text = withoutBriefs(payload.last_assistant_message ?? '')
  const response = eventDraft(ResponseCompleted, [payload.turn_id ?? '', hash16(text)], {
    ...(text && { text: shorten(text) }),
    ...(payload.model && { model: toLabel(payload.model) }),
  })
  return {
    kind: 'parsed',
    turn: { kind: 'stop', isContinued: payload.stop_hook_active === true },
    drafts: [response],
  }
}
