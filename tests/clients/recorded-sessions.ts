import type { Box } from './box/box.ts'

/** One session as `session show` prints it. */
export interface RecordedSession {
  readonly id: string
  readonly state: string
  readonly turns: number
  readonly endedBy?: string
  /** `type: text` of every event, in order. */
  readonly events: readonly string[]
}

interface SessionRow extends Omit<RecordedSession, 'events'> {
  readonly startedAt: number
}

/** All sessions, oldest first. Any command drains the spool first. */
export async function readSessions(here: Box): Promise<readonly RecordedSession[]> {
  const { sessions }: { sessions: SessionRow[] } = await here.json('session', 'list', '--all')
  const inOrder = sessions.toSorted((one, other) => one.startedAt - other.startedAt)
  const found: RecordedSession[] = []
  for (const session of inOrder) {
    const shown: { events: { type: string; text: string }[] } = await here.json('session', 'show', session.id)
    const events = shown.events.map(({ type, text }) => `${type}: ${text.replaceAll(`${here.app}/`, '')}`)
    found.push({ ...session, events })
  }
  return found
}

export const eventsOf = (
  session: RecordedSession | undefined,
  ...types: readonly string[]
): readonly string[] =>
  session?.events.filter((event) => types.some((type) => event.startsWith(`${type}:`))) ?? []

/** The brief in a request to the model, if there is one. */
export const briefIn = (raw: string): string | undefined =>
  /(<|&lt;|\\u003c)leftoff-brief[\s\S]*?\/leftoff-brief/.exec(raw)?.[0]
