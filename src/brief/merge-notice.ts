import type { Merge } from '../session/merges.ts'
import { WORK_LISTS, type WorkItem, type WorkList } from '../session/noted-work.ts'
import type { Session } from '../session/session.ts'
import { type CountTokens, composeWithin } from '../text/tokens.ts'
import { truncateLine } from '../text/truncate.ts'

interface MergeSection {
  readonly title: string
  readonly items: readonly WorkItem[]
}

interface MergedAsk {
  readonly name: string
  readonly budget: number
  readonly count: CountTokens
}

const MOST_TEXT = 300

/** The results merged from another session, limited to the budget; omitted items are counted. */
export function mergeText(view: Session, merge: Merge, { name, budget, count }: MergedAsk): string {
  const head = `Merged into this session from ${name} (${merge.from}):`
  const lines = sectionsOf(view, merge).flatMap(({ title, items }) =>
    items.map((item) => `- ${title}: ${withReason(item)}`),
  )
  const rest = (n: number): string[] => (n === 0 ? [] : [`(${n} more: leftoff session show ${merge.from})`])
  const compose = (cost: CountTokens): { readonly text: string } => {
    const room = budget - cost([head, ...rest(lines.length)].join('\n'))
    const shown = firstThatFit(lines, room, cost)
    const text = [head, ...lines.slice(0, shown), ...rest(lines.length - shown)]
    return { text: text.join(shown > 0 ? '\n' : ' ') }
  }
  return composeWithin(compose, { budget, count })?.text ?? ''
}

function firstThatFit(lines: readonly string[], budget: number, cost: CountTokens): number {
  let left = budget
  for (const [index, line] of lines.entries()) {
    left -= cost(line) + 1
    if (left < 0) return index
  }
  return lines.length
}

/** The most important sections come first, because the text is shortened at the end. */
function sectionsOf({ work }: Session, merge: Merge): readonly MergeSection[] {
  const took = new Set(merge.took)
  const isOpen = ({ closedAt }: WorkItem): boolean => closedAt === undefined
  const taken = (list: WorkList): readonly WorkItem[] =>
    work[list].filter((one) => took.has(one.id) && isOpen(one))
  const closed = (list: WorkList): readonly WorkItem[] =>
    work[list].filter((one) => one.closedAt === merge.at)
  return [
    { title: 'goal', items: work.goal && took.has(work.goal.id) ? [work.goal] : [] },
    { title: 'decided', items: taken('decisions') },
    { title: 'no longer decided', items: closed('decisions') },
    { title: 'blocked', items: taken('blockers') },
    { title: 'fact', items: taken('facts') },
    { title: 'no longer true', items: closed('facts') },
    { title: 'open', items: [...taken('tasks'), ...taken('actions')] },
    { title: 'done', items: [...closed('tasks'), ...closed('actions')] },
    { title: 'cleared', items: closed('blockers') },
    { title: 'evidence', items: taken('evidence') },
  ]
}

/** The events that the text comes from. */
export const mergeEvents = ({ work }: Session, { id, took }: Merge): readonly string[] => [
  id,
  ...WORK_LISTS.flatMap((list) => work[list].map((item) => item.id)).filter((one) => took.includes(one)),
]

const withReason = ({ text, why }: WorkItem): string =>
  `${truncateLine(text, MOST_TEXT)}${why ? ` (because ${truncateLine(why, MOST_TEXT)})` : ''}`
