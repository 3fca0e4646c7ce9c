import type { AgentAdapter } from '../adapter.ts'
import { hearing } from '../hearing.ts'
import { fits, reply } from './reply.ts'
import { meaningOf } from './to-events.ts'
import { usageIn } from './usage.ts'
import { isNotify, parsed } from './wire.ts'

const hear = hearing({
  parsed,
  meaningOf,
  aboutOf: (told) => ({
    event: told.hook_event_name,
    session: told.session_id,
    directory: told.cwd || undefined,
    // Inside a sub-agent it may be the sub-agent's own.
    transcript: told.agent_id ? undefined : told.transcript_path || undefined,
  }),
})

export const codex: AgentAdapter = {
  name: 'codex',
  hear(payload) {
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
