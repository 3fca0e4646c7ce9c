import * as v from 'valibot'
import { once } from '../../once.ts'
import { ClientId, maybe, type PayloadResult, parsePayload } from '../wire.ts'

/** Payload of a Gemini CLI hook. Unused fields are ignored. */
const GeminiPayload = once(() =>
  v.object({
    session_id: ClientId,
    hook_event_name: ClientId,
    /** The only field in which two otherwise identical events differ. */
    timestamp: v.pipe(
      v.string(),
      v.maxLength(40),
      v.check((text) => Number.isSafeInteger(Date.parse(text)), 'no time'),
    ),
    transcript_path: maybe(v.string()),
    cwd: maybe(v.string()),
    source: maybe(v.string()),
    reason: maybe(v.string()),
    prompt: maybe(v.string()),
    prompt_response: maybe(v.string()),
    stop_hook_active: maybe(v.boolean()),
    trigger: maybe(v.string()),
    notification_type: maybe(v.string()),
    message: maybe(v.string()),
    tool_name: maybe(v.string()),
    tool_input: maybe(v.unknown()),
    tool_response: maybe(v.unknown()),
  }),
)
export type GeminiPayload = v.InferOutput<ReturnType<typeof GeminiPayload>>

export const parseHook = (payload: string): PayloadResult<GeminiPayload> =>
  parsePayload(GeminiPayload(), payload)
