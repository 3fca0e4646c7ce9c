import * as v from 'valibot'
import { once } from '../../once.ts'
import { ClientId, maybe, type PayloadResult, parsePayload } from '../wire.ts'

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/**
 * Payload of our plugin (plugin.ts). The field names come from opencode. Unknown fields, for example from a newer
 * plugin, are ignored.
 */
const OpencodePayload = once(() =>
  v.object({
    hook: ClientId,
    /** The session; for a sub-agent, the top-level session. */
    sessionID: ClientId,
    subagent: maybe(ClientId),
    directory: maybe(v.string()),
    version: maybe(v.string()),
    pid: maybe(v.pipe(v.number(), v.safeInteger(), v.minValue(2))),
    at: v.pipe(v.number(), v.safeInteger()),
    source: maybe(v.string()),
    trigger: maybe(v.string()),
    /** The id that opencode's bus gave the event. */
    id: maybe(v.string()),
    messageID: maybe(v.string()),
    text: maybe(v.string()),
    kind: maybe(v.string()),
    model: maybe(v.string()),
    inputTokens: maybe(Count),
    outputTokens: maybe(Count),
    /** Context size at the end of the turn. */
    contextTokens: maybe(Count),
    callID: maybe(v.string()),
    tool: maybe(v.string()),
    args: maybe(v.unknown()),
    output: maybe(v.unknown()),
    metadata: maybe(v.unknown()),
    error: maybe(v.string()),
    isInterrupted: maybe(v.boolean()),
    durationMs: maybe(Count),
    todos: maybe(v.array(v.object({ content: v.string(), status: v.string() }))),
  }),
)
export type OpencodePayload = v.InferOutput<ReturnType<typeof OpencodePayload>>

export const parseHook = (payload: string): PayloadResult<OpencodePayload> =>
  parsePayload(OpencodePayload(), payload)
