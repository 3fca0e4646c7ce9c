import { ContextCompacting } from '../../event/context.ts'
import { AgentNoticed, PromptSubmitted, ResponseCompleted } from '../../event/turn.ts'
import { label } from '../label.ts'
import { shortened } from '../long-text.ts'
import { type Meaning, says, sourceOf } from '../meaning.ts'
import { withoutOwnWords } from '../own-words.ts'
import { saying } from '../saying.ts'
import { hash16 } from '../text-hash.ts'
import { calledSaying, outcomeOf, returnedSayings, type ToolCall } from './tools.ts'
import type { Told } from './wire.ts'

/** What an event of Gemini CLI means. */
export const meaningOf = (told: Told): Meaning =>
  (Object.hasOwn(READERS, told.hook_event_name) ? READERS[told.hook_event_name]?.(told) : undefined) ??
  'an event that carries nothing to keep'

const READERS: Readonly<Record<string, (told: Told) => Meaning>> = {
  SessionStart: (told) => ({ turn: { kind: 'start', source: sourceOf(told.source) }, says: [] }),
  SessionEnd: (told) => ({ turn: { kind: 'end', reason: told.reason || 'other' }, says: [] }),
  BeforeAgent: prompt,
  AfterAgent: response,
  BeforeTool: (told) => called(told, (call) => says(calledSaying(call))),
  AfterTool: (told) => called(told, (call) => returned(call, told.tool_response)),
  PreCompress: compacting,
  Notification: notice,
}

function prompt(told: Told): Meaning {
  const text = withoutHookContext(withoutOwnWords(told.prompt ?? ''))
  if (text === '') return 'a prompt without words of its own'
  return {
    turn: { kind: 'prompt' },
    says: [saying(PromptSubmitted, [told.timestamp], { text: shortened(text), origin: 'user' })],
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

function response(told: Told): Meaning {
  const text = withoutOwnWords(told.prompt_response ?? '')
  return {
    turn: { kind: 'stop', isContinued: told.stop_hook_active === true },
    says: [
      saying(ResponseCompleted, [told.timestamp, hash16(text)], { ...(text && { text: shortened(text) }) }),
    ],
  }
}

function called(told: Told, meaning: (call: ToolCall) => Meaning): Meaning {
  if (!told.tool_name) return 'a tool without a name'
  return meaning({
    tool: told.tool_name,
    input: told.tool_input,
    moment: told.timestamp,
    directory: told.cwd ?? undefined,
  })
}

const returned = (call: ToolCall, response: unknown): Meaning =>
  says(...returnedSayings(call, { outcome: outcomeOf(call.tool, response), response }))

/** Before every request the client asks itself whether to compress, and says so each time. */
function compacting(told: Told): Meaning {
  if (told.trigger !== 'manual') return 'it comes before every request, compressed or not'
  return {
    turn: { kind: 'compacting', trigger: 'manual' },
    says: [saying(ContextCompacting, [told.timestamp, 'manual'], { trigger: 'manual' })],
  }
}

function notice(told: Told): Meaning {
  const text = told.message ?? ''
  return says(
    saying(AgentNoticed, [told.hook_event_name, told.timestamp, hash16(text)], {
      kind: label(told.notification_type || 'notification'),
      ...(text && { text: shortened(text) }),
    }),
  )
}
