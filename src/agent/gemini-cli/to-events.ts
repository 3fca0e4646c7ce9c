import { ContextCompacting } from '../../event/context.ts'
import { AgentNoticed, PromptSubmitted, ResponseCompleted } from '../../event/turn.ts'
import { withoutBriefs } from '../brief-fence.ts'
import { eventDraft, hash16 } from '../event-draft.ts'
import { drafts, type HookMeaning, ignored, startSourceOf } from '../hook-parser.ts'
import { shorten, toLabel } from '../stored-text.ts'
import { type GeminiToolCall, outcomeOf, structuredDrafts, toolCallDraft, toolResultDrafts } from './tools.ts'
import type { GeminiPayload } from './wire.ts'

/** Interprets a Gemini CLI hook. */
export const interpret = (payload: GeminiPayload): HookMeaning =>
  (Object.hasOwn(INTERPRETERS, payload.hook_event_name)
    ? INTERPRETERS[payload.hook_event_name]?.(payload)
    : undefined) ?? ignored('nothing to store')

const INTERPRETERS: Readonly<Record<string, (payload: GeminiPayload) => HookMeaning>> = {
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
  BeforeAgent: prompt,
  AfterAgent: response,
  BeforeTool: (payload) => withCall(payload, (call) => drafts(toolCallDraft(call))),
  AfterTool: (payload) => withCall(payload, (call) => toolResult(call, payload.tool_response)),
  PreCompress: compacting,
  Notification: notice,
}

function prompt(payload: GeminiPayload): HookMeaning {
  const text = withoutHookContext(withoutBriefs(payload.prompt ?? ''))
  if (text === '') return ignored('a prompt with hook context only')
  return {
    kind: 'parsed',
    turn: { kind: 'prompt' },
    drafts: [eventDraft(PromptSubmitted, [payload.timestamp], { text: shorten(text), origin: 'user' })],
  }
}

const OPEN = '<hook_context>'
const CLOSE = '</hook_context>'

/** Context from start hooks precedes the prompt; context from prompt hooks follows it. */
export function withoutHookContext(prompt: string): string {
  let text = prompt.trim()
  for (let end = text.indexOf(CLOSE); text.startsWith(OPEN) && end >= 0; end = text.indexOf(CLOSE))
    text = text.slice(end + CLOSE.length).trimStart()
  for (let start = text.lastIndexOf(OPEN); text.endsWith(CLOSE) && start >= 0; start = text.lastIndexOf(OPEN))
    text = text.slice(0, start).trimEnd()
  return text
}

function response(payload: GeminiPayload): HookMeaning {
  const text = withoutBriefs(payload.prompt_response ?? '')
  return {
    kind: 'parsed',
    turn: { kind: 'stop', isContinued: payload.stop_hook_active === true },
    drafts: [
      eventDraft(ResponseCompleted, [payload.timestamp, hash16(text)], {
        ...(text && { text: shorten(text) }),
      }),
    ],
  }
}

function withCall(payload: GeminiPayload, meaning: (call: GeminiToolCall) => HookMeaning): HookMeaning {
  if (!payload.tool_name) return ignored('a tool without a name')
  return meaning({
    tool: payload.tool_name,
    input: payload.tool_input,
    moment: payload.timestamp,
    directory: payload.cwd ?? undefined,
  })
}

function toolResult(call: GeminiToolCall, response: unknown): HookMeaning {
  const outcome = outcomeOf(call.tool, response)
  const structured = outcome === 'ok' ? structuredDrafts(call, response) : []
  return drafts(...toolResultDrafts(call, { outcome, response }), ...structured)
}

/** The client sends an automatic PreCompress before every request, whether it compresses or not. */
function compacting(payload: GeminiPayload): HookMeaning {
  if (payload.trigger !== 'manual') return ignored('sent before every request, compressed or not')
  return {
    kind: 'parsed',
    turn: { kind: 'compacting', trigger: 'manual' },
    drafts: [eventDraft(ContextCompacting, [payload.timestamp, 'manual'], { trigger: 'manual' })],
  }
}

function notice(payload: GeminiPayload): HookMeaning {
  const text = payload.message ?? ''
  return drafts(
    eventDraft(AgentNoticed, [payload.hook_event_name, payload.timestamp, hash16(text)], {
      kind: toLabel(payload.notification_type || 'notification'),
      ...(text && { text: shorten(text) }),
    }),
  )
}
