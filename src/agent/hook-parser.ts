import { type AgentAdapter, type ParsedHook, START_SOURCES, type StartSource, type Turn } from './adapter.ts'
import type { EventDraft } from './event-draft.ts'
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

/** What a payload means; a text is the reason why nothing of it is kept. */
export type Meaning = { readonly turn?: Turn; readonly drafts: readonly EventDraft[] } | string

export const drafts = (...all: readonly EventDraft[]): Meaning => ({ drafts: all })

/** For clients that tell the time of each thing. */
const withTime = (drafts: readonly EventDraft[], at: number): readonly EventDraft[] =>
  drafts.map((draft) => ({ ...draft, at: draft.at ?? at }))

/** A source that we do not know is a start like any other. */
export const startSourceOf = (text: string | null | undefined): StartSource =>
  START_SOURCES.find((source) => source === text) ?? 'startup'

export const triggerOf = (text: string | null | undefined): 'manual' | 'auto' | undefined =>
  text === 'manual' || text === 'auto' ? text : undefined
