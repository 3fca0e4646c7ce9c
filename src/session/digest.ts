import type { KnownEvent } from '../event/catalogue.ts'
import type { Speaker, Statement } from '../extract/statement.ts'
import { statementsIn } from '../extract/statements.ts'
import { writtenMessage } from '../shell/command-line.ts'
import { withoutMarkdown } from '../text/prose.ts'
import { unitsIn } from '../text/sentences.ts'
import { truncate } from '../text/truncate.ts'
import { keywordsOf } from '../text/words.ts'

/** One statement about the work. */
export interface Remark {
  readonly kind: 'decision' | 'next' | 'blocker' | 'question'
  readonly text: string
  readonly why?: string
  /** The event that contains the message. */
  readonly event: string
  readonly at: number
  readonly speaker: Speaker
  /** Confidence in the classification, from 0 to 1. */
  readonly weight: number
  /** The turn of the session. */
  readonly turn: number
}

/**
 * Statements about the work, extracted from a session's messages by rules. Stored in the index, not in the view:
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
/** A shorter answer does not describe the state of the work. */
const MIN_ANSWER = 60

/** Continues from `before`. */
export function digestEvents(
  events: readonly KnownEvent[],
  before: SessionDigest = emptyDigest,
): SessionDigest {
  const relevant = events.filter(({ type }) => DIGESTED.has(type))
  return relevant.reduce((digest, event, index) => {
    if (event.seq <= before.seq) return digest
    return digestAfter(digest, event, { isFinal: isFinalAt(relevant, index) })
  }, before)
}
const DIGESTED: ReadonlySet<string> = new Set(['prompt.submitted', 'response.completed', 'tool.returned'])

function isFinalAt(events: readonly KnownEvent[], index: number): boolean {
  let next = index + 1
  while (events[next]?.type === 'tool.returned') next += 1
  return events[next]?.type !== 'response.completed'
}

/** `isFinal`: no other answer follows in the same turn. */
export function digestAfter(
  digest: SessionDigest,
  event: KnownEvent,
  { isFinal = true } = {},
): SessionDigest {
  if (event.type === 'prompt.submitted' && (event.origin ?? 'user') === 'user')
    return afterPrompt({ ...digest, seq: event.seq, turns: digest.turns + 1 }, event)
  if (event.type === 'response.completed' && event.text)
    return afterAnswer({ ...digest, seq: event.seq }, { ...event, text: event.text }, isFinal)
  return afterCommand({ ...digest, seq: event.seq }, event)
}

/** Text written by a command: a commit message, a pull request description. */
function afterCommand(digest: SessionDigest, event: KnownEvent): SessionDigest {
  const text = event.type === 'tool.returned' && event.command ? writtenMessage(event.command) : undefined
  return text === undefined ? digest : withPassage(digest, { ...event, text }, 'written')
}

function afterPrompt(digest: SessionDigest, event: DigestedMessage): SessionDigest {
  const isFirst = digest.goal === undefined
  const statements = statementsIn({
    speaker: 'user',
    text: event.text,
    isFirst,
    ...(digest.lastAnswer && { before: digest.lastAnswer.text }),
  })
  const goal = statements.find(({ kind }) => kind === 'goal')
  // A new prompt means that the user has seen the questions.
  const known = { ...digest, remarks: digest.remarks.filter(({ kind }) => kind !== 'question') }
  return {
    ...withPassage(withRemarks(known, event, statements), event, 'asked'),
    ...(goal && isFirst && { goal: { text: goal.text, event: event.id, at: event.at } }),
  }
}

function afterAnswer(digest: SessionDigest, event: DigestedMessage, isFinal: boolean): SessionDigest {
  const statements = statementsIn({ speaker: 'assistant', text: event.text, isFinal })
  const known = withPassage(withRemarks(digest, event, statements), event, isFinal ? 'answered' : 'aside')
  if (!isFinal || event.text.trim().length < MIN_ANSWER) return known
  return { ...known, lastAnswer: { text: event.text.slice(0, MAX_ANSWER), event: event.id, at: event.at } }
}

function withRemarks(
  digest: SessionDigest,
  event: DigestedMessage,
  statements: readonly Statement[],
): SessionDigest {
  const fresh = statements.flatMap((statement) => remarkOf(statement, event, digest.turns))
  const texts = new Set(fresh.map(({ text }) => text))
  const still = statements.reduce<readonly Remark[]>(
    (remarks, statement) => withoutResolved(remarks, statement),
    digest.remarks.filter(({ text }) => !texts.has(text)),
  )
  return { ...digest, remarks: [...still, ...fresh].slice(-MAX_REMARKS) }
}

function remarkOf(statement: Statement, { id, at }: DigestedMessage, turn: number): readonly Remark[] {
  const { kind, text, why, speaker, weight } = statement
  if (kind === 'goal' || kind === 'done' || kind === 'resolved') return []
  return [{ kind, text, ...(why && { why }), event: id, at, speaker, weight, turn }]
}

/** Removes next actions that are done and blockers that are resolved. */
function withoutResolved(remarks: readonly Remark[], { kind, text }: Statement): readonly Remark[] {
  const resolvedKind = RESOLVES[kind]
  if (!resolvedKind) return remarks
  const words = new Set(keywordsOf(text))
  return remarks.filter((remark) => remark.kind !== resolvedKind || overlap(words, remark.text) < MIN_OVERLAP)
}

const RESOLVES: Readonly<Partial<Record<Statement['kind'], Remark['kind']>>> = {
  done: 'next',
  resolved: 'blocker',
}
/** Share of a remark's words that must recur. */
const MIN_OVERLAP = 0.5

function overlap(words: ReadonlySet<string>, text: string): number {
  const own = keywordsOf(text)
  return own.length === 0 ? 0 : own.filter((word) => words.has(word)).length / own.length
}

/** The quotable sentences of one of the last messages. */
export interface Passage {
  /** The last answer in a turn, an intermediate one, text written by a command, or a prompt. */
  readonly from: 'answered' | 'aside' | 'written' | 'asked'
  readonly event: string
  readonly at: number
  readonly texts: readonly string[]
}

interface DigestedMessage {
  readonly id: string
  readonly at: number
  readonly text: string
}

/** Limit for all messages together. Older ones are mostly outdated. */
const MAX_CHARACTERS = 9000
/** Limit for one message. Its end is kept: open work is mostly named there. */
const MAX_TEXTS = 40
const MAX_TEXT = 300

/** Adds a message and drops the oldest beyond the limit. */
export function withPassage<T extends { readonly passages?: readonly Passage[] }>(
  digest: T,
  { id, at, text }: DigestedMessage,
  from: Passage['from'],
): T {
  const texts = quotableTexts(text)
  if (texts.length === 0) return digest
  const all = [...(digest.passages ?? []), { from, event: id, at, texts }]
  return { ...digest, passages: all.slice(firstKept(all)) }
}

function firstKept(passages: readonly Passage[]): number {
  let room = MAX_CHARACTERS
  for (let at = passages.length - 1; at >= 0; at -= 1) {
    room -= passages[at]?.texts.reduce((sum, { length }) => sum + length, 0) ?? 0
    if (room < 0) return Math.min(at + 1, passages.length - 1)
  }
  return 0
}

function quotableTexts(text: string): readonly string[] {
  const units = unitsIn(text.replaceAll(REFERENCE, spellReference))
  let above: string | undefined
  return units
    .flatMap(({ text: own, heading }, index) => {
      const isNew = heading !== undefined && heading !== above
      above = heading
      const sentence = withoutMarkdown(own).trim()
      const texts = LEAD.test(sentence) && index < units.length - 1 ? [] : [sentence]
      return isNew && isInformative(heading) ? [withoutMarkdown(heading), ...texts] : texts
    })
    .filter(({ length }) => length >= MIN_TEXT)
    .slice(-MAX_TEXTS)
    .map((one) => truncate(one, MAX_TEXT))
}
/** A bare number means nothing; its link often does. */
const REFERENCE =
  /\[([^\][\n]{1,24})\]\(https?:\/\/[^()\s]{1,300}\/([a-z\d]{1,40}(?:-[a-z\d]{1,40}){2,30})\)/g
const spellReference = (_: string, name: string, slug: string): string =>
  `${name} (${slug.replaceAll('-', ' ')})`
/** A heading with fewer words only names a kind of content. */
const isInformative = (heading: string): boolean => heading.split(' ', 4).length > 3
const MIN_TEXT = 20
/** Introduces what follows and means nothing alone, except at the end of a message. */
const LEAD = /:$/
