import type { EventId } from '../event/identity.ts'
import { announcementIn, isAnnouncement } from '../extract/conclusion.ts'
import { readPlan } from '../extract/plan.ts'
import { openQuestions } from '../session/digest.ts'
import { type Failure, isStillOpen } from '../session/failures.ts'
import { openItems, type WorkItem } from '../session/noted-work.ts'
import { isBoilerplate } from '../text/tags.ts'
import { countText } from '../text/time.ts'
import { oneLine, truncateLine } from '../text/truncate.ts'
import { agePlaceholder, type Claim, makeClaim, type Section } from './claim.ts'
import { bare, isCheckCommand } from './gather-activity.ts'
import type { RankedSession } from './rank-sessions.ts'
import { branchOf } from './status-text.ts'
import { nameOf, titleOf } from './title.ts'

interface OpenWorkAsk {
  readonly last?: RankedSession | undefined
}

/** The open work of a session. Blockers and next steps of a running session belong to its own agent. */
export function openWork(from: RankedSession, { last }: OpenWorkAsk): readonly Claim[] {
  if (from.isLive) return []
  const { work } = from.view
  const isLast = from === last
  const source = isLast ? undefined : sessionName(from)
  const tasks = openItems(work.tasks)
  const noted = tasks.filter(({ list }) => list === undefined || (isLast && !isForgotten(from, list)))
  return [
    ...claimsOf(from, { section: 'blockers', list: openItems(work.blockers), base: 1, source }),
    ...claimsOf(from, {
      section: 'next',
      list: [...openItems(work.actions), ...noted],
      base: 0.95,
      source,
    }),
    ...(isLast
      ? [...failures(from), ...waitingPlan(from), ...openEnds(from), ...openRequest(from)]
      : [
          ...unfinishedList(
            from,
            last,
            tasks.filter((task) => !noted.includes(task)),
          ),
          ...earlierQuestions(from, source),
        ]),
  ]
}

/**
 * Older task lists are left out: agents rarely tick off tasks from earlier sessions, so these tasks may
 * already be done.
 */
const LIST_LASTS_MS = 3 * 24 * 60 * 60 * 1000

/**
 * Agents and plans rarely tick off the last steps of finished work, so a list that is mostly done counts as
 * done. So does a list that was not touched again before the work was pushed.
 */
function isForgotten({ view: { work, craft, proof } }: RankedSession, list: string): boolean {
  const steps = work.tasks.filter((task) => task.list === list)
  const touchedAt = Math.max(...steps.map(({ at, closedAt = 0 }) => Math.max(at, closedAt)))
  if ((craft.commit?.pushedAt ?? 0) > touchedAt && craft.files.some(({ at }) => at > touchedAt)) return true
  const doneAt = Math.max(craft.commit?.at ?? 0, proof.passedAt ?? 0)
  const isDone = doneAt > 0 && craft.files.every(({ at }) => at <= doneAt)
  return isDone && openItems(steps).length * 4 <= steps.length
}

/** One line about the agent's own task list from an earlier session on the same branch. */
function unfinishedList(
  from: RankedSession,
  last: RankedSession | undefined,
  tasks: readonly WorkItem[],
): readonly Claim[] {
  const [first] = tasks
  const { lastActivityAt } = from.view.life
  const isPast = last !== undefined && last.view.life.lastActivityAt - lastActivityAt > LIST_LASTS_MS
  const { length } = from.view.work.tasks.filter(({ list }) => list !== undefined)
  if (!first || isPast || tasks.length * 2 < length || (last && branchOf(last.view) !== branchOf(from.view)))
    return []
  const more = tasks.length > 1 ? ` and ${tasks.length - 1} more` : ''
  const title = titleOf(from)
  const of = title ? `Session ${JSON.stringify(title)}` : `A session of ${nameOf(from.view.identity.agent)}`
  return [
    makeClaim(from, {
      section: 'next',
      text: `${of} ended ${agePlaceholder(lastActivityAt)} with ${tasks.length} of ${countText(length, 'task')} not ticked off: ${taskText(first)}${more}`,
      at: first.at,
      event: first.id as EventId,
      score: 0.5 * Math.max(LEAST_WEIGHT, from.weight),
    }),
  ]
}

const MOST_TASK = 100
const taskText = ({ text }: WorkItem): string => truncateLine(oneLine(withoutEntities(text)), MOST_TASK)

/** A plan that the last session wrote but nobody approved. Clients often carry it out in a new session. */
function waitingPlan(from: RankedSession): readonly Claim[] {
  const { draft } = from.view.work
  if (!draft) return plansInFiles(from)
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

/** The plan file that the client wrote most recently. Its text is unknown if the session was imported. */
function plansInFiles(from: RankedSession): readonly Claim[] {
  const { craft, work } = from.view
  const plan = craft.files.filter(({ path }) => PLAN_FILE.test(path)).toSorted((a, b) => b.at - a.at)[0]
  const isFollowed = craft.files.some(({ path, at }) => !PLAN_FILE.test(path) && at > (plan?.at ?? 0))
  if (!plan || isFollowed || (work.plan?.at ?? 0) >= plan.at) return []
  return [
    makeClaim(from, {
      section: 'next',
      text: `A plan was written and not carried out yet: ${plan.path}`,
      at: from.view.life.lastActivityAt,
      score: 0.97,
    }),
  ]
}
const PLAN_FILE = /[\\/]\.claude[\\/]plans[\\/][^\\/]{1,200}\.md$/

/** A name by which the reader recognizes the session. */
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
      // The earlier steps of a list take precedence if there is no room for all of them.
      score: base * Math.max(LEAST_WEIGHT, from.weight) * (1 - (0.2 * index) / list.length),
      ...(source && { from: source }),
    }),
  )

/** The minimum weight, because open work loses relevance more slowly than finished work. */
const LEAST_WEIGHT = 0.3

/** In an agent's own task list, the reason field holds a description, which is left out. */
const wordsOf = ({ kind, text, why, list, isActive }: WorkItem): string =>
  withoutEntities(
    `${kind ? `${kind}: ` : ''}${text}${why && list === undefined ? ` (because ${why})` : ''}${isActive ? ' (in progress)' : ''}`,
  )

/** Some clients escape the text of their task lists. */
const withoutEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    : text

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

/** What an agent offers to do next, or a question that is unclear without the answer before it. */
const OFFERS =
  /\b(?:want me to|would you like|shall i|should i|do you want|ready to|let me know|or anything else)\b|^(?:or|and|so)\b|^(?:is|are|does|do|would|which|what about) (?:that|this|it|these|those|approach|one|option)\b/i
const LEAST_QUESTION = 30

/**
 * Questions that nobody answered, because the session ended with them. Offers, and questions that refer to
 * the text before them, are useful only right after the session; `leftoff status` lists them all.
 */
const earlierQuestions = (from: RankedSession, source: string | undefined): readonly Claim[] =>
  openQuestions(from.view.digest)
    .filter(({ text }) => text.length >= LEAST_QUESTION && !OFFERS.test(text))
    .map(({ text, at, event }, index) =>
      makeClaim(from, {
        section: 'questions',
        text,
        at: at + index / 1000,
        event: event as EventId,
        score: 0.6 * Math.max(LEAST_WEIGHT, from.weight) - 0.01 * index,
        ...(source && { from: source }),
      }),
    )

/** The last request, if the session ended before it had a conclusion or a commit. */
function openRequest(from: RankedSession): readonly Claim[] {
  const { digest, craft } = from.view
  const { answer, answeredAt = 0, answerEvent } = digest.exchange ?? {}
  if (answer === undefined || !isAnnouncement(answer) || (craft.commit?.at ?? 0) >= answeredAt) return []
  return [
    makeClaim(from, {
      section: 'next',
      text: `Unfinished: the session ended after ${announcementIn(answer)}${doneSince(from, digest.exchange?.askedAt ?? 0)}`,
      at: answeredAt,
      event: answerEvent as EventId,
      score: 0.96,
    }),
  ]
}

/** What has happened since then, so that the reader can check whether the work is done. */
function doneSince({ view: { craft } }: RankedSession, since: number): string {
  const files = craft.files.filter(({ at }) => at >= since)
  const run = craft.tests.findLast(({ at }) => at >= since)
  const done = [
    ...(files.length > 0
      ? [`${countText(files.length, 'file')} changed${(craft.commit?.at ?? 0) < since ? ', no commit' : ''}`]
      : []),
    ...(run ? [`\`${truncateLine(oneLine(run.name), MOST_TASK)}\` ${run.outcome}`] : []),
  ]
  return done.length > 0 ? `, with ${done.join(' and ')}` : ''
}

const SECTION_OF = { next: 'next', blocker: 'blockers', question: 'questions' } as const
