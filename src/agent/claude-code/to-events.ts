import { ContextCompacted, ContextCompacting } from '../../event/context.ts'
import { PlaceChanged } from '../../event/session.ts'
import {
  AgentNoticed,
  EXPANSION,
  PromptSubmitted,
  ResponseCompleted,
  STUCK,
  SubagentStarted,
  SubagentStopped,
  TurnInterrupted,
} from '../../event/turn.ts'
import { TaskClosed } from '../../event/work.ts'
import { withoutBriefs } from '../brief-fence.ts'
import { type EventDraft, eventDraft, hash16 } from '../event-draft.ts'
import { drafts, type HookMeaning, ignored, startSourceOf, triggerOf } from '../hook-parser.ts'
import { shorten, toLabel } from '../stored-text.ts'
import { titleDrafts } from '../structured.ts'
import { structuredDrafts, taskEvent, taskOpenedDraft } from './structured.ts'
import { toolCallDraft, toolResultDrafts } from './tools.ts'
import type { ClaudeCodePayload } from './wire.ts'

type Interpreter = (payload: ClaudeCodePayload) => HookMeaning

/** Interprets a Claude Code hook. */
export const interpret = (payload: ClaudeCodePayload): HookMeaning =>
  Object.hasOwn(INTERPRETERS, payload.hook_event_name)
    ? (INTERPRETERS[payload.hook_event_name]?.(payload) ?? ignored('nothing to store'))
    : ignored(`${toLabel(payload.hook_event_name)} has nothing to store`)

const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  SessionStart: ({ source, seconds_since_last_response: quiet }) => ({
    kind: 'parsed',
    turn: {
      kind: 'start',
      source: startSourceOf(source),
      ...(typeof quiet === 'number' && quiet >= 0 && { quietMs: quiet * 1000 }),
    },
    drafts: [],
  }),
  SessionEnd: (payload) => ({
    kind: 'parsed',
    turn: { kind: 'end', reason: payload.reason ?? 'other' },
    drafts: [],
  }),
  UserPromptSubmit: prompt,
  UserPromptExpansion: (payload) =>
    notice(payload, EXPANSION, [payload.command_name, payload.command_args].filter(Boolean).join(' ')),
  PreToolUse: (payload) =>
    payload.tool_use_id && payload.tool_name
      ? drafts(toolCallDraft(callOf(payload)))
      : ignored('a tool without a name or id'),
  PostToolUse: (payload) => toolResult(payload, isInterrupted(payload.tool_response) ? 'interrupted' : 'ok'),
  PostToolUseFailure: (payload) => toolResult(payload, payload.is_interrupt ? 'interrupted' : 'failed'),
  Stop: (payload) => ({
    kind: 'parsed',
    turn: { kind: 'stop', isContinued: payload.stop_hook_active === true },
    drafts: payload.agent_id ? [] : response(payload),
  }),
  StopFailure: (payload) => notice(payload, STUCK, payload.last_assistant_message ?? payload.error),
  SubagentStart: (payload) =>
    payload.agent_id
      ? {
          kind: 'parsed',
          turn: { kind: 'delegate' },
          drafts: [
            eventDraft(SubagentStarted, [payload.agent_id], {
              subagent: toLabel(payload.agent_id),
              ...kindOf(payload),
            }),
          ],
        }
      : ignored('a sub-agent without an id'),
  SubagentStop: subagentStopped,
  PreCompact: (payload) => {
    const trigger = triggerOf(payload.trigger)
    const source = [payload.prompt_id ?? '', payload.trigger ?? '', payload.custom_instructions ?? '']
    return {
      kind: 'parsed',
      turn: { kind: 'compacting', trigger },
      drafts: [eventDraft(ContextCompacting, source, { ...(trigger && { trigger }) })],
    }
  },
  PostCompact: (payload) => {
    const trigger = triggerOf(payload.trigger)
    const summary = payload.compact_summary ? withoutBriefs(payload.compact_summary) : undefined
    return drafts(
      eventDraft(ContextCompacted, [hash16(payload.compact_summary ?? payload.prompt_id ?? '')], {
        ...(trigger && { trigger }),
        ...(summary && { summary: shorten(summary) }),
      }),
    )
  },
  TaskCreated: (payload) =>
    payload.task_id && payload.task_subject
      ? drafts(taskOpenedDraft(payload.task_id, payload.task_subject, payload.task_description))
      : ignored('a task without a name or id'),
  TaskCompleted: (payload) =>
    payload.task_id
      ? drafts(
          eventDraft(TaskClosed, [payload.task_id], { task: taskEvent(payload.session_id, payload.task_id) }),
        )
      : ignored('a task without an id'),
  CwdChanged: (payload) =>
    payload.new_cwd
      ? drafts(
          eventDraft(PlaceChanged, [payload.prompt_id ?? '', payload.new_cwd], {
            directory: toLabel(payload.new_cwd),
          }),
        )
      : ignored('no folder'),
  Notification: (payload) => notice(payload, payload.notification_type ?? 'notification', payload.message),
  PermissionRequest: (payload) => notice(payload, 'asks for permission', payload.tool_name),
  PermissionDenied: (payload) =>
    notice(payload, 'was denied permission', payload.tool_name ?? payload.reason),
  PostModelSwitch: (payload) => notice(payload, 'switched models', payload.to_model),
  InstructionsLoaded: (payload) => notice(payload, 'read instructions', payload.file_path),
  DirectoryAdded: (payload) => notice(payload, 'was given a folder', payload.directory),
  ConfigChange: (payload) => notice(payload, 'its settings changed', payload.file_path),
}

/** Reports of finished sub-agents arrive as prompts, although the user did not type them. */
const SYNTHETIC = /^\s*<(?:task-notification|system-reminder)[\s>]/

function prompt(payload: ClaudeCodePayload): HookMeaning {
  if (payload.agent_id) return ignored('a prompt of a sub-agent')
  if (payload.prompt === undefined || payload.prompt === null) return ignored('a prompt without text')
  if (SYNTHETIC.test(payload.prompt))
    return ignored('not typed by the user: a report of a finished sub-agent')
  const text = withoutBriefs(payload.prompt)
  const source = [payload.prompt_id ?? hash16(payload.prompt)]
  return {
    kind: 'parsed',
    turn: { kind: 'prompt' },
    drafts: [
      eventDraft(PromptSubmitted, source, { text: shorten(text), origin: 'user' }),
      ...titleDrafts('client', payload.session_title ?? undefined),
    ],
  }
}

function response(payload: ClaudeCodePayload): readonly EventDraft[] {
  const text = payload.last_assistant_message
  if (!text) return []
  return [
    eventDraft(ResponseCompleted, [payload.prompt_id ?? '', hash16(text)], {
      text: shorten(withoutBriefs(text)),
    }),
  ]
}

const callOf = (payload: ClaudeCodePayload) => ({
  id: payload.tool_use_id ?? '',
  tool: payload.tool_name ?? '',
  input: payload.tool_input,
  subagent: payload.agent_id ?? undefined,
})

function toolResult(payload: ClaudeCodePayload, outcome: 'ok' | 'failed' | 'interrupted'): HookMeaning {
  if (!payload.tool_use_id || !payload.tool_name) return ignored('a tool without a name or id')
  const response = payload.error ?? payload.tool_response
  const all = toolResultDrafts(callOf(payload), {
    outcome,
    response,
    durationMs: payload.duration_ms ?? undefined,
  })
  const interrupted = payload.is_interrupt
    ? [eventDraft(TurnInterrupted, [payload.tool_use_id], { reason: `during ${toLabel(payload.tool_name)}` })]
    : []
  const structured = outcome === 'ok' ? structuredDrafts(payload.session_id, callOf(payload), response) : []
  return drafts(...all, ...structured, ...interrupted)
}

const isInterrupted = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'interrupted' in value && value.interrupted === true

/** The fork that writes a compaction summary also sends SubagentStop, but without a type. */
function subagentStopped(payload: ClaudeCodePayload): HookMeaning {
  if (!payload.agent_id) return ignored('a sub-agent without an id')
  if (!payload.agent_type) return ignored('the fork that writes a compaction summary')
  const text = payload.last_assistant_message
  return drafts(
    eventDraft(SubagentStopped, [payload.agent_id, hash16(text ?? '')], {
      subagent: toLabel(payload.agent_id),
      ...kindOf(payload),
      ...(text && { text: shorten(text) }),
    }),
  )
}

const kindOf = (payload: ClaudeCodePayload): { kind?: string } =>
  payload.agent_type ? { kind: toLabel(payload.agent_type) } : {}

function notice(payload: ClaudeCodePayload, kind: string, text: string | null | undefined): HookMeaning {
  const source = [payload.hook_event_name, payload.prompt_id ?? '', hash16(text ?? '')]
  return drafts(
    eventDraft(AgentNoticed, source, { kind: toLabel(kind), ...(text && { text: shorten(text) }) }),
  )
}
