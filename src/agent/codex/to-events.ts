import { ContextCompacted, ContextCompacting } from '../../event/context.ts'
import {
  AgentNoticed,
  PromptSubmitted,
  ResponseCompleted,
  SubagentStarted,
  SubagentStopped,
  TurnInterrupted,
} from '../../event/turn.ts'
import { label } from '../label.ts'
import { shortened } from '../long-text.ts'
import { type Meaning, says, sourceOf, triggerOf } from '../meaning.ts'
import { withoutOwnWords } from '../own-words.ts'
import { saying } from '../saying.ts'
import { hash16 } from '../text-hash.ts'
import type { ToolCall } from '../tool-call.ts'
import { calledSaying, commandIn, outcomeOf, returnedSayings } from './tools.ts'
import type { Told } from './wire.ts'

/** What an event of Codex means. */
export function meaningOf(told: Told): Meaning {
  const reader = Object.hasOwn(READERS, told.hook_event_name) ? READERS[told.hook_event_name] : undefined
  if (!reader) return 'an event that carries nothing to keep'
  if (told.agent_id && !OF_SUBAGENTS.has(told.hook_event_name)) return 'a turn of a sub-agent'
  return reader(told)
}

/** A sub-agent has turns of its own, and tells of them as if they were turns of the session. */
const OF_SUBAGENTS: ReadonlySet<string> = new Set([
  'SubagentStart',
  'SubagentStop',
  'PreToolUse',
  'PostToolUse',
  'PermissionRequest',
])

const READERS: Readonly<Record<string, (told: Told) => Meaning>> = {
  SessionStart: (told) => ({ turn: { kind: 'start', source: sourceOf(told.source) }, says: [] }),
  SessionEnd: (told) => ({ turn: { kind: 'end', reason: told.reason || 'other' }, says: [] }),
  UserPromptSubmit: prompt,
  PreToolUse: (told) => called(told, (call) => says(calledSaying(call))),
  PostToolUse: (told) => called(told, (call) => returned(call, told.tool_response)),
  PermissionRequest: permission,
  PreCompact: compacting,
  PostCompact: compacted,
  SubagentStart: subagentStarted,
  SubagentStop: subagentStopped,
  Stop: stop,
  Interrupt: (told) => says(saying(TurnInterrupted, [told.turn_id ?? ''], {})),
}

function prompt(told: Told): Meaning {
  const text = withoutOwnWords(told.prompt ?? '')
  if (text === '') return 'a prompt without text'
  return {
    turn: { kind: 'prompt' },
    says: [
      saying(PromptSubmitted, [told.turn_id ?? hash16(text)], { text: shortened(text), origin: 'user' }),
    ],
  }
}

function called(told: Told, meaning: (call: ToolCall) => Meaning): Meaning {
  if (!told.tool_use_id || !told.tool_name) return 'a tool without a name or an id'
  return meaning({
    id: told.tool_use_id,
    tool: told.tool_name,
    input: told.tool_input,
    directory: told.cwd ?? undefined,
    subagent: told.agent_id ?? undefined,
  })
}

const returned = (call: ToolCall, response: unknown): Meaning =>
  says(...returnedSayings(call, { outcome: outcomeOf(call.tool, response), response }))

function permission(told: Told): Meaning {
  const command = commandIn(told.tool_input)
  const text = [told.tool_name, command].filter(Boolean).join(': ')
  return says(
    saying(AgentNoticed, [told.hook_event_name, told.turn_id ?? '', hash16(text)], {
      kind: 'asks for permission',
      ...(text && { text: shortened(text) }),
    }),
  )
}

/** The payload says no more than this, so a second compaction of the same turn is not told from the first. */
const compactionOf = (told: Told) => {
  const trigger = triggerOf(told.trigger)
  return { source: [told.turn_id ?? '', told.trigger ?? ''], data: trigger ? { trigger } : {}, trigger }
}

function compacting(told: Told): Meaning {
  const { source, data, trigger } = compactionOf(told)
  return { turn: { kind: 'compacting', trigger }, says: [saying(ContextCompacting, source, data)] }
}

function compacted(told: Told): Meaning {
  const { source, data } = compactionOf(told)
  return says(saying(ContextCompacted, source, data))
}

function subagentStarted(told: Told): Meaning {
  if (!told.agent_id) return 'a sub-agent without an id'
  return says(saying(SubagentStarted, [told.agent_id], subagentOf(told.agent_id, told)))
}

function subagentStopped(told: Told): Meaning {
  if (!told.agent_id) return 'a sub-agent without an id'
  const text = told.last_assistant_message ?? ''
  return says(
    saying(SubagentStopped, [told.agent_id, hash16(text)], {
      ...subagentOf(told.agent_id, told),
      ...(text && { text: shortened(text) }),
    }),
  )
}

const subagentOf = (id: string, told: Told) => ({
  subagent: label(id),
  ...(told.agent_type && { kind: label(told.agent_type) }),
})

function stop(told: Told): Meaning {
  const text = withoutOwnWords(told.last_assistant_message ?? '')
  const response = saying(ResponseCompleted, [told.turn_id ?? '', hash16(text)], {
    ...(text && { text: shortened(text) }),
    ...(told.model && { model: label(told.model) }),
  })
  return { turn: { kind: 'stop', isContinued: told.stop_hook_active === true }, says: [response] }
}
