import * as v from 'valibot'
import { once } from '../../once.ts'
import { ClientId, maybe, type PayloadResult, parsePayload } from '../wire.ts'

/** Payload of a Codex hook. Unused fields are ignored. */
const CodexPayload = once(() =>
  v.object({
    session_id: ClientId,
    hook_event_name: ClientId,
    turn_id: maybe(v.string()),
    transcript_path: maybe(v.string()),
    cwd: maybe(v.string()),
    model: maybe(v.string()),
    /** Present only inside a sub-agent. `session_id` is then the session of its parent. */
    agent_id: maybe(v.string()),
    agent_type: maybe(v.string()),
    source: maybe(v.string()),
    reason: maybe(v.string()),
    prompt: maybe(v.string()),
    trigger: maybe(v.string()),
    stop_hook_active: maybe(v.boolean()),
    last_assistant_message: maybe(v.string()),
    tool_name: maybe(v.string()),
    tool_use_id: maybe(v.string()),
    tool_input: maybe(v.unknown()),
    tool_response: maybe(v.unknown()),
  }),
)
export type CodexPayload = v.InferOutput<ReturnType<typeof CodexPayload>>

/** Payload of the `notify` setting. It repeats turns and includes hidden sessions. */
const Notify = v.object({ type: v.literal('agent-turn-complete') })

export const parseHook = (payload: string): PayloadResult<CodexPayload> =>
  parsePayload(CodexPayload(), payload)
export const isNotify = (payload: string): boolean => parsePayload(Notify, payload).kind === 'valid'
