import { openFailures } from '../session/failures.ts'
import { openItems, type WorkItem } from '../session/noted-work.ts'
import type { Session } from '../session/session.ts'
import { countText } from '../text/time.ts'
import { oneLine, truncate } from '../text/truncate.ts'

/** What a session leaves for the next one: its open items and results, by kind. */
export interface Leftover {
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

export function leftoverOf(session: Session): Leftover {
  const { work, craft, talk } = session
  return {
    ...(work.goal && { goal: work.goal.text }),
    ...(talk.lastPrompt !== undefined && { lastPrompt: talk.lastPrompt }),
    decided: openItems(work.decisions).map(withReason),
    blocked: openItems(work.blockers).map(withReason),
    next: openItems(work.actions).map(withReason),
    tasks: openItems(work.tasks).map(withReason),
    facts: openItems(work.facts).map(withReason),
    files: craft.files.map(({ path }) => path),
    failing: openFailures(session).map(({ what, why }) => (why ? `${what}: ${why}` : what)),
  }
}

const withReason = ({ kind, text, why }: WorkItem): string =>
  `${kind ? `${kind}: ` : ''}${text}${why ? ` (${why})` : ''}`

export const hasLeftover = (view: Session): boolean =>
  Object.values(leftoverOf(view)).some((value) => value !== undefined && value.length > 0)

/**
 * A session's topic and outcome in a few lines, for search. The same events give the same text, so it can be
 * rebuilt.
 */
export function digestText(view: Session): string {
  const left = leftoverOf(view)
  const { goal: extracted, exchange, remarks } = view.digest
  const said = (kind: string): readonly string[] =>
    remarks.filter((remark) => remark.kind === kind).map(({ text }) => text)
  const goal = left.goal ?? extracted?.text ?? left.lastPrompt
  return [
    line('Goal', goal ? [goal] : []),
    line('Decided', [...left.decided, ...said('decision')]),
    line('Left', [...left.next, ...left.tasks, ...said('next')]),
    line('Blocked', [...left.blocked, ...left.failing, ...said('blocker')]),
    line('Facts', left.facts),
    line(
      countText(left.files.length, 'file'),
      left.files.map((path) => nearer(path, view.identity.checkout)).reverse(),
    ),
    line('Last', exchange?.answer ? [exchange.answer] : []),
  ]
    .filter(Boolean)
    .join('\n')
}

const MOST_ITEMS = 6
const MOST_CHARACTERS = 160

function line(name: string, items: readonly string[]): string {
  const chosen = [...new Set(items.map(short))].filter(Boolean)
  if (chosen.length === 0) return ''
  const more = chosen.length - MOST_ITEMS
  return `${name}: ${chosen.slice(0, MOST_ITEMS).join('; ')}${more > 0 ? `; ${more} more` : ''}`
}

const short = (text: string): string =>
  truncate(oneLine(text.slice(0, 10 * MOST_CHARACTERS)), MOST_CHARACTERS)

const nearer = (path: string, checkout: string): string =>
  checkout !== '' && path.startsWith(`${checkout}/`) ? path.slice(checkout.length + 1) : path
