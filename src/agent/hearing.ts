import type { AgentAdapter, Heard } from './adapter.ts'
import { dated, type Meaning } from './meaning.ts'
import type { Read } from './wire.ts'

type About = Omit<Heard, 'kind' | 'turn' | 'says'>

/** How every client is heard: bytes become what it told, that becomes what it means, or the reason why it means nothing. */
export function hearing<T>(client: {
  parsed(payload: string): Read<T>
  meaningOf(told: T): Meaning
  /** Where it happened, and in which session. */
  aboutOf(told: T): About
}): AgentAdapter['hear'] {
  return (payload) => {
    const read = client.parsed(payload)
    if (read.kind === 'malformed') return read
    const meaning = client.meaningOf(read.told)
    if (typeof meaning === 'string') return { kind: 'ignored', why: meaning }
    const about = client.aboutOf(read.told)
    const says = about.at === undefined ? meaning.says : dated(meaning.says, about.at)
    return { kind: 'heard', ...about, ...meaning, says }
  }
}
