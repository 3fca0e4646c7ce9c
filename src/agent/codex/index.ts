import type { AgentAdapter } from '../adapter.ts'
import { hookParser } from '../hearing.ts'
import { fits, reply } from './reply.ts'
import { interpret } from './to-events.ts'
import { usageIn } from './usage.ts'
import { isNotify, parseHook } from './wire.ts'

const hear = hookParser({
  parsePayload: parseHook,
  interpret,
  describe: (payload) => ({
    event: payload.hook_event_name,
    session: payload.session_id,
    directory: payload.cwd || undefined,
    // Inside a sub-agent it may be the sub-agent's own.
    transcript: payload.agent_id ? undefined : payload.transcript_path || undefined,
  }),
})

export const codex: AgentAdapter = {
  name: 'codex',
  parse(payload) {
    const heard = hear(payload)
    // The program that `notify` names is told of turns that our hooks tell of too.
    return heard.kind === 'malformed' && isNotify(payload)
      ? { kind: 'ignored', why: 'a turn that its hooks tell of too' }
      : heard
  },
  reply,
  fits,
  usageIn,
  /** Its app-server hosts many sessions, and outlives the terminal that started it. */
  oneSessionPerProcess: false,
  isProcess: ([program = '']) => PROGRAM.test(program),
}

/** Also under the name of its platform; not the programs that it brings along, whose names begin alike. */
const PROGRAM = /(?:^|[/\\])codex(?:-(?:x86_64|aarch64)-[a-z0-9_-]+)?(?:\.exe)?$/
