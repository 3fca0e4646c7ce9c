import type { Box } from './box/box.ts'

/** What leftoff has of one session, as `session show` tells it. */
export interface Recorded {
  readonly id: string
  readonly state: string
  readonly turns: number
  readonly endedBy?: string
  /** `type: text` of every event, in order. */
  readonly events: readonly string[]
}

interface Listed extends Omit<Recorded, 'events'> {
  readonly startedAt: number
}

/** Every session, the oldest first. */
export async function recorded(here: Box): Promise<readonly Recorded[]> {
  const { sessions }: { sessions: Listed[] } = await here.json('session', 'list', '--all')
  const inOrder = sessions.toSorted((one, other) => one.startedAt - other.startedAt)
  const found: Recorded[] = []
  for (const session of inOrder) {
    const shown: { events: { type: string; text: string }[] } = await here.json('session', 'show', session.id)
    const events = shown.events.map(({ type, text }) => `${type}: ${text.replaceAll(`${here.app}/`, '')}`)
    found.push({ ...session, events })
  }
  return found
}

/** The events of these types. */
export const of = (session: Recorded | undefined, ...types: readonly string[]): readonly string[] =>
  session?.events.filter((event) => types.some((type) => event.startsWith(`${type}:`))) ?? []

/** The brief that a request brought to the model, as text; undefined without one. */
export const briefIn = (raw: string): string | undefined =>
  /(<|&lt;|\\u003c)leftoff-brief[\s\S]*?\/leftoff-brief/.exec(raw)?.[0]
