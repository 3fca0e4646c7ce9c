import { withoutMarkdown } from '../../text/prose.ts'
import { type Unit, unitsIn } from '../../text/sentences.ts'
import { goalIn } from '../goal.ts'
import type { Statement, StatementKind } from '../statement.ts'
import { statementsIn } from '../statements.ts'
import { type Line, line, shortLine, type Tag } from './line.ts'
import type { SpokenPiece } from './message-pieces.ts'

/** The lines and statements of a message. */
interface SpokenLines {
  readonly lines: readonly Line[]
  readonly statements: readonly Statement[]
}

interface PiecePlace {
  /** Index of the piece. */
  readonly at: number
  /** The other speaker's previous message. */
  readonly before: string
  /** Whether the message is the last one of the session. */
  readonly isLast: boolean
  /** Position in the session, from 0 to 1. */
  readonly lateness: number
}

const LONGEST = 260

export function spokenLines(words: SpokenPiece, place: PiecePlace): SpokenLines {
  const { speaker, text, isFinal } = words
  const before = speaker === 'user' && place.before !== '' ? { before: place.before } : {}
  const statements = statementsIn({ speaker, text, isFinal, ...before })
  const units = unitsIn(text)
  if (units.length === 0) return { statements, lines: pasted(words, place) }
  const known = new Map(statements.map((one) => [one.at, one]))
  const request = speaker === 'user' ? goalIn(text)?.at : undefined
  const lines = units.flatMap((unit, nth) => {
    const about = { words, place, nth, isRequest: unit.at === request, stated: known.get(unit.at) }
    return isIdle(unit, about) ? [] : [lineOf(unit, about)]
  })
  return { statements, lines: lines.filter(({ tag, terms }) => tag !== 'found' || terms.length >= LEAST) }
}
/** The minimum number of terms. A sentence with fewer terms cannot be understood on its own. */
const LEAST = 3

/**
 * Skips lines without content of their own: introductions to other lines, announcements (the action itself is
 * recorded), and all questions except the last one, because they were answered.
 */
function isIdle({ text }: Unit, { words, place, isRequest, stated }: About): boolean {
  if (words.speaker === 'user') return INTERRUPTED.test(text) || (LEAD.test(text) && !stated && !isRequest)
  if (stated) return stated.kind === 'question' && !place.isLast
  return LEAD.test(text) || NARRATION.test(text)
}
const LEAD = /:[*_]{0,3}$/
const INTERRUPTED = /^\[Request interrupted/
const NARRATION =
  /^(?:(?:ok|okay|good|great|perfect|now|first|next|yes|right|so|and|then|alright|excellent|you're right)\b[\s,.!:—-]{0,4}){0,3}(?:(?:let me|let's|i'll|i will|i need to|i should|i'm going to|we need to) |$)/i

/** The beginning of a prompt in which no sentences were found. */
function pasted({ speaker, text }: SpokenPiece, { at }: PiecePlace): readonly Line[] {
  return speaker === 'user' && !INTERRUPTED.test(text)
    ? [line('asked', shortLine(text, MOST_PASTED), { at, value: VALUE.user })]
    : []
}
const MOST_PASTED = 120

interface About {
  readonly words: SpokenPiece
  readonly place: PiecePlace
  readonly nth: number
  /** Whether this sentence of the prompt is the request. */
  readonly isRequest: boolean
  readonly stated: Statement | undefined
}

function lineOf(unit: Unit, about: About): Line {
  const { words, place, nth, stated } = about
  const text = shortLine(wordsOf(withoutMarkdown(unit.text), stated), LONGEST)
  const tag = (stated && TAG_OF[stated.kind]) ?? (words.speaker === 'user' ? 'asked' : 'found')
  const value = worthOf(about) * (EARLY + (1 - EARLY) * place.lateness)
  return line(tag, text, { at: place.at + (nth + 1) / 10_000, value })
}

/** Adds the chosen option to a short answer. */
const wordsOf = (text: string, stated: Statement | undefined): string =>
  stated?.kind === 'decision' && text.length < SHORT && !text.includes(stated.text)
    ? `${text} (${stated.text})`
    : text
const SHORT = 40

const EARLY = 0.6
const TAG_OF: Readonly<Record<StatementKind, Tag>> = {
  decision: 'decided',
  next: 'next',
  blocker: 'problem',
  resolved: 'done',
  done: 'done',
  question: 'next',
  goal: 'asked',
}

const VALUE = { asked: 4, user: 2, first: 2, final: 1, aside: 0.3 } as const
const STATED: Readonly<Record<StatementKind, number>> = {
  decision: 3,
  next: 1,
  blocker: 2,
  resolved: 2,
  done: 1.5,
  question: 0.5,
  goal: 4,
}

function worthOf({ words, nth, isRequest, stated }: About): number {
  const kind = stated ? STATED[stated.kind] : 0
  if (words.speaker === 'user') return (isRequest ? VALUE.asked : VALUE.user / (1 + nth / MANY)) + kind
  const place = words.isFinal ? finalValue(nth) : VALUE.aside
  return place + kind
}

/**
 * The larger this number, the more slowly the value of later sentences in a prompt falls. The beginning
 * matters most.
 */
const MANY = 6

/** The value of a line in a final answer. Answers begin with the result. */
const finalValue = (nth: number): number => (nth === 0 ? VALUE.first : VALUE.final)
