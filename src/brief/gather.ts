import type { EventId } from '../event/identity.ts'
import { LIKELY_WEIGHT, SURE_WEIGHT } from '../extract/statement.ts'
import type { Remark } from '../session/digest.ts'
import type { Failure } from '../session/failures.ts'
import { openItems, type WorkItem } from '../session/work.ts'
import { oneLine, truncateLine } from '../text/truncate.ts'
import {
  agePlaceholder,
  type Claim,
  type ClaimDraft,
  makeClaim,
  type Section,
  withoutRepeats,
} from './claim.ts'
import {
  activityClaims,
  bare,
  byLastTouch,
  commandClaims,
  fileClaims,
  type RankedPath,
  touchedFiles,
} from './gather-activity.ts'
import { lastSentences } from './last-sentences.ts'
import type { RankedSession, SessionInfo } from './rank-sessions.ts'
import { crashVerb, lastSessionLine, recoveryText } from './status-text.ts'

interface Sources {
  /** Most relevant first, running ones last. */
  readonly sessions: readonly RankedSession[]
  /** Lasting claims from older sessions about the current prompt. */
  readonly past?: readonly Claim[]
  readonly files: readonly RankedPath[]
  readonly checkout: string
  readonly now: number
}

/** All candidate claims, with scores and without duplicates. */
export function gatherClaims({ sessions, past = [], files, checkout, now }: Sources): readonly Claim[] {
  const before = sessions.filter(({ isLive }) => !isLive)
  const [main] = before
  const by = main ?? (past[0] && { session: past[0].session, because: [] })
  const touched = touchedFiles(before)
  const ranked = files.length > 0 ? files : byLastTouch(touched)
  const first = [...(main ? about(main) : []), ...sessions.flatMap(noted)]
  const claims = [
    ...first,
    ...past,
    ...(by ? fileClaims(ranked, { touched, by, checkout, now }) : []),
    ...(main ? activityClaims(main) : []),
    ...commandClaims(before),
    ...(main ? lastSentences(main, first) : []),
    ...otherSessions(sessions.filter((one) => one !== main)),
  ]
  return withoutRepeats(claims)
}

/** Goal, state, last prompt and last answer of the main session. */
function about(main: RankedSession): readonly Claim[] {
  const { talk, life } = main.view
  const goal = goalOf(main)
  const asked = talk.lastPrompt
  const answer = main.gist?.lastAnswer
  const lines: (ClaimDraft | undefined)[] = [
    goal && { section: 'goal', score: 1, ...goal },
    { section: 'standing', text: lastSessionLine(main.view), at: life.lastActivityAt, score: 0.95 },
    asked && asked !== goal?.text
      ? {
          section: 'standing',
          text: `Last asked: ${asked}`,
          at: talk.lastPromptAt ?? life.lastActivityAt,
          score: 0.9,
        }
      : undefined,
    answer && {
      section: 'standing',
      text: `Last answer: ${answer.text}`,
      at: answer.at,
      event: answer.event as EventId,
      score: 0.85,
    },
  ]
  return lines.flatMap((said) => (said ? [makeClaim(main, said)] : []))
}

/** As set by a note, or else as extracted from the first prompt. */
function goalOf({ view, gist }: RankedSession): Pick<Claim, 'text' | 'at' | 'event'> | undefined {
  const { goal } = view.work
  if (goal) return { text: goal.text, at: goal.at, event: idOf(goal) }
  return gist?.goal && { text: gist.goal.text, at: gist.goal.at, event: gist.goal.event as EventId }
}

const idOf = ({ id }: WorkItem): EventId => id as EventId

function noted(from: RankedSession): readonly Claim[] {
  const { work, craft } = from.view
  // Blockers and next steps of a running session belong to its own agent.
  if (from.isLive) return settledIn(from)
  const isNear = from.weight >= NEAR
  return [
    ...settledIn(from),
    ...items(from, { section: 'blockers', list: openItems(work.blockers), base: 0.95 }),
    ...(isNear
      ? [
          ...craft.failures.filter(isOfWork).map((failure) => failing(from, failure)),
          ...remarks(from, 'blocker'),
        ]
      : []),
    ...items(from, {
      section: 'next',
      list: [...openItems(work.actions), ...openItems(work.tasks)],
      base: 0.95,
    }),
    ...(isNear ? [...remarks(from, 'next'), ...remarks(from, 'question')] : []),
  ]
}

/** Below this weight, extracted open points are mostly outdated. */
const NEAR = 0.5

/** MCP server failures are mostly transient. */
const isOfWork = ({ what }: Failure): boolean => !what.startsWith('mcp__')

const failing = (from: RankedSession, { what, why, at }: Failure): Claim =>
  makeClaim(from, {
    section: 'blockers',
    text: `Failed and not yet repaired: ${truncateLine(oneLine(bare(what)), MOST_COMMAND)}${why ? `: ${why}` : ''}`,
    at,
    score: 0.6 * from.weight,
    about: { command: what },
  })

const MOST_COMMAND = 100

const settledIn = (from: RankedSession): readonly Claim[] => [
  ...items(from, { section: 'decisions', list: openItems(from.view.work.decisions), base: 0.85 }),
  ...remarks(from, 'decision'),
  ...items(from, { section: 'facts', list: openItems(from.view.work.facts), base: 0.7 }),
]

interface Items {
  readonly section: Section
  readonly list: readonly WorkItem[]
  readonly base: number
}

const items = (from: RankedSession, { section, list, base }: Items): readonly Claim[] =>
  list.map((item, index) =>
    makeClaim(from, {
      section,
      text: withReason(item),
      at: item.at,
      event: idOf(item),
      // Later ones in a session count more.
      score: base * from.weight * (0.7 + (0.3 * (index + 1)) / list.length),
    }),
  )

interface Place {
  readonly section: Section
  /** Base score; notes have more. */
  readonly base: number
  /** Number of turns after which it is outdated. */
  readonly turns: number
  /** Minimum confidence: a wrong claim does more harm than a missing one (docs/lab/extraction.md). */
  readonly surely: number
}

const MOST_REMARK = 160

const REMARKS: Readonly<Record<Remark['kind'], Place>> = {
  decision: { section: 'decisions', base: 0.75, turns: 60, surely: LIKELY_WEIGHT },
  blocker: { section: 'blockers', base: 0.75, turns: 6, surely: SURE_WEIGHT },
  next: { section: 'next', base: 0.8, turns: 3, surely: LIKELY_WEIGHT },
  question: { section: 'questions', base: 0.7, turns: 1, surely: 0 },
}

/** Statements extracted from messages. Their score falls with the turns since. */
function remarks(from: RankedSession, kind: Remark['kind']): readonly Claim[] {
  const { gist } = from
  if (!gist) return []
  const { section, base, turns, surely } = REMARKS[kind]
  return gist.remarks
    .filter(({ kind: said, turn, weight }) => said === kind && gist.turns - turn < turns && weight >= surely)
    .map((remark) => {
      const age = gist.turns - remark.turn
      const score = base * from.weight * (0.5 + 0.5 * remark.weight) * 0.5 ** ((2 * age) / turns)
      const { text, at, event } = remark
      const why = remark.why ? ` (${asReason(remark.why)})` : ''
      return makeClaim(from, {
        section,
        text: truncateLine(oneLine(`${text}${why}`), MOST_REMARK),
        at,
        event: event as EventId,
        score,
      })
    })
}

/** Reasons quoted from an answer mostly have their own conjunction. */
const asReason = (why: string): string =>
  /^(?:because|since|so that|to|in order to|otherwise|as|due to)\s/i.test(why)
    ? why.charAt(0).toLowerCase() + why.slice(1)
    : `because ${why}`

const withReason = ({ kind, text, why }: WorkItem): string =>
  `${kind ? `${kind}: ` : ''}${text}${why ? ` (because ${why})` : ''}`

/** One line for each other session, running or recent. */
function otherSessions(sessions: readonly RankedSession[]): readonly Claim[] {
  return sessions.flatMap((other) => {
    const { identity, life, talk } = other.view
    const topic = goalOf(other)?.text ?? talk.lastPrompt
    if (!topic) return []
    const crash = life.endTrigger === 'recovered' ? `${crashVerb(life)} ` : ''
    const when = other.isLive ? 'at work right now' : `${crash}${agePlaceholder(life.lastActivityAt)}`
    const held = crash && life.recoveryNote ? ` (${recoveryText(life.recoveryNote)})` : ''
    const branch = identity.branch ? `, on ${identity.branch}` : ''
    return [
      makeClaim(other, {
        section: 'others',
        text: `${identity.agent}, ${when}${held}${branch}: ${truncateLine(oneLine(topic), 100)}`,
        at: life.lastActivityAt,
        score: (other.isLive ? 0.9 : 0.5) * Math.max(other.weight, 0.3),
      }),
    ]
  })
}

/** The conclusions of a session, for sessions much later. */
export const settledBy = (seen: SessionInfo): readonly Claim[] =>
  settledIn({ ...seen, weight: 1, because: [], isLive: false })
