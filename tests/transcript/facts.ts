import { eventFromDraft } from '../../src/agent/event-draft.ts'
import type { TranscriptReader } from '../../src/agent/transcript/reader.ts'
import type { NewEvent } from '../../src/event/define.ts'

interface TranscriptFact {
  readonly type: string
  readonly at: number
  readonly data: NewEvent['data']
  readonly source: readonly string[]
}

/** The events that a reader drafts from these records. */
export function factsFrom(reader: TranscriptReader, records: readonly object[]): readonly TranscriptFact[] {
  const drafts = [...records.flatMap((record) => reader.read(record)), ...reader.end()]
  return drafts.map(({ session, draft }) => {
    const { type, at, data } = eventFromDraft({ agent: 'test', session, receivedAt: 0 }, draft)
    return { type, at, data, source: draft.source }
  })
}

export const typesOf = (facts: readonly TranscriptFact[]): readonly string[] => facts.map(({ type }) => type)
