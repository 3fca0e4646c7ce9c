import { eventFromDraft } from '../../src/agent/event-draft.ts'
import type { TranscriptReader } from '../../src/agent/transcript/reader.ts'
import type { NewEvent } from '../../src/event/define.ts'

export interface ToldFact {
  readonly type: string
  readonly at: number
  readonly data: NewEvent['data']
  readonly source: readonly string[]
}

/** Everything that a reader says about these records, as facts. */
export function toldBy(reader: TranscriptReader, records: readonly object[]): readonly ToldFact[] {
  const told = [...records.flatMap((record) => reader.read(record)), ...reader.end()]
  return told.map(({ session, draft }) => {
    const { type, at, data } = eventFromDraft({ agent: 'test', session, heardAt: 0 }, draft)
    return { type, at, data, source: draft.source }
  })
}

export const typesOf = (told: readonly ToldFact[]): readonly string[] => told.map(({ type }) => type)
