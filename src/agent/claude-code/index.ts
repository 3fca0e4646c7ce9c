import type { AgentAdapter } from '../adapter.ts'
import { hearing } from '../hearing.ts'
import { fits, reply } from './reply.ts'
import { meaningOf } from './to-events.ts'
import { usageIn } from './usage.ts'
import { parsed } from './wire.ts'

export const claudeCode: AgentAdapter = {
  name: 'claude-code',
  hear: hearing({
    parsed,
    meaningOf,
    aboutOf: (told) => ({
      event: told.hook_event_name,
      session: told.session_id,
      directory: told.cwd || undefined,
      transcript: told.transcript_path || undefined,
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
