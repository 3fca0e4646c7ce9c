import type { AgentAdapter } from '../adapter.ts'
import { fits, reply } from './reply.ts'
import { meaningOf } from './to-events.ts'
import { parsed } from './wire.ts'

export const claudeCode: AgentAdapter = {
  name: 'claude-code',
  hear(payload) {
    const read = parsed(payload)
    if (read.kind === 'malformed') return read
    const { told } = read
    const meaning = meaningOf(told)
    if (typeof meaning === 'string') return { kind: 'ignored', why: meaning }
    return {
      kind: 'heard',
      event: told.hook_event_name,
      session: told.session_id,
      directory: told.cwd || undefined,
      transcript: told.transcript_path || undefined,
      ...meaning,
      ...(told.prompt && { prompt: told.prompt }),
    }
  },
  reply,
  fits,
  oneSessionPerProcess: true,
  isProcess: ([program = '', script = '']) =>
    /(?:^|\/)claude(?:\.exe)?$/.test(program) || /claude-code\/(?:cli|bin)/.test(script),
}
