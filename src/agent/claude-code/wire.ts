import * as v from 'valibot'
import { once } from '../../once.ts'
import { ClientId, maybe, type Read, read } from '../wire.ts'

/** What Claude Code writes to the standard input of a hook, in its own spelling. Fields we do not use are passed over. */
const Told = once(() =>
  v.object({
    session_id: ClientId,
    transcript_path: maybe(v.string()),
    cwd: maybe(v.string()),
    hook_event_name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    prompt_id: maybe(v.string()),
    agent_id: maybe(v.string()),
    agent_type: maybe(v.string()),
    source: maybe(v.string()),
    reason: maybe(v.string()),
    prompt: maybe(v.string()),
    trigger: maybe(v.string()),
    compact_summary: maybe(v.string()),
    custom_instructions: maybe(v.string()),
    stop_hook_active: maybe(v.boolean()),
    last_assistant_message: maybe(v.string()),
    tool_name: maybe(v.string()),
    tool_input: maybe(v.unknown()),
    tool_response: maybe(v.unknown()),
    tool_use_id: maybe(v.string()),
    duration_ms: maybe(v.number()),
    error: maybe(v.string()),
    is_interrupt: maybe(v.boolean()),
    message: maybe(v.string()),
    notification_type: maybe(v.string()),
    task_id: maybe(v.string()),
    task_subject: maybe(v.string()),
    task_description: maybe(v.string()),
    new_cwd: maybe(v.string()),
    file_path: maybe(v.string()),
    command_name: maybe(v.string()),
    command_args: maybe(v.string()),
    to_model: maybe(v.string()),
    directory: maybe(v.string()),
  }),
)
export type Told = v.InferOutput<ReturnType<typeof Told>>

export const parsed = (payload: string): Read<Told> => read(Told(), payload)
