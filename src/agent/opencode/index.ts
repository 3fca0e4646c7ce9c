import type { AgentAdapter, AgentAnswer } from '../adapter.ts'
import { hookParser } from '../hook-parser.ts'
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

/** opencode has no limit. This is the most text that an agent should read in one reply. */
const MAX_TEXT = 30_000

function fits(text: string): boolean {
  return text.length <= MAX_TEXT
}

const WITH_TEXT: ReadonlySet<string> = new Set(['session.start', 'session.compacting'])

/** Read by our plugin, which passes the text to opencode. */
function reply({ event, text, notice }: AgentAnswer): string {
  if (!text || !fits(text) || !WITH_TEXT.has(event)) return '{}'
  return JSON.stringify({ text, ...(notice && event === 'session.start' && { notice }) })
}
