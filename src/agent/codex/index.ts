import type { AgentAdapter, ContextUsage } from '../adapter.ts'
import { fieldOf, textField } from '../field.ts'
import { hookParser } from '../hook-parser.ts'
import { linesFromEnd, tokensIn } from '../transcript/tail.ts'
import { fits, reply } from './reply.ts'
import { interpret } from './to-events.ts'
import { isNotify, parseHook } from './wire.ts'

const parseHookPayload = hookParser({
  parsePayload: parseHook,
  interpret,
  describe: (payload) => ({
    event: payload.hook_event_name,
    session: payload.session_id,
    directory: payload.cwd || undefined,
    // Inside a sub-agent it may be the sub-agent's transcript.
    transcript: payload.agent_id ? undefined : payload.transcript_path || undefined,
  }),
})

export const codex: AgentAdapter = {
  name: 'codex',
  parse(payload) {
    const result = parseHookPayload(payload)
    // The `notify` program receives turns that the hooks report as well.
    return result.kind === 'malformed' && isNotify(payload)
      ? { kind: 'ignored', why: 'a turn that the hooks report as well' }
      : result
  },
  reply,
  fits,
  usageIn,
  /** The app-server hosts many sessions and outlives the terminal that started it. */
  oneSessionPerProcess: false,
  isProcess: ([program = '']) => PROGRAM.test(program),
}

/** Also matches the platform binary, but not bundled programs such as codex-linux-sandbox. */
const PROGRAM = /(?:^|[/\\])codex(?:-(?:x86_64|aarch64)-[a-z0-9_-]+)?(?:\.exe)?$/

/** Codex writes usage and window size after every answer. A compaction invalidates earlier counts. */
function usageIn(tail: string): ContextUsage | undefined {
  for (const line of linesFromEnd(tail)) {
    if (textField(line, 'type') === 'compacted') return undefined
    const payload = fieldOf(line, 'payload')
    if (textField(payload, 'type') !== 'token_count') continue
    const info = fieldOf(payload, 'info')
    const used = tokensIn(fieldOf(info, 'last_token_usage'), 'total_tokens')
    const window = tokensIn(info, 'model_context_window')
    if (used > 0) return { used, ...(window > 0 && { window }) }
  }
  return undefined
}
