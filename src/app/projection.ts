import type { Projection } from '../log/event-log.ts'
import { openQuestions } from '../session/digest.ts'
import { hasOpenItems } from '../session/noted-work.ts'
import { foldSession, noSession, type Session } from '../session/session.ts'
import { SESSION_SHAPE } from '../session/shape.ts'
import { isOpen } from '../session/state.ts'

/** The view that every engine stores: the folded session, and the query keys for listing sessions. */
export const sessionProjection: Projection<Session> = {
  shape: SESSION_SHAPE,
  initial: noSession,
  apply: foldSession,
  keys: ({ life, identity, work, digest, rulebook }) => ({
    project: identity.project.id,
    open: isOpen(life.state) || life.state === 'suspended',
    // The rule book is stored as a session but never listed.
    archived: life.archivedAt !== undefined || rulebook.rules.length > 0,
    startedAt: life.startedAt,
    lastAt: life.lastActivityAt,
    pending: life.completedAt === undefined && (hasOpenItems(work) || openQuestions(digest).length > 0),
  }),
}
