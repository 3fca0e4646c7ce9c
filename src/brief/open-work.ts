import type { EventId } from '../event/identity.ts'
import { readPlan } from '../extract/plan.ts'
import { type Failure, isStillOpen } from '../session/failures.ts'
import { openItems, type WorkItem } from '../session/noted-work.ts'
import { isBoilerplate } from '../text/tags.ts'
import { oneLine, truncateLine } from '../text/truncate.ts'
import { agePlaceholder, type Claim, makeClaim, type Section } from './claim.ts'
import { bare, isCheckCommand } from './gather-activity.ts'
import type { RankedSession } from './rank-sessions.ts'
import { nameOf, titleOf } from './title.ts'

interface OpenWorkAsk {
  readonly last?: RankedSession | undefined
}

/** The open work of a session. Blockers and next steps of a running session belong to its own agent. */
export function openWork(from: RankedSession, { last }: OpenWorkAsk): readonly Claim[] {
  if (from.isLive) return []
  const { work } = from.view
  const source = from === last ? undefined : sessionName(from)
  return [
    ...claimsOf(from, { section: 'blockers', list: openItems(work.blockers), base: 1, source }),
    ...claimsOf(from, {
      section: 'next',
      list: [...openItems(work.actions), ...openItems(work.tasks)],
      base: 0.95,
      source,
    }),
    ...(from === last ? [...failures(from), ...waitingPlan(from)] : []),
    ...(from === last ? openEnds(from) : []),
  ]
}

/** A plan that the last session wrote but nobody approved. Clients often carry it out in a new session. */
function waitingPlan(from: RankedSession): readonly Claim[] {
  const { draft } = from.view.work
  if (!draft) return []
  const { title, steps } = readPlan(draft.text)
  if (title === undefined && steps.length === 0) return []
  const name = title === undefined ? 'A plan' : `The plan ${JSON.stringify(title)}`
  const where = draft.path === undefined ? '' : `, in ${draft.path}`
  return [
    makeClaim(from, {
      section: 'next',
      text: `${name} is written and not approved yet${where}`,
      at: from.view.life.lastActivityAt,
      event: draft.source as EventId,
      score: 0.97,
    }),
  ]
}

/** A name that the reader recognizes. */
function sessionName(from: RankedSession): string {
  const title = titleOf(from)
  const { identity, life } = from.view
  const when = agePlaceholder(life.lastActivityAt)
  return title ? `session ${JSON.stringify(title)}` : `${nameOf(identity.agent)}, ${when}`
}

interface ItemsOfSession {
  readonly section: Section
  readonly list: readonly WorkItem[]
  readonly base: number
  readonly source: string | undefined
}

const claimsOf = (from: RankedSession, { section, list, base, source }: ItemsOfSession): readonly Claim[] =>
  list.map((item, index) =>
    makeClaim(from, {
      section,
      text: wordsOf(item),
      at: item.at,
      event: item.id as EventId,
      ...(item.source !== undefined && { source: item.source as EventId }),
      // The earlier steps of a list come first if there is no room for all of them.
      score: base * Math.max(LEAST_WEIGHT, from.weight) * (1 - (0.2 * index) / list.length),
      ...(source && { from: source }),
    }),
  )

/** Open work loses relevance more slowly than finished work. */
const LEAST_WEIGHT = 0.3

const wordsOf = ({ kind, text, why }: WorkItem): string =>
  `${kind ? `${kind}: ` : ''}${text}${why ? ` (because ${why})` : ''}`

const MOST_COMMAND = 100
const MOST_WHY = 140

/** Tests, builds and checks that failed in the last turn. Other failed commands rarely matter to the next session. */
const failures = (from: RankedSession): readonly Claim[] =>
  from.view.craft.failures
    .filter((one) => isStillOpen(one, from.view))
    .filter(({ what, test }) => test === undefined && isCheckCommand(what))
    .map((failure) =>
      makeClaim(from, {
        section: 'blockers',
        text: failureText(failure),
        at: failure.at,
        score: 0.9,
        about: { command: failure.what },
      }),
    )

const failureText = ({ what, why }: Failure): string =>
  `\`${truncateLine(oneLine(bare(what)), MOST_COMMAND)}\` failed in the last turn${why ? `: ${truncateLine(oneLine(why), MOST_WHY)}` : ''}`

/** Items that the last answer states as open. */
const openEnds = (from: RankedSession): readonly Claim[] => {
  const { remarks, exchange } = from.view.digest
  return remarks.flatMap(({ kind, text, at, event, speaker }, index) =>
    kind === 'decision' || speaker !== 'assistant' || event !== exchange?.answerEvent || isBoilerplate(text)
      ? []
      : [
          makeClaim(from, {
            section: SECTION_OF[kind],
            text,
            at: at + index / 1000,
            event: event as EventId,
            score: 0.8 - 0.01 * index,
            from: 'from the last answer',
          }),
        ],
  )
}

const SECTION_OF = { next: 'next', blocker: 'blockers', question: 'questions' } as const
