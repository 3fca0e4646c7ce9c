import type { AgentAdapter, ParsedHook } from './adapter.ts'
import { type Meaning, withTime } from './meaning.ts'
import type { PayloadResult } from './wire.ts'

type About = Omit<ParsedHook, 'kind' | 'turn' | 'drafts'>

/** How every client is heard: bytes become what it told, that becomes what it means, or the reason why it means nothing. */
export function hookParser<T>(client: {
  parsePayload(payload: string): PayloadResult<T>
  interpret(payload: T): Meaning
  /** Where it happened, and in which session. */
  describe(payload: T): About
}): AgentAdapter['parse'] {
  return (payload) => {
    const read = client.parsePayload(payload)
    if (read.kind === 'malformed') return read
    const meaning = client.interpret(read.payload)
    if (typeof meaning === 'string') return { kind: 'ignored', why: meaning }
    const about = client.describe(read.payload)
    const drafts = about.at === undefined ? meaning.drafts : withTime(meaning.drafts, about.at)
    return { kind: 'parsed', ...about, ...meaning, drafts }
  }
}
