import type { KnownEvent } from '../event/catalogue.ts'
import type { Speaker, Statement } from '../extract/statement.ts'
import { statementsIn } from '../extract/statements.ts'
import { writtenMessage } from '../shell/written-messages.ts'
import { keywordsOf } from '../text/words.ts'
import { type Passage, withPassage } from './passages.ts'

/** One statement about the work. */
export interface Remark {
  readonly kind: 'decision' | 'next' | 'blocker' | 'question'
  readonly text: string
  readonly why?: string
  /** The event that holds the message. */
  readonly event: string
  readonly at: number
  readonly speaker: Speaker
  /** Confidence in the classification, from 0 to 1. */
  readonly weight: number
  /** The turn of the session. */
  readonly turn: number
}

/**
 * Statements about the work, extracted from the messages of a session by rules. Kept in the index and not in the view:
 * extraction takes longer than a hook may, and better rules must be able to repeat it.
 */
export interface SessionDigest {
  /** The last event that was read. */
  readonly seq: number
  readonly turns: number
  readonly goal?: { readonly text: string; readonly event: string; readonly at: number }
  readonly remarks: readonly Remark[]
  /** The beginning of the last answer. */
  readonly lastAnswer?: LastAnswer
  /** The last messages, sentence by sentence, the newest at the end. */
  readonly passages?: readonly Passage[]
}
export interface LastAnswer {
  readonly text: string
  readonly event: string
  readonly at: number
}

export const emptyDigest: SessionDigest = { seq: 0, turns: 0, remarks: [] }

const MAX_REMARKS = 120
const MAX_ANSWER = 4000
/** A shorter answer says nothing about the state of the work. */
const MIN_ANSWER = 60

/** Continues from `before`. */
export function digestEvents(
  events: readonly KnownEvent[],
  before: SessionDigest = emptyDigest,
): SessionDigest {
  const heard = events.filter(({ type }) => DIGESTED.has(type))
  return heard.reduce((gist, event, index) => {
    if (event.seq <= before.seq) return gist
    return digestAfter(gist, event, { isFinal: isFinalAt(heard, index) })
  }, before)
}
const DIGESTED: ReadonlySet<string> = new Set(['prompt.submitted', 'response.completed', 'tool.returned'])

function isFinalAt(events: readonly KnownEvent[], index: number): boolean {
  let next = index + 1
  while (events[next]?.type === 'tool.returned') next += 1
  return events[next]?.type !== 'response.completed'
}

/** `isFinal`: no other answer follows in the same turn. */
export function digestAfter(gist: SessionDigest, event: KnownEvent, { isFinal = true } = {}): SessionDigest {
  if (event.type === 'prompt.submitted' && (event.origin ?? 'user') === 'user')
    return afterPrompt({ ...gist, seq: event.seq, turns: gist.turns + 1 }, event)
  if (event.type === 'response.completed' && event.text)
    return afterAnswer({ ...gist, seq: event.seq }, { ...event, text: event.text }, isFinal)
  return afterCommand({ ...gist, seq: event.seq }, event)
}

/** Texts written by a command: a commit message, the text of a pull request. */
function afterCommand(gist: SessionDigest, event: KnownEvent): SessionDigest {
  const text = event.type === 'tool.returned' && event.command ? writtenMessage(event.command) : undefined
  return text === undefined ? gist : withPassage(gist, { ...event, text }, 'written')
}

interface AnsweredMessage {
  readonly id: string
  readonly at: number
  readonly text: string
}

function afterPrompt(gist: SessionDigest, event: AnsweredMessage): SessionDigest {
  const isFirst = gist.goal === undefined
  const said = statementsIn({
    speaker: 'user',
    text: event.text,
    isFirst,
    ...(gist.lastAnswer && { before: gist.lastAnswer.text }),
  })
  const goal = said.find(({ kind }) => kind === 'goal')
  // A new prompt means that the user has seen the questions.
  const known = { ...gist, remarks: gist.remarks.filter(({ kind }) => kind !== 'question') }
  return {
    ...withPassage(withRemarks(known, event, said), event, 'asked'),
    ...(goal && isFirst && { goal: { text: goal.text, event: event.id, at: event.at } }),
  }
}

function afterAnswer(gist: SessionDigest, event: AnsweredMessage, isFinal: boolean): SessionDigest {
  const said = statementsIn({ speaker: 'assistant', text: event.text, isFinal })
  const known = withPassage(withRemarks(gist, event, said), event, isFinal ? 'answered' : 'aside')
  if (!isFinal || event.text.trim().length < MIN_ANSWER) return known
  return { ...known, lastAnswer: { text: event.text.slice(0, MAX_ANSWER), event: event.id, at: event.at } }
}

function withRemarks(gist: SessionDigest, event: AnsweredMessage, said: readonly Statement[]): SessionDigest {
  const fresh = said.flatMap((statement) => remarkOf(statement, event, gist.turns))
  const texts = new Set(fresh.map(({ text }) => text))
  const still = said.reduce<readonly Remark[]>(
    (remarks, statement) => withoutResolved(remarks, statement),
    gist.remarks.filter(({ text }) => !texts.has(text)),
  )
  return { ...gist, remarks: [...still, ...fresh].slice(-MAX_REMARKS) }
}

function remarkOf(statement: Statement, { id, at }: AnsweredMessage, turn: number): readonly Remark[] {
  const { kind, text, why, speaker, weight } = statement
  if (kind === 'goal' || kind === 'done' || kind === 'resolved') return []
  return [{ kind, text, ...(why && { why }), event: id, at, speaker, weight, turn }]
}

/** Removes next actions that are done and blockers that are resolved. */
function withoutResolved(remarks: readonly Remark[], { kind, text }: Statement): readonly Remark[] {
  const settles = RESOLVES[kind]
  if (!settles) return remarks
  const words = new Set(keywordsOf(text))
  return remarks.filter((remark) => remark.kind !== settles || overlap(words, remark.text) < MIN_OVERLAP)
}

const RESOLVES: Readonly<Partial<Record<Statement['kind'], Remark['kind']>>> = {
  done: 'next',
  resolved: 'blocker',
}
/** Share of the words of a remark that must recur. */
const MIN_OVERLAP = 0.5

function overlap(words: ReadonlySet<string>, text: string): number {
  const own = keywordsOf(text)
  return own.length === 0 ? 0 : own.filter((word) => words.has(word)).length / own.length
}
