import { ContextCompacted, ContextCompacting } from '../../event/context.ts'
import { derivedId } from '../../event/identity.ts'
import { PlaceChanged } from '../../event/session.ts'
import {
  AgentNoticed,
  PromptSubmitted,
  ResponseCompleted,
  STUCK,
  SubagentStarted,
  SubagentStopped,
  TurnInterrupted,
} from '../../event/turn.ts'
import { TaskClosed, TaskOpened } from '../../event/work.ts'
import { label } from '../label.ts'
import { shortened } from '../long-text.ts'
import { type Meaning, says, sourceOf, triggerOf } from '../meaning.ts'
import { withoutOwnWords } from '../own-words.ts'
import { type Saying, saying } from '../saying.ts'
import { hash16 } from '../text-hash.ts'
import { calledSaying, returnedSayings } from './tools.ts'
import type { Told } from './wire.ts'

type Reader = (told: Told) => Meaning

/** What an event of Claude Code means; a text is the reason why it means nothing. */
export const meaningOf = (told: Told): Meaning =>
  Object.hasOwn(READERS, told.hook_event_name)
    ? (READERS[told.hook_event_name]?.(told) ?? 'nothing in it is kept')
    : `${label(told.hook_event_name)} carries nothing that is kept`

const READERS: Readonly<Record<string, Reader>> = {
  SessionStart: (told) => ({ turn: { kind: 'start', source: sourceOf(told.source) }, says: [] }),
  SessionEnd: (told) => ({ turn: { kind: 'end', reason: told.reason ?? 'other' }, says: [] }),
  UserPromptSubmit: prompt,
  UserPromptExpansion: (told) =>
    notice(told, 'expands a command', [told.command_name, told.command_args].filter(Boolean).join(' ')),
  PreToolUse: (told) =>
    told.tool_use_id && told.tool_name ? says(calledSaying(callOf(told))) : 'a tool without a name or id',
  PostToolUse: (told) => returned(told, isInterrupted(told.tool_response) ? 'interrupted' : 'ok'),
  PostToolUseFailure: (told) => returned(told, told.is_interrupt ? 'interrupted' : 'failed'),
  Stop: (told) => ({
    turn: { kind: 'stop', isContinued: told.stop_hook_active === true },
    says: told.agent_id ? [] : response(told),
  }),
  StopFailure: (told) => notice(told, STUCK, told.last_assistant_message ?? told.error),
  SubagentStart: (told) =>
    told.agent_id
      ? says(saying(SubagentStarted, [told.agent_id], { subagent: label(told.agent_id), ...kindOf(told) }))
      : 'a helper without an id',
  SubagentStop: subagentStopped,
  PreCompact: (told) => {
    const trigger = triggerOf(told.trigger)
    const source = [told.prompt_id ?? '', told.trigger ?? '', told.custom_instructions ?? '']
    return {
      turn: { kind: 'compacting', trigger },
      says: [saying(ContextCompacting, source, { ...(trigger && { trigger }) })],
    }
  },
  PostCompact: (told) => {
    const trigger = triggerOf(told.trigger)
    const summary = told.compact_summary ? withoutOwnWords(told.compact_summary) : undefined
    return says(
      saying(ContextCompacted, [hash16(told.compact_summary ?? told.prompt_id ?? '')], {
        ...(trigger && { trigger }),
        ...(summary && { summary: shortened(summary) }),
      }),
    )
  },
  TaskCreated: (told) =>
    told.task_id && told.task_subject
      ? says(saying(TaskOpened, [told.task_id], taskOf(told.task_subject, told.task_description)))
      : 'a task without a name or id',
  TaskCompleted: (told) =>
    told.task_id
      ? says(saying(TaskClosed, [told.task_id], { task: taskEvent(told.session_id, told.task_id) }))
      : 'a task without an id',
  CwdChanged: (told) =>
    told.new_cwd
      ? says(saying(PlaceChanged, [told.prompt_id ?? '', told.new_cwd], { directory: label(told.new_cwd) }))
      : 'no folder is named',
  Notification: (told) => notice(told, told.notification_type ?? 'notification', told.message),
  PermissionRequest: (told) => notice(told, 'asks for permission', told.tool_name),
  PermissionDenied: (told) => notice(told, 'was denied permission', told.tool_name ?? told.reason),
  PostModelSwitch: (told) => notice(told, 'switched models', told.to_model),
  InstructionsLoaded: (told) => notice(told, 'read instructions', told.file_path),
  DirectoryAdded: (told) => notice(told, 'was given a folder', told.directory),
  ConfigChange: (told) => notice(told, 'its settings changed', told.file_path),
}

/** A finished helper reports as if its user had typed; nobody did. */
const SYNTHETIC = /^\s*<(?:task-notification|system-reminder)[\s>]/

function prompt(told: Told): Meaning {
  if (told.agent_id) return 'a prompt of a helper'
  if (told.prompt === undefined || told.prompt === null) return 'a prompt without text'
  if (SYNTHETIC.test(told.prompt)) return 'nobody typed this: a finished helper reports'
  const text = withoutOwnWords(told.prompt)
  const source = [told.prompt_id ?? hash16(told.prompt)]
  return {
    turn: { kind: 'prompt' },
    says: [saying(PromptSubmitted, source, { text: shortened(text), origin: 'user' })],
  }
}

function response(told: Told): readonly Saying[] {
  const text = told.last_assistant_message
  if (!text) return []
  return [
    saying(ResponseCompleted, [told.prompt_id ?? '', hash16(text)], {
      text: shortened(withoutOwnWords(text)),
    }),
  ]
}

const callOf = (told: Told) => ({
  id: told.tool_use_id ?? '',
  tool: told.tool_name ?? '',
  input: told.tool_input,
  subagent: told.agent_id ?? undefined,
})

function returned(told: Told, outcome: 'ok' | 'failed' | 'interrupted'): Meaning {
  if (!told.tool_use_id || !told.tool_name) return 'a tool without a name or id'
  const response = told.error ?? told.tool_response
  const all = returnedSayings(callOf(told), { outcome, response, durationMs: told.duration_ms ?? undefined })
  const interrupted = told.is_interrupt
    ? [saying(TurnInterrupted, [told.tool_use_id], { reason: `during ${label(told.tool_name)}` })]
    : []
  return says(...all, ...interrupted)
}

const isInterrupted = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'interrupted' in value && value.interrupted === true

/** The fork that writes a compaction's summary stops like a helper, but has no kind. */
function subagentStopped(told: Told): Meaning {
  if (!told.agent_id) return 'a helper without an id'
  if (!told.agent_type) return 'the fork that summarised for a compaction'
  const text = told.last_assistant_message
  return says(
    saying(SubagentStopped, [told.agent_id, hash16(text ?? '')], {
      subagent: label(told.agent_id),
      ...kindOf(told),
      ...(text && { text: shortened(text) }),
    }),
  )
}

const kindOf = (told: Told): { kind?: string } => (told.agent_type ? { kind: label(told.agent_type) } : {})

function notice(told: Told, kind: string, text: string | null | undefined): Meaning {
  const source = [told.hook_event_name, told.prompt_id ?? '', hash16(text ?? '')]
  return says(saying(AgentNoticed, source, { kind: label(kind), ...(text && { text: shortened(text) }) }))
}

const taskOf = (text: string, why: string | null | undefined) =>
  ({ text: shortened(text), ...(why && { why: shortened(why) }), origin: 'assistant' }) as const

/** The id that the opening of this task has: `factOf` makes it of the same parts. */
const taskEvent = (session: string, task: string): string =>
  derivedId('evt', 'claude-code', session, TaskOpened.type, task)
