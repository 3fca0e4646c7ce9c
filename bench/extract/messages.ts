import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventFromDraft } from '../../src/agent/event-draft.ts'
import { formatOf, HEAD_BYTES } from '../../src/agent/transcript/formats.ts'

/** A message from a real session, with its reference and full text. */
export interface SampleMessage {
  readonly series: string
  /** The number at the start of the session's file name. */
  readonly session: string
  readonly file: string
  /** The index in the session, counting the messages of the user and the assistant. */
  readonly ordinal: number
  readonly speaker: 'user' | 'assistant'
  readonly text: string
  /** Whether the message is the last answer before the next prompt. Hooks report only that answer. */
  readonly isFinal: boolean
  /** Whether the message is the first prompt of its session. */
  readonly isFirst: boolean
}

export const KNOWN_SERIES = [
  'cipher-box',
  'cli-alex',
  'cli-dip',
  'cli-gtrrz-victor',
  'cli-paul',
  'getspecstory_cli',
  'minsky',
  'oh-my-posh',
] as const

const SPEAKERS: ReadonlyMap<string, SampleMessage['speaker']> = new Map([
  ['prompt.submitted', 'user'],
  ['response.completed', 'assistant'],
])

/** The messages of every session in a series, read with leftoff's own readers. */
export function sessionsOf(folder: string, series: string): readonly (readonly SampleMessage[])[] {
  return readdirSync(join(folder, series))
    .filter((file) => /\.(jsonl|md)$/.test(file))
    .sort()
    .map((file) =>
      messagesOf(join(folder, series, file), { series, file, session: file.split('_', 1)[0] ?? '' }),
    )
}

function messagesOf(
  path: string,
  reference: Pick<SampleMessage, 'series' | 'session' | 'file'>,
): readonly SampleMessage[] {
  const bytes = readFileSync(path)
  const format = formatOf(bytes.subarray(0, HEAD_BYTES))
  if (!format) return []
  const items = format.items()
  const reader = format.reader()
  const turns = [...items.push(bytes), ...items.end()]
    .flatMap((item) => (item.kind === 'record' ? reader.read(item.value) : []))
    .flatMap(({ session, draft }) => {
      const speaker = SPEAKERS.get(draft.type)
      const text = speaker && eventFromDraft({ agent: format.name, session, receivedAt: 0 }, draft).data.text
      return speaker && typeof text === 'string' && text !== '' ? [{ speaker, text }] : []
    })
  const first = turns.findIndex(({ speaker }) => speaker === 'user')
  return turns.map(({ speaker, text }, ordinal) => ({
    ...reference,
    ordinal,
    speaker,
    text,
    isFinal: speaker === 'assistant' && turns[ordinal + 1]?.speaker !== 'assistant',
    isFirst: ordinal === first,
  }))
}
