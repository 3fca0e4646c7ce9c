import type { AgentAdapter } from '../adapter.ts'
import { hookParser } from '../hook-parser.ts'
import { fits, reply } from './reply.ts'
import { interpret } from './to-events.ts'
import { parseHook } from './wire.ts'

export const opencode: AgentAdapter = {
  name: 'opencode',
  parse: hookParser({
    parsePayload: parseHook,
    interpret,
    describe: (payload) => ({
      event: payload.hook,
      session: payload.sessionID,
      directory: payload.directory || undefined,
      agentVersion: payload.version || undefined,
      at: payload.at,
      pid: payload.pid ?? undefined,
    }),
  }),
  reply,
  fits,
  oneSessionPerProcess: false,
  isProcess: ([program = '']) => /(?:^|[/\\])\.?opencode(?:\.exe)?$/.test(program),
}
