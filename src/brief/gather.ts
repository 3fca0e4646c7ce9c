import type { EventId } from '../event/identity.ts'
import { isAnnouncement } from '../extract/conclusion.ts'
import { hasOpenItems, openItems, type WorkItem } from '../session/noted-work.ts'
import type { Session } from '../session/session.ts'
import { titleOf as sessionTitle } from '../session/title.ts'
import { ANSWER_LIST, OUT_OF_SCOPE } from '../session/work-items.ts'
import { isBoilerplate } from '../text/tags.ts'
import { oneLine, truncateLine } from '../text/truncate.ts'
import { uncommittedBy, uncommittedFiles } from './changes-since.ts'
import { agePlaceholder, type Claim, makeClaim, type Section, withoutRepeats } from './claim.ts'
import { byLastTouch, commandClaims, fileClaims, type RankedPath, touchedFiles } from './gather-activity.ts'
import { openWork } from './open-work.ts'
import { isNotebook, lastSession, type RankedSession, type SessionInfo } from './rank-sessions.ts'
import { standingClaims } from './standing.ts'
import { branchOf, crashVerb, recoveryText } from './status-text.ts'
import { goalOf, isOvertaken, nameOf, titleOf } from './title.ts'
import type { InspectedTree } from './working-tree.ts'

interface Sources {
  /** The sessions, most relevant first and running ones last. */
  readonly sessions: readonly RankedSession[]
  /** Lasting claims from older sessions about the current prompt. */
  readonly past?: readonly Claim[]
  readonly files: readonly RankedPath[]
  readonly checkout: string
  /** Other worktrees of the project. */
  readonly worktrees?: readonly string[]
  /** The branch that the reader works on. */
  readonly branch?: string | undefined
  readonly now: number
}

/** All candidate claims that do not depend on the working tree, with scores and without duplicates. */
export function gatherClaims(sources: Sources): readonly Claim[] {
  const { sessions, past = [], files, checkout, worktrees, now } = sources
  const before = sessions.filter(({ isLive }) => !isLive)
  const { last, main, here } = chooseSessions(sources)
  const by = main ?? (past[0] && { session: past[0].session, because: [] })
  // Only the open items of older sessions are used.
  const recent = before.filter(({ isOlder }) => !isOlder)
  const touched = touchedFiles(recent, checkout, worktrees)
  const ranked = files.length > 0 ? files : byLastTouch(touched)
  const claims = [
    ...(main && last ? goalClaims(main, last, { here, sessions: before }) : []),
    ...sessions.flatMap((one) => [...openWork(one, { last }), ...settledIn(one, { last, main })]),
    ...past,
    ...(last ? [...lastExchange(last), ...clientNotes(last)] : []),
    ...(by ? fileClaims(ranked, { touched, by, last: last?.session, checkout, now }) : []),
    ...commandClaims(recent, checkout),
    ...otherSessions(
      sessions.filter(
        (one) =>
          one !== main && one !== last && !one.isOlder && !isNotebook(one.view) && isRelated(one, last),
      ),
    ),
  ]
  return withoutRepeats(claims)
}

/** The state of the last session, and its changes in the working tree. */
export function stateClaims(
  sources: Pick<Sources, 'sessions' | 'branch' | 'checkout' | 'now'>,
  tree?: InspectedTree,
): readonly Claim[] {
  const { last, main, here } = chooseSessions(sources)
  if (!last || !main) return []
  const { checkout, now } = sources
  const isHere = last.view.identity.checkout === checkout
  const open = !isHere ? [] : tree ? uncommittedFiles(last, tree) : uncommittedBy(last.view)
  return [
    ...standingClaims({ last, main, here, tree, checkout }),
    ...(open.length === 0
      ? []
      : [
          makeClaim(last, {
            section: 'uncommitted',
            text: `Not committed: ${named(open)}`,
            at: now,
            score: 0.8,
            check: tree ? { kind: 'verified', why: 'seen just now' } : { kind: 'unchecked' },
          }),
        ]),
  ]
}

const MOST_NAMED = 6

function named(paths: readonly string[]): string {
  const more = paths.length - MOST_NAMED
  return `${paths.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

interface ChosenSessions {
  /** The most recent session that is no longer running. */
  readonly last: RankedSession | undefined
  /** The session that the goal and decisions come from: the last one, unless another one was handed over. */
  readonly main: RankedSession | undefined
  /** The last session on the reader's branch, if `last` was on another branch. */
  readonly here?: RankedSession
}

function chooseSessions({ sessions, branch }: Pick<Sources, 'sessions' | 'branch'>): ChosenSessions {
  const before = sessions.filter(({ isLive }) => !isLive)
  const first = before.find((one) => one.first !== undefined)
  const last = first?.first === 'resumed' ? first : lastSession(before)
  if (first) return { last, main: first }
  const isOn = ({ view }: RankedSession): boolean => branchOf(view) === branch
  const isElsewhere = last && branch !== undefined && branchOf(last.view) !== undefined && !isOn(last)
  const here = isElsewhere ? lastSession(before.filter((one) => isOn(one) && !one.isOlder)) : undefined
  return { last, main: last, ...(here && { here }) }
}

interface GoalSources {
  readonly here: RankedSession | undefined
  readonly sessions: readonly RankedSession[]
}

/**
 * A goal that the user noted since the last session began takes precedence, then a goal that was set on the reader's
 * branch if the last session was on another one.
 */
function goalClaims(
  main: RankedSession,
  last: RankedSession,
  { here, sessions }: GoalSources,
): readonly Claim[] {
  const set = here && goalOf(here)
  const noted = sessions
    .filter(({ view }) => isNotebook(view) && (view.work.goal?.at ?? 0) >= last.view.life.startedAt)
    .toSorted((a, b) => (b.view.work.goal?.at ?? 0) - (a.view.work.goal?.at ?? 0))
  const from = noted[0] ?? (here && set && !set.isAsked ? here : main)
  const { isAsked, ...goal } = goalOf(from) ?? goalOf(last) ?? { text: '', at: 0 }
  if (goal.text === '' || isLastPrompt(goal, last)) return []
  const source = isAsked
    ? `as asked ${agePlaceholder(goal.at)}`
    : from === here && from !== main
      ? 'of the last session on this branch'
      : undefined
  return [
    makeClaim(from, {
      section: 'goal',
      score: 1,
      ...goal,
      ...(isAsked && { isAsked }),
      ...(source && { from: source }),
    }),
  ]
}

/** A goal that repeats the last prompt adds nothing. */
const isLastPrompt = (goal: { readonly text: string }, { view }: RankedSession): boolean =>
  view.work.goal === undefined && view.digest.exchange?.asked.includes(goal.text) === true

const MOST_PULLS = 2

/** The client's summary of the session, quoted with its author because it is unverified. */
function clientNotes(last: RankedSession): readonly Claim[] {
  const { identity, naming, digest, life } = last.view
  const { summary, pulls } = naming
  const isNewest = summary !== undefined && summary.at >= (digest.exchange?.askedAt ?? 0)
  const named = pulls
    .slice(-MOST_PULLS)
    .map(({ url, number }) => (number === undefined ? url : `#${number} (${url})`))
  const linked =
    named.length === 0
      ? []
      : [
          makeClaim(last, {
            section: 'standing',
            text: `${named.length === 1 ? 'Pull request' : 'Pull requests'}: ${named.join(', ')}.`,
            at: life.lastActivityAt,
            score: 0.6,
          }),
        ]
  if (!isNewest || isBoilerplate(summary.text)) return linked
  const text = `${nameOf(identity.agent)}'s own ${summary.kind}: ${summary.text}`
  const { at, event } = summary
  return [...linked, makeClaim(last, { section: 'standing', text, at, event: event as EventId, score: 0.65 })]
}

/** The last prompt, and the conclusion of its answer if there was one. */
function lastExchange(last: RankedSession): readonly Claim[] {
  const { exchange } = last.view.digest
  if (!exchange) return []
  const { asked, before, askedAt, askedEvent, answer, answeredAt = askedAt, answerEvent, reported } = exchange
  return [
    makeClaim(last, {
      section: 'asked',
      text: HANDS_OVER.test(asked) && last.view.work.plan ? 'Implement the following plan: …' : asked,
      at: askedAt,
      event: askedEvent as EventId,
      score: 0.85,
      ...exchangeNote(before, answer),
    }),
    ...(answer !== undefined && !isBoilerplate(answer)
      ? [
          makeClaim(last, {
            section: 'answer',
            text: reported === undefined ? answer : `${reported}\n…\n${answer}`,
            at: Math.max(answeredAt, askedAt + 1),
            event: answerEvent as EventId,
            score: 0.9,
            ...(isAnnouncement(answer) && { from: 'the session ended here, without a conclusion' }),
          }),
        ]
      : []),
  ]
}

/** A prompt that hands over a plan. The goal already names the plan. */
const HANDS_OVER = /^(?:please )?(?:implement|execute|carry out) (?:the following|this) plan\b/i

const MOST_BEFORE = 200

/** The request that a short reply refers to, and a note if the prompt was not answered. */
function exchangeNote(before: string | undefined, answer: string | undefined): Pick<Claim, 'from'> {
  const after =
    before === undefined ? [] : [`after ${JSON.stringify(truncateLine(oneLine(before), MOST_BEFORE))}`]
  const notes = [...after, ...(answer === undefined ? ['not answered'] : [])]
  return notes.length > 0 ? { from: notes.join(', ') } : {}
}

interface LastSession {
  readonly last?: RankedSession | undefined
  /** The session from which decisions by the agent are included. Those from other sessions are rarely still valid. */
  readonly main?: RankedSession | undefined
}

/** Decisions and pinned facts, including those of running sessions. */
const settledIn = (from: RankedSession, { last, main }: LastSession): readonly Claim[] => [
  ...items(from, { section: 'decisions', list: decisionsOf(from, { last, main }), base: 0.85, last }),
  ...reasonedDecisions(from, { last, main }),
  ...items(from, { section: 'facts', list: openItems(from.view.work.facts), base: 0.85, last }),
]

const isRecent = (from: RankedSession, { last, main }: LastSession): boolean =>
  last === undefined || from === last || from === main

/**
 * How long answers and plans from an earlier session remain relevant. They matter only to work on the same
 * branch.
 */
const ANSWERS_LAST_MS = 12 * 60 * 60 * 1000
const isOnSameWork = (from: RankedSession, { last, main }: LastSession): boolean =>
  isRecent(from, { last, main }) ||
  (last !== undefined &&
    branchOf(from.view) === branchOf(last.view) &&
    last.view.life.lastActivityAt - from.view.life.lastActivityAt < ANSWERS_LAST_MS)

/** Decisions that people and agents noted, and those in the plans of recent sessions. */
function decisionsOf(from: RankedSession, recent: LastSession): readonly WorkItem[] {
  const open = openItems(from.view.work.decisions)
  if (isRecent(from, recent))
    return isOvertaken(from.view) ? open.filter(({ text }) => !text.startsWith(OUT_OF_SCOPE)) : open
  const answers = isOnSameWork(from, recent) ? open.filter(({ list }) => list === ANSWER_LIST) : []
  const kept = new Set(answers.slice(-MOST_EARLIER_ANSWERS))
  return open.filter((item) => item.list === undefined || kept.has(item))
}
const MOST_EARLIER_ANSWERS = 4

interface Items extends LastSession {
  readonly section: Section
  readonly list: readonly WorkItem[]
  readonly base: number
}

const items = (from: RankedSession, { section, list, base, last }: Items): readonly Claim[] =>
  list.map((item, index) => {
    const source = sourceOf(from, { last, at: item.at, isUser: item.origin === 'user' })
    return makeClaim(from, {
      section,
      text: withReason(item),
      at: item.at,
      event: item.id as EventId,
      // Later items in a session count more.
      score: base * from.weight * (0.7 + (0.3 * (index + 1)) / list.length),
      ...(source && { from: source }),
    })
  })

/** The source is "you" if the user stated the decision, plus its age unless it is from the last session. */
function sourceOf(
  from: RankedSession,
  { last, at, isUser }: LastSession & { readonly at: number; readonly isUser: boolean },
): string | undefined {
  const parts = [...(isUser ? ['you'] : []), ...(from === last ? [] : [agePlaceholder(at)])]
  return parts.length > 0 ? parts.join(', ') : undefined
}

const MOST_DECISION = 200

/** Decisions that messages state explicitly. */
const reasonedDecisions = (from: RankedSession, recent: LastSession): readonly Claim[] =>
  from.view.digest.remarks
    .filter((remark) => isDecisionShown(from, remark, recent))
    .map(({ text, why, at, event, speaker }) => {
      const source = sourceOf(from, { last: recent.last, at, isUser: speaker === 'user' })
      return makeClaim(from, {
        section: 'decisions',
        text: truncateLine(oneLine(why === undefined ? text : `${text}, ${asReason(why)}`), MOST_DECISION),
        at,
        event: event as EventId,
        score: 0.75 * from.weight,
        ...(source && { from: source }),
      })
    })

function isDecisionShown(
  from: RankedSession,
  { kind, text, why, at, speaker }: Session['digest']['remarks'][number],
  recent: LastSession,
): boolean {
  if (kind !== 'decision' || isBoilerplate(`${text} ${why ?? ''}`)) return false
  if (EXCLUDES.test(text) && from.view.life.lastActivityAt - at > EXCLUSION_LASTS_MS) return false
  return speaker === 'user' ? isOnSameWork(from, recent) : isRecent(from, recent) && at >= lastTopicAt(from)
}

/** The time of the last request. Earlier decisions by the agent are usually about another topic. */
const lastTopicAt = ({ view }: RankedSession): number => view.digest.requests.at(-1)?.at ?? 0

/**
 * How long a statement such as "not in scope" remains relevant: the next change is often about exactly that
 * work.
 */
const EXCLUDES = /^not in scope:/
const EXCLUSION_LASTS_MS = 12 * 60 * 60 * 1000

/** Quoted reasons usually begin with a conjunction. */
const asReason = (why: string): string =>
  /^(?:because|since|so that|to|in order to|otherwise|as|due to)\s/i.test(why)
    ? why.charAt(0).toLowerCase() + why.slice(1)
    : `because ${why}`

/** The reason for an answer is the client's description of the chosen option. */
const withReason = ({ kind, text, why, list }: WorkItem): string => {
  const reason = why === undefined ? '' : list === ANSWER_LIST ? ` (${why})` : `, ${asReason(why)}`
  return `${kind ? `${kind}: ` : ''}${text}${reason}`
}

/**
 * Running sessions, sessions with open work, and recent sessions on the same branch as the last one. Other
 * sessions rarely help.
 */
const isRelated = (other: RankedSession, last: RankedSession | undefined): boolean =>
  other.isLive ||
  hasNotedItems(other.view) ||
  (last !== undefined &&
    branchOf(other.view) === branchOf(last.view) &&
    last.view.life.lastActivityAt - other.view.life.lastActivityAt < OTHERS_LAST_MS)

const OTHERS_LAST_MS = 2 * 24 * 60 * 60 * 1000

/** Whether the session has open items that were noted explicitly. An agent's own task list does not count. */
const hasNotedItems = ({ work }: RankedSession['view']): boolean =>
  hasOpenItems({ ...work, decisions: [], tasks: work.tasks.filter(({ list }) => list === undefined) })

/** One line for each other session, running or recent. */
function otherSessions(sessions: readonly RankedSession[]): readonly Claim[] {
  const titles = new Set<string>()
  return sessions.flatMap((other) => {
    const title = titleOf(other)
    if (!title || titles.has(title) || isFragment(other, title)) return []
    titles.add(title)
    const { identity, life } = other.view
    const branch = branchOf(other.view)
    return [
      makeClaim(other, {
        section: 'others',
        text: `${title} (${nameOf(identity.agent)}, ${whenOf(other)}${branch ? `, on ${branch}` : ''})`,
        at: life.lastActivityAt,
        score: (other.isLive ? 0.9 : 0.5) * Math.max(other.weight, 0.3),
      }),
    ]
  })
}

/** A few words from a prompt rarely identify a session. A session that is in use now is listed anyway. */
const isFragment = ({ view, isLive }: RankedSession, title: string): boolean =>
  !isLive && sessionTitle(view)?.by === 'prompt' && title.split(' ').length < LEAST_WORDS
const LEAST_WORDS = 5

function whenOf({ view: { life }, isLive }: RankedSession): string {
  if (isLive) return 'in use now'
  const when = agePlaceholder(life.lastActivityAt)
  if (life.endTrigger !== 'recovered') return when
  return `${crashVerb(life)} ${when}${life.recoveryNote ? `; ${recoveryText(life.recoveryNote)}` : ''}`
}

/** A session's conclusions, for much later sessions. */
export function settledBy(seen: SessionInfo): readonly Claim[] {
  const from = { ...seen, weight: 1, because: [], isLive: false, isOlder: true }
  return settledIn(from, {})
}
