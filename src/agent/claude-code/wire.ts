import * as v from 'valibot'
import { once } from '../../once.ts'
import { ClientId, maybe, type PayloadResult, parsePayload } from '../wire.ts'

/** Payload of a Claude Code hook. Unused fields are ignored. */
const ClaudeCodePayload = once(() => {
  // Shared instances, because thirty separate schemas would cost every hook 0.2 ms.
  const [text, yes, anything] = [maybe(v.string()), maybe(v.boolean()), maybe(v.unknown())]
  return v.object({
    session_id: ClientId,
    transcript_path: text,
    cwd: text,
    hook_event_name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    prompt_id: text,
    agent_id: text,
    agent_type: text,
    source: text,
    seconds_since_last_response: maybe(v.number()),
    reason: text,
    prompt: text,
    session_title: text,
    trigger: text,
    compact_summary: text,
    custom_instructions: text,
    stop_hook_active: yes,
    last_assistant_message: text,
    tool_name: text,
    tool_input: anything,
    tool_response: anything,
    tool_use_id: text,
    duration_ms: maybe(v.number()),
    error: text,
    is_interrupt: yes,
    message: text,
    notification_type: text,
    task_id: text,
    task_subject: text,
    task_description: text,
    new_cwd: text,
    file_path: text,
    command_name: text,
    command_args: text,
    to_model: text,
    directory: text,
  })
})
export type ClaudeCodePayload = v.InferOutput<ReturnType<typeof ClaudeCodePayload>>

export const parseHook = (payload: string): PayloadResult<ClaudeCodePayload> =>
  parsePayload(ClaudeCodePayload(), payload)
