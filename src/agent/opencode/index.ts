import type { AgentAdapter } from '../adapter.ts'
import { dated } from '../meaning.ts'
import { fits, reply } from './reply.ts'
import { meaningOf } from './to-events.ts'
import { parsed } from './wire.ts'

export const opencode: AgentAdapter = {
  name: 'opencode',
  hear(payload) {
    const read = parsed(payload)
    if (read.kind === 'malformed') return read
    const { told } = read
    const meaning = meaningOf(told)
    if (typeof meaning === 'string') return { kind: 'ignored', why: meaning }
    const { at } = told
    return {
      kind: 'heard',
      event: told.hook,
      session: told.sessionID,
      directory: told.directory || undefined,
      agentVersion: told.version || undefined,
      at,
      ...(told.hook === 'chat.message' && told.text && { prompt: told.text }),
      ...meaning,
      says: dated(meaning.says, at),
    }
  },
  reply,
  fits,
  oneSessionPerProcess: false,
  isProcess: ([program = '']) => /(?:^|[/\\])\.?opencode(?:\.exe)?$/.test(program),
}
