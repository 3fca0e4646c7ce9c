import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredEvent } from '../../../src/event/define.ts'
import { derivedId, type SessionId } from '../../../src/event/identity.ts'
import { docOf } from '../../../src/log/sqlite/views.ts'
import { checkpoint } from './checkpoint.ts'
import { eventId, eventKinds, sampleEvent } from './event-source.ts'
import { logPath, openLog } from './open-log.ts'
import { seeded } from './random.ts'

/** Two intact homes with the same log, and the content of that log. */
export interface Pristine {
  /** A home with everything in the database file. */
  readonly closed: string
  /** A home with the last third still in the WAL. */
  readonly open: string
  readonly events: readonly StoredEvent[]
  readonly views: ReadonlyMap<SessionId, string>
}

const EVENTS = 240
const SESSIONS = 6
/** Events in the database file; the rest is in the WAL. */
export const IN_FILE = 160

export async function pristineHomes(folder: string, seed: number): Promise<Pristine> {
  const home = join(folder, 'pristine')
  const [closed, open] = [join(folder, 'closed'), join(folder, 'open')]
  const random = seeded(seed, 'pristine')
  const log = openLog(home)
  for (let index = 0; index < EVENTS; index += 1) {
    if (index === IN_FILE) checkpoint(home)
    const isLong = index % 8 === 0
    const definition = isLong
      ? eventKinds.find(({ type }) => type === 'response.completed')!
      : random.oneOf(eventKinds)
    const text = isLong ? longText(index) : (): string => `text-${index}-${random.below(1e9)}`
    const event = sampleEvent(definition, { id: eventId('pristine', index), at: index }, { random, text })
    await log.append(derivedId('ses', 'pristine', String(index % SESSIONS)), [event])
  }
  cpSync(home, open, { recursive: true })
  const events: StoredEvent[] = []
  for await (const event of log.read()) events.push(event)
  const views = new Map((await log.views()).map(({ session, view }) => [session, docOf(view)]))
  await log.close()
  checkpoint(home)
  mkdirSync(closed)
  cpSync(logPath(home), logPath(closed))
  return { closed, open, events, views }
}

/** Long enough for overflow pages. Only the first text of an event is long, so every piece is unique. */
function longText(index: number): () => string {
  const texts = [Array.from({ length: 400 }, (_, piece) => pieceOf(index, piece)).join(' ')]
  return () => texts.pop() ?? `model-${index}`
}

const pieceOf = (index: number, piece: number): string => `long-${index}-piece-${piece}-`

export const middlePiece = (event: StoredEvent, fraction: number): string =>
  pieceOf(event.at, 100 + Math.floor(fraction * 250))
