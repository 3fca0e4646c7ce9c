import type { JsonObject } from '../../src/event/canonical-json.ts'
import type { KnownEvent } from '../../src/event/catalogue.ts'
import type { NewEvent, StoredEvent } from '../../src/event/define.ts'
import { derivedId, type EventId, type SessionId } from '../../src/event/identity.ts'
import { type ChainHead, linkEvent } from '../../src/log/chain.ts'

export const session = (name: string): SessionId => derivedId('ses', 'test', name)
export const eventId = (name: string): EventId => derivedId('evt', 'test', name)

/** An event with an id derived from its name. */
export const event = (
  name: string,
  data: JsonObject = { text: name },
  more: Partial<Omit<NewEvent, 'id' | 'data'>> = {},
): NewEvent => ({ id: eventId(name), type: 'prompt.submitted', version: 1, at: 1000, data, ...more })

export const eventOfType = (type: string, data: JsonObject, at = 1000): NewEvent =>
  event(`${type} ${JSON.stringify(data)} ${at}`, data, { type, at })

export const sessionStarted = (name: string, project: string, at: number): NewEvent =>
  event(
    name,
    {
      trigger: 'hook',
      agent: 'claude-code',
      project: { id: project, name: project },
      checkout: '/w',
      directory: '/w',
    },
    { type: 'session.started', at },
  )

/** The events as stored in the log of one session. */
export function storedEvents(of: SessionId, events: readonly NewEvent[]): StoredEvent[] {
  let head: ChainHead | undefined
  return events.map((one, index) => {
    const link = linkEvent(of, head, one).event
    head = link
    return { ...link, position: index + 1 }
  })
}

/** A parsed event, for unit tests of folds. */
export const knownEvent = (type: KnownEvent['type'], data: object, at = 1000): KnownEvent =>
  ({
    id: eventId(`${type} ${JSON.stringify(data)}`),
    session: session('known'),
    seq: 1,
    at,
    type,
    ...data,
  }) as unknown as KnownEvent

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}
