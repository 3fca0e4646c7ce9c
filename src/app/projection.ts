import type { Projection } from '../log/event-log.ts'
import { foldSession, noSession, type Session } from '../session/session.ts'
import { SESSION_SHAPE } from '../session/shape.ts'
import { isOpen } from '../session/state.ts'

/** The view that every engine keeps: the whole fold of a session, and the keys by which sessions are listed. */
export const sessionProjection: Projection<Session> = {
  shape: SESSION_SHAPE,
  initial: noSession,
  apply: foldSession,
  keys: ({ life, identity, rulebook }) => ({
    project: identity.project.id,
    open: isOpen(life.state) || life.state === 'suspended',
    // The book of rules is no session that anybody looks for.
    archived: life.archivedAt !== undefined || rulebook.rules.length > 0,
    startedAt: life.startedAt,
    lastAt: life.lastActivityAt,
  }),
}
