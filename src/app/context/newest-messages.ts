import type { KnownEvent } from '../../event/catalogue.ts'
import type { SessionId } from '../../event/identity.ts'
import type { StoredMessage } from '../../message/message.ts'
import { messagesOf } from '../../message/messages.ts'
import { type EventPosition, knownEvents, type LineagePart, type SessionPrefix } from '../branch/lineage.ts'
import type { World } from '../world.ts'

interface NewestAsk {
  /** Limits the result to messages after this event. */
  readonly after?: EventPosition | undefined
  /** Returns true if these messages are enough. Otherwise, older messages are read too. */
  readonly isEnough: (newest: readonly StoredMessage[]) => boolean
}

/** Number of events in the first read. Each further read doubles the number. */
const WINDOW = 256

/** The newest messages of a session and its ancestors, without reading older events. */
export async function newestMessages(
  world: World,
  line: readonly LineagePart[],
  ask: NewestAsk,
): Promise<readonly StoredMessage[]> {
  let newest: readonly StoredMessage[] = []
  for (const stretch of line.toReversed()) {
    const from = ask.after?.session === stretch.session ? ask.after.seq : 0
    newest = [...(await newestOf(world, stretch, { from, newer: newest, isEnough: ask.isEnough })), ...newest]
    if (ask.after?.session === stretch.session || ask.isEnough(newest)) break
  }
  return newest
}

interface StretchAsk extends Pick<NewestAsk, 'isEnough'> {
  readonly from: number
  readonly newer: readonly StoredMessage[]
}

async function newestOf(
  world: World,
  stretch: LineagePart,
  { from, newer, isEnough }: StretchAsk,
): Promise<readonly StoredMessage[]> {
  for (let size = WINDOW; ; size *= 2) {
    const start = Math.max(from, stretch.upTo - size)
    const messages = messagesOf(await eventsOf(world, stretch, start))
    if (start === from) return messages
    const whole = messages.slice(messages.findIndex(isBeginning))
    if (messages.some(isBeginning) && isEnough([...whole, ...newer])) return whole
  }
}

/** Whether a step begins with this message. The result must not begin in the middle of a step. */
const isBeginning = ({ message: { role, content } }: StoredMessage): boolean =>
  role === 'user' || role === 'system' || (role === 'assistant' && typeof content === 'string')

async function eventsOf(
  world: World,
  { session, upTo }: SessionPrefix,
  after: number,
): Promise<readonly KnownEvent[]> {
  const events: KnownEvent[] = []
  for await (const event of knownEvents(world, { session, after, upTo })) events.push(event)
  return events
}

/** The event at this position; undefined if it was forgotten or is damaged. */
export async function eventAt(
  world: World,
  { session, seq }: { readonly session: SessionId; readonly seq: number },
): Promise<KnownEvent | undefined> {
  const [event] = await eventsOf(world, { session, upTo: seq }, seq - 1)
  return event
}
