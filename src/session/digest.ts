import { conclusionOf, isAnnouncement, reportBefore, shortenConclusion } from '../extract/conclusion.ts'
import { decisionsIn } from '../extract/decisions.ts'
import { goalIn, newGoalIn } from '../extract/goal.ts'
import { openEndsIn } from '../extract/open-ends.ts'
import type { Speaker } from '../extract/statement.ts'
import { isBoilerplate } from '../text/tags.ts'
import { excerptOf, oneLine, truncate, truncateAtWord } from '../text/truncate.ts'
import { isOwnWords } from './conversation.ts'
import { type Fold, fold, unchangedBy } from './fold.ts'

/** One statement about the work, quoted from a message. */
interface Remark {
  readonly kind: 'decision' | 'next' | 'blocker' | 'question'
  readonly text: string
  readonly why?: string
  /** The event that contains the message. */
  readonly event: string
  readonly at: number
  readonly speaker: Speaker
}

/** The user's last prompt. If it has an answer, the last fields hold the conclusion of the last answer. */
export interface Exchange {
  readonly asked: string
  /** The request that the prompt continues, if the prompt is only a reply such as "yes please". */
  readonly before?: string
  readonly askedAt: number
  readonly askedEvent: string
  /** The sequence number of the prompt. */
  readonly askedSeq: number
  readonly answer?: string
  /** What the agent reported earlier in the turn. Kept only while the last answer merely announces the next step. */
  readonly reported?: string
  readonly answeredAt?: number
  readonly answerEvent?: string
}

/** A request by the user, shortened. */
interface PastRequest {
  readonly text: string
  readonly event: string
  readonly at: number
}

/** Whether the last prompt has no answer. */
export const isUnanswered = ({ exchange }: SessionDigest): boolean =>
  exchange !== undefined && exchange.answer === undefined

/** Questions in the last answer that no later prompt of the session has answered. */
export const openQuestions = ({ remarks, exchange }: SessionDigest): readonly Remark[] =>
  remarks.filter(
    ({ kind, event, speaker, text }) =>
      kind === 'question' &&
      speaker === 'assistant' &&
      event === exchange?.answerEvent &&
      !isBoilerplate(text),
  )

/** Statements that rules found in a session's messages. Each message is read once, when it is folded. */
export interface SessionDigest {
  readonly goal?: {
    readonly text: string
    readonly event: string
    readonly at: number
    /** The number of user prompts since the goal was stated. */
    readonly promptsSince: number
  }
  readonly exchange?: Exchange
  /** The first and the latest requests, in order. Replies such as "yes" are left out. */
  readonly requests: readonly PastRequest[]
  /** Decisions from all turns and open items from the last answer, in the order in which they were stated. */
  readonly remarks: readonly Remark[]
}

export const emptyDigest: SessionDigest = { requests: [], remarks: [] }

/** Maximum number of decisions; the oldest are dropped. It is small because the view is written with every event. */
const MAX_DECISIONS = 16
const MAX_ASKED = 1000
const MAX_ANSWER = 2800
const MAX_REPORT = 1200

export const digest: Fold<SessionDigest> = /* @__PURE__ */ fold<SessionDigest>(emptyDigest, () => ({
  ...unchangedBy(
    ['lifecycle', 'identity', 'tools', 'work', 'context', 'graph', 'memory', 'upkeep'],
    [
      'instruction.given',
      'response.streamed',
      'turn.interrupted',
      'correction.heard',
      'subagent.started',
      'subagent.stopped',
      'agent.noticed',
      'agent.summarized',
      'context.compacting',
      'context.compacted',
      'compaction.undone',
    ],
  ),
  'prompt.submitted': (s, e) => (isOwnWords(e) ? afterPrompt(s, e) : s),
  'response.completed': (s, e) => (e.text?.trim() ? afterAnswer(s, { ...e, text: e.text }) : s),
}))

interface DigestedMessage {
  readonly id: string
  readonly seq: number
  readonly at: number
  readonly text: string
}

function afterPrompt(s: SessionDigest, prompt: DigestedMessage): SessionDigest {
  const text = excerptOf(prompt.text)
  const decided = withDecisions(s, prompt, 'user')
  // A prompt filled in from a transcript may be older than the last recorded prompt.
  if (s.exchange !== undefined && prompt.at < s.exchange.askedAt) return decided
  const goal = s.goal === undefined ? goalIn(text) : newGoalIn(text)
  return {
    ...decided,
    // Drops the open items of the last answer, because the user has read them.
    remarks: decided.remarks.filter(isDecision),
    requests: withRequest(s.requests, prompt),
    ...(goal
      ? { goal: { text: goal.text, event: prompt.id, at: prompt.at, promptsSince: 0 } }
      : s.goal && { goal: { ...s.goal, promptsSince: s.goal.promptsSince + 1 } }),
    exchange: {
      asked: truncate(prompt.text.trim(), MAX_ASKED),
      ...requestBefore(s.exchange, prompt.text),
      askedAt: prompt.at,
      askedEvent: prompt.id,
      askedSeq: prompt.seq,
    },
  }
}

const MAX_REQUESTS = 5
const MAX_REQUEST = 160

function withRequest(
  known: readonly PastRequest[],
  { id, text, at }: DigestedMessage,
): readonly PastRequest[] {
  const said = text.replaceAll(/\[Image #\d{1,3}\]/g, '').trim()
  if (isReply(said) || IS_MARKUP.test(said)) return known
  const plan = PLAN_TITLE.exec(said)?.[1]
  const request = plan === undefined ? oneLine(said) : `Implement the plan "${plan.trim()}"`
  const [first, ...rest] = [...known, { text: truncateAtWord(request, MAX_REQUEST), event: id, at }]
  return first ? [first, ...rest.slice(1 - MAX_REQUESTS)] : known
}

/** Requests do not begin with markup. Text that a client or a command expanded often does. */
const IS_MARKUP = /^[#<[{|]/
/** The title of a plan that the user hands over to be carried out. */
const PLAN_TITLE = /^[^\n]{0,40}\bplan:\s{1,4}#\s{1,4}(?:plan:\s{0,4})?([^\n]{3,120})/i

const MAX_REPLY = 40
/** A reply with at most this many words says nothing new, so the next reply may refer to the same request. */
const MAX_BARE = 2
const MAX_BEFORE = 300
const REPLY =
  /^(?:yes|yeah|yep|y|ok|okay|sure|no|nope|go|continue|proceed|are you (?:there|ok|done|stuck)|you (?:there|good|ok|done)|do (?:it|that|both)|please|both|all|fine|great|perfect|sounds|lgtm|option|[a-d]|\d{1,2})\b|^\S{1,20}(?: \S{1,20})?$/i
const isReply = (text: string): boolean => text.trim().length <= MAX_REPLY && REPLY.test(text.trim())

/**
 * A reply can only be understood together with what it refers to: the items it names, a question, or the
 * request before it.
 */
function requestBefore(last: Exchange | undefined, text: string): Pick<Exchange, 'before'> {
  if (!last) return {}
  const named = itemsNamed(text, last.answer ?? '')
  if (named !== undefined) return { before: truncate(named, MAX_BEFORE) }
  if (!isReply(text)) return {}
  const end = last.answer?.split('\n').at(-1) ?? ''
  if (end.endsWith('?'))
    return { before: truncate(end.split(/(?<=[.!?]) (?=[A-Z])/).at(-1) ?? end, MAX_BEFORE) }
  if (!isReply(last.asked)) return { before: truncate(last.asked, MAX_BEFORE) }
  const isBare = [text, last.asked].every((reply) => reply.trim().split(/\s+/).length <= MAX_BARE)
  return isBare && last.before !== undefined ? { before: last.before } : {}
}

/** The numbered items of the last answer that a short prompt such as "3 and 7" names. */
function itemsNamed(prompt: string, answer: string): string | undefined {
  if (prompt.length > MAX_NAMING || !/^\D{0,20}\d/.test(prompt)) return undefined
  const numbers = new Set(prompt.match(/(?<![\w.])\d{1,2}(?![\w%]|\.\d)/g))
  const items = answer.split('\n').filter((line) => numbers.has(/^\s*(\d{1,2})[.)] /.exec(line)?.[1] ?? ''))
  return items.length > 0 ? items.map((item) => truncate(item.trim(), MAX_ITEM)).join('; ') : undefined
}
const MAX_NAMING = 60
const MAX_ITEM = 120

/** Only the last answer of a turn counts. It may arrive before earlier answers of the same or of earlier turns. */
function afterAnswer(s: SessionDigest, answer: DigestedMessage): SessionDigest {
  const { exchange } = s
  const decided = withDecisions(s, answer, 'assistant')
  const isFinal = answer.at >= Math.max(exchange?.askedAt ?? 0, exchange?.answeredAt ?? 0)
  if (!exchange || !isFinal) return decided
  const text = excerptOf(answer.text)
  const open = openEndsIn(text).map((end) => remarkFrom(answer, { ...end, speaker: 'assistant' }))
  const conclusion = conclusionOf(text) || truncate(oneLine(text), MAX_ANSWER)
  return {
    ...decided,
    // Open items from the middle of a turn are dropped: by its end they are done or mentioned again.
    remarks: [...decided.remarks.filter(isDecision), ...open],
    exchange: afterConclusion(exchange, { ...answer, text: conclusion }),
  }
}

function afterConclusion({ reported, ...exchange }: Exchange, { text, at, id }: DigestedMessage): Exchange {
  const before = exchange.answer === undefined ? undefined : reportBefore(exchange.answer)
  const kept = before ? shortenConclusion(before, MAX_REPORT) : reported
  return {
    ...exchange,
    answer: text,
    answeredAt: at,
    answerEvent: id,
    ...(isAnnouncement(text) && kept !== undefined && { reported: kept }),
  }
}

const isDecision = ({ kind }: Remark): boolean => kind === 'decision'

function withDecisions(s: SessionDigest, message: DigestedMessage, speaker: Speaker): SessionDigest {
  const made = decisionsIn(speaker, excerptOf(message.text)).map((one) =>
    remarkFrom(message, { kind: 'decision', ...one, speaker }),
  )
  if (made.length === 0) return s
  const texts = new Set(made.map(({ text }) => text))
  const before = s.remarks.filter(({ text }) => !texts.has(text))
  const decisions = [...before.filter(isDecision), ...made].slice(-MAX_DECISIONS)
  return { ...s, remarks: [...decisions, ...before.filter((one) => !isDecision(one))] }
}

const remarkFrom = (
  { id, at }: DigestedMessage,
  { kind, text, why, speaker }: Pick<Remark, 'kind' | 'text' | 'why' | 'speaker'>,
): Remark => ({ kind, text, ...(why && { why }), event: id, at, speaker })
