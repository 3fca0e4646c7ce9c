import type { Session } from '../session/session.ts'
import { openItems, type WorkItem } from '../session/work.ts'

/** What a session left for the next one, by kind, in the order in which people ask for it. */
export interface Left {
  readonly goal?: string
  readonly lastPrompt?: string
  readonly decided: readonly string[]
  readonly blocked: readonly string[]
  readonly next: readonly string[]
  readonly tasks: readonly string[]
  readonly facts: readonly string[]
  readonly files: readonly string[]
  readonly failing: readonly string[]
}

export function leftBy({ work, craft, talk }: Session): Left {
  return {
    ...(work.goal && { goal: work.goal.text }),
    ...(talk.lastPrompt !== undefined && { lastPrompt: talk.lastPrompt }),
    decided: openItems(work.decisions).map(withReason),
    blocked: openItems(work.blockers).map(withReason),
    next: openItems(work.actions).map(withReason),
    tasks: openItems(work.tasks).map(withReason),
    facts: openItems(work.facts).map(withReason),
    files: craft.files.map(({ path }) => path),
    failing: craft.failures.map(({ what, why }) => (why ? `${what}: ${why}` : what)),
  }
}

const withReason = ({ kind, text, why }: WorkItem): string =>
  `${kind ? `${kind}: ` : ''}${text}${why ? ` (${why})` : ''}`

export const isNothing = (left: Left): boolean =>
  Object.values(left).every((value) => value === undefined || value.length === 0)
