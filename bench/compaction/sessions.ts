import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eventFromDraft } from '../../src/agent/event-draft.ts'
import { type Format, formatOf, HEAD_BYTES } from '../../src/agent/transcript/formats.ts'
import type { KnownEvent } from '../../src/event/catalogue.ts'
import { derivedId } from '../../src/event/identity.ts'
import { understand } from '../../src/event/understand.ts'
import type { Message } from '../../src/message/message.ts'
import { messagesOf } from '../../src/message/messages.ts'
import { hashOf } from '../extract/labels.ts'
import { claudeMessages } from './claude-code.ts'

/** The messages of a real session, and the points where its own model summarized them. */
export interface Transcript {
  readonly messages: readonly Message[]
  readonly summaries: readonly { readonly at: number; readonly text: string }[]
}

export type Half = 'tuning' | 'held out'
export interface RealSession extends Transcript {
  readonly name: string
  readonly half: Half
}

/** The half of a session, derived only from its file name. */
const halfOf = (name: string): Half =>
  Number.parseInt(hashOf(name).slice(0, 8), 16) % 2 === 0 ? 'tuning' : 'held out'

const MAX_BYTES = 12_000_000
const SUMMARISED = '"isCompactSummary":true'

/** The first `most` sessions of a half, in hash order, and every later session that contains a summary. */
export function* realSessions(folder: string, half: Half, most: number): Iterable<RealSession> {
  let taken = 0
  for (const { name, path } of filesOf(folder).filter((file) => halfOf(file.name) === half)) {
    const isSampled = taken < most
    const bytes = readFileSync(path)
    if (!isSampled && !bytes.includes(SUMMARISED)) continue
    const transcript = transcriptOf(bytes)
    if (!transcript || transcript.messages.length < MIN_MESSAGES) continue
    if (isSampled) taken += 1
    yield { name, half, ...transcript }
  }
}
const MIN_MESSAGES = 40

function filesOf(folder: string): readonly { readonly name: string; readonly path: string }[] {
  return readdirSync(folder)
    .flatMap((series) =>
      readdirSync(join(folder, series)).map((file) => ({
        name: `${series}/${file}`,
        path: join(folder, series, file),
      })),
    )
    .filter(({ name, path }) => /\.(?:jsonl|md)$/.test(name) && statSync(path).size <= MAX_BYTES)
    .sort((a, b) => (hashOf(a.name) < hashOf(b.name) ? -1 : 1))
}

function transcriptOf(bytes: Uint8Array): Transcript | undefined {
  const format = formatOf(bytes.subarray(0, HEAD_BYTES))
  if (!format) return undefined
  const items = format.items()
  const records = [...items.push(bytes), ...items.end()].flatMap((item) =>
    item.kind === 'record' ? [item.value] : [],
  )
  return format.name === 'claude-code' ? claudeMessages(records) : readMessages(format, records)
}

/** Reads transcripts from other agents with our readers, which separate commands and paths from the input. */
function readMessages(format: Format, records: readonly object[]): Transcript {
  const reader = format.reader()
  const session = derivedId('ses', format.name)
  const events = records
    .flatMap((record) => reader.read(record))
    .flatMap(({ session: client, draft }, index): readonly KnownEvent[] => {
      const fact = eventFromDraft({ agent: format.name, session: client, receivedAt: 0 }, draft)
      const hash = ''
      const chain = { payloadHash: hash, previousHash: hash, hash }
      const data = { ...inputOf(fact.data), ...fact.data }
      const known = fact.type.startsWith('tool.') ? { ...fact, data } : fact
      const meaning = understand({ ...known, session, seq: index + 1, position: index + 1, ...chain })
      return meaning.kind === 'known' ? [meaning.event] : []
    })
  return { messages: messagesOf(events).map(({ message }) => message), summaries: [] }
}

function inputOf({ command, file }: Readonly<Record<string, unknown>>): { readonly input?: string } {
  if (command === undefined && file === undefined) return {}
  return { input: JSON.stringify({ command, file_path: file }) }
}
