import type { AgentAdapter } from '../adapter.ts'
import { hookParser } from '../hook-parser.ts'
import { fits, reply } from './reply.ts'
import { interpret } from './to-events.ts'
import { usageIn } from './usage.ts'
import { parseHook } from './wire.ts'

export const claudeCode: AgentAdapter = {
  name: 'claude-code',
  parse: hookParser({
    parsePayload: parseHook,
    interpret,
    describe: (payload) => ({
      event: payload.hook_event_name,
      session: payload.session_id,
      directory: payload.cwd || undefined,
      transcript: payload.transcript_path || undefined,
    }),
  }),
  reply,
  fits,
  usageIn,
  oneSessionPerProcess: true,
  isSilentWhenInterrupted: true,
  isProcess: ([program = '', script = '']) =>
    /(?:^|\/)claude(?:\.exe)?$/.test(program) || /claude-code\/(?:cli|bin)/.test(script),
}
