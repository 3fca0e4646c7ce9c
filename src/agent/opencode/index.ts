import type { AgentAdapter } from '../adapter.ts'
import { hearing } from '../hearing.ts'
import { fits, reply } from './reply.ts'
import { meaningOf } from './to-events.ts'
import { parsed } from './wire.ts'

export const opencode: AgentAdapter = {
  name: 'opencode',
  hear: hearing({
    parsed,
    meaningOf,
    aboutOf: (told) => ({
      event: told.hook,
      session: told.sessionID,
      directory: told.directory || undefined,
      agentVersion: told.version || undefined,
      at: told.at,
      pid: told.pid ?? undefined,
    }),
  }),
  reply,
  fits,
  oneSessionPerProcess: false,
  isProcess: ([program = '']) => /(?:^|[/\\])\.?opencode(?:\.exe)?$/.test(program),
}
