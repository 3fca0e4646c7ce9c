import { openEndsIn } from '../extract/open-ends.ts'
import { isProven } from '../session/confidence.ts'
import { openItems } from '../session/noted-work.ts'
import type { Session } from '../session/session.ts'

/** The reminder for a context that is nearly full. */
export const exhaustionReminder = ({ carry }: Session): Reminder => ({
  kind: 'exhausted',
  text: `The context holds ${Math.floor((carry.usage?.used ?? 0) / 1000)},000 tokens: write a handoff and start a new session.`,
})

export const CLOSE_TEXT =
  'Record the next step (note_next) or write a handoff; if nothing is open, say so and stop.'

/**
 * Whether an answer names the next step, so that no reminder is needed. A statement that nothing is left does
 * not count as a step.
 */
export const listsNextSteps = (answer: string): boolean => {
  const end = answer.slice(-MAX_END)
  return HEADING.test(end) || SAYS_NEXT.test(end) || openEndsIn(end).length > 0
}
const MAX_END = 4000
/** A line such as `**Next steps:**` or `Remaining:`. */
const HEADING =
  /(?:^|\n)[\s#*_-]{0,8}(?:next steps?|next up|next|remaining(?: work| steps| tasks| items)?|still (?:to do|open|missing)|to-?dos?|follow-?ups?|what(?:'s| is) (?:left|next|missing)|left to do|open (?:items|questions))[*_]{0,3}:/i
const SAYS_NEXT =
  /\b(?:next steps?,? (?:is|are|would be)|next,? (?:i|we|you)\b|what(?:'s| is) (?:left|next|missing) (?:is|are)\b|(?:is|are|has|have) not (?:yet )?(?:been )?(?:done|committed|tested|implemented|run)|(?:isn't|aren't|hasn't been|haven't been) (?:done|committed|tested|implemented|run) yet|(?:is|are) still (?:to do|open|missing)|still (?:needs?|has to|have to)|remains? to be)\b/i

const CLOSING_KINDS = ['exhausted', 'uncommitted', 'unproven', 'no-next', 'open-work'] as const
type ClosingKind = (typeof CLOSING_KINDS)[number]

export interface Reminder {
  readonly kind: ClosingKind
  readonly text: string
}

/** Unfinished work when a session stops, most urgent first. */
export function stopReminders(session: Session, uncommittedPaths: readonly string[]): readonly Reminder[] {
  const { craft, work, proof } = session
  const reminders: readonly (Reminder | false)[] = [
    ...uncommitted(session, uncommittedPaths),
    proof.unproven.length > 0 && {
      kind: 'unproven',
      text: `Changed since tests last passed: ${named(proof.unproven.map(({ path }) => path))}.`,
    },
    craft.files.length > 0 &&
      hasNoNext(session) && {
        kind: 'no-next',
        text: 'No next step is noted. Record one for the next session: note_next, or leftoff note next.',
      },
    openItems(work.tasks).length > 0 && {
      kind: 'open-work',
      text: `Still open: ${openItems(work.tasks)
        .slice(-3)
        .map(({ text }) => text.slice(0, 80))
        .join('; ')}.`,
    },
  ]
  return reminders.filter((one) => one !== false)
}

/** Whether files changed without passing tests or recorded evidence. */
export const lacksEvidence = (session: Session): boolean =>
  session.proof.unproven.length > 0 && !isProven(session)

export const GATE_TEXT =
  'Before you finish: run the tests, or record evidence that it works (add_evidence). If neither is possible, say so and stop.'

const hasNoNext = ({ work, carry, life }: Session): boolean =>
  openItems(work.actions).length === 0 && (carry.handoff === undefined || carry.handoff.at < life.runSince)

function uncommitted({ craft }: Session, paths: readonly string[]): readonly Reminder[] {
  const files = new Set(craft.files.map(({ path }) => path))
  const own = paths.filter((path) => files.has(path))
  return own.length === 0 ? [] : [{ kind: 'uncommitted', text: `Not committed: ${named(own)}.` }]
}

/** `a.ts, b.ts and 3 more`. */
function named(paths: readonly string[]): string {
  const names = paths.slice(-3).map((path) => path.slice(path.lastIndexOf('/') + 1))
  const more = paths.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
