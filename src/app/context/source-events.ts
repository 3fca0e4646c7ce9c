import type { Claim } from '../../brief/claim.ts'
import type { StoredEvent } from '../../event/define.ts'
import type { EventId, SessionId } from '../../event/identity.ts'
import type { World } from '../world.ts'
import type { Brief } from './compose-brief.ts'

/**
 * Adds a source event to every line of the brief. Views do not store the events behind files, commands and states,
 * so this searches the log for the last matching event up to the line's time. If none matches, it takes the last
 * event before that time.
 */
export async function withSources(world: World, brief: Brief): Promise<Brief> {
  const wanted = brief.lines.filter(({ claim }) => claim.event === undefined)
  const sessions = [...new Set(wanted.map(({ claim }) => claim.session))]
  const events = new Map<SessionId, readonly StoredEvent[]>()
  for (const session of sessions) events.set(session, await eventsOf(world, session))
  const lines = brief.lines.map((line) => {
    const event = line.claim.event ?? sourceOf(line.claim, events.get(line.claim.session) ?? [])
    return event === undefined ? line : { ...line, claim: { ...line.claim, event } }
  })
  return { ...brief, lines }
}

async function eventsOf(world: World, session: SessionId): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = []
  for await (const event of world.log.read({ session, onDamage: () => {} })) events.push(event)
  return events
}

function sourceOf({ at, section, about, text }: Claim, events: readonly StoredEvent[]): EventId | undefined {
  const isAbout = ({ type, data }: StoredEvent): boolean => {
    if (section === 'files')
      return type === 'file.changed' && about?.files?.includes(String(data?.path)) === true
    if (section === 'commands') return type === 'tool.returned' && text.includes(firstWord(data?.command))
    return about?.command !== undefined && data?.command === about.command
  }
  const before = events.filter((event) => event.at <= at)
  return (before.findLast(isAbout) ?? before.at(-1) ?? events.at(-1))?.id
}

const firstWord = (command: unknown): string =>
  typeof command === 'string' ? (command.split(/\s/)[0] ?? '\0') : '\0'
