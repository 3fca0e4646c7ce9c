import { ContextCompacting } from '../../event/context.ts'
import { AgentNoticed, PromptSubmitted, ResponseCompleted } from '../../event/turn.ts'
import { withoutOwnWords } from '../brief-fence.ts'
import { eventDraft, hash16 } from '../event-draft.ts'
import { drafts, type Meaning, startSourceOf } from '../hook-parser.ts'
import { label, shortened } from '../stored-text.ts'
import { outcomeOf, type ToolCall, toolCallDraft, toolResultDrafts } from './tools.ts'
import type { GeminiPayload } from './wire.ts'
/** What an event of Gemini CLI means. */
export const interpret = (payload: GeminiPayload): Meaning =>
  (Object.hasOwn(READERS, payload.hook_event_name)
    ? READERS[payload.hook_event_name]?.(payload)
    : undefined) ?? 'an event that carries nothing to keep'

const READERS: Readonly<Record<string, (payload: GeminiPayload) => Meaning>> = {
  SessionStart: (payload) => ({ turn: { kind: 'start', source: startSourceOf(payload.source) }, drafts: [] }),
  SessionEnd: (payload) => ({ turn: { kind: 'end', reason: payload.reason || 'other' }, drafts: [] }),
  BeforeAgent: prompt,
  AfterAgent: response,
  BeforeTool: (payload) => called(payload, (call) => drafts(toolCallDraft(call))),
  AfterTool: (payload) => called(payload, (call) => returned(call, payload.tool_response)),
  PreCompress: compacting,
  Notification: notice,
}

function prompt(payload: GeminiPayload): Meaning {
  const text = withoutHookContext(withoutOwnWords(payload.prompt ?? ''))
  if (text === '') return 'a prompt without words of its own'
  return {
    turn: { kind: 'prompt' },
    drafts: [eventDraft(PromptSubmitted, [payload.timestamp], { text: shortened(text), origin: 'user' })],
  }
}

const OPEN = '<hook_context>'
const CLOSE = '</hook_context>'

/** What hooks said at the start stands before the prompt, and what they said to the prompt behind it. */
export function withoutHookContext(prompt: string): string {
  let text = prompt.trim()
  for (let end = text.indexOf(CLOSE); text.startsWith(OPEN) && end >= 0; end = text.indexOf(CLOSE))
    text = text.slice(end + CLOSE.length).trimStart()
  for (let start = text.lastIndexOf(OPEN); text.endsWith(CLOSE) && start >= 0; start = text.lastIndexOf(OPEN))
    text = text.slice(0, start).trimEnd()
  return text
}

function response(payload: GeminiPayload): Meaning {
  const text = withoutOwnWords(payload.prompt_response ?? '')
  return {
    turn: { kind: 'stop', isContinued: payload.stop_hook_active === true },
    drafts: [
      eventDraft(ResponseCompleted, [payload.timestamp, hash16(text)], {
        ...(text && { text: shortened(text) }),
      }),
    ],
  }
}

function called(payload: GeminiPayload, meaning: (call: ToolCall) => Meaning): Meaning {
  if (!payload.tool_name) return 'a tool without a name'
  return meaning({
    tool: payload.tool_name,
    input: payload.tool_input,
    moment: payload.timestamp,
    directory: payload.cwd ?? undefined,
  })
}

const returned = (call: ToolCall, response: unknown): Meaning =>
  drafts(...toolResultDrafts(call, { outcome: outcomeOf(call.tool, response), response }))

/** Before every request the client asks itself whether to compress, and says so each time. */
function compacting(payload: GeminiPayload): Meaning {
  if (payload.trigger !== 'manual') return 'it comes before every request, compressed or not'
  return {
    turn: { kind: 'compacting', trigger: 'manual' },
    drafts: [eventDraft(ContextCompacting, [payload.timestamp, 'manual'], { trigger: 'manual' })],
  }
}

function notice(payload: GeminiPayload): Meaning {
  const text = payload.message ?? ''
  return drafts(
    eventDraft(AgentNoticed, [payload.hook_event_name, payload.timestamp, hash16(text)], {
      kind: label(payload.notification_type || 'notification'),
      ...(text && { text: shortened(text) }),
    }),
  )
}
