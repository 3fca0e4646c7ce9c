import { type Message, textOf } from '../../src/message/message.ts'
import type { RealSession } from './sessions.ts'

/** A compaction point: older messages no longer fit. */
export interface Point {
  readonly session: RealSession
  /** The dropped messages, one part per compaction. All parts except the last were summarized earlier. */
  readonly parts: readonly (readonly Message[])[]
  readonly tail: readonly Message[]
  readonly rest: readonly Message[]
  /** The summary that the session's own model wrote, and the previous one. */
  readonly summary?: string
  readonly previous?: string
}

export const THRESHOLD = 15_000
export const KEPT = 20
/**
 * The ordinals of the compactions that are measured in each session. Only three, because most sessions have
 * many similar ones.
 */
const SAMPLED_COMPACTIONS: ReadonlySet<number> = new Set([1, 3, 8])
const MAX_REST = 600
const MIN_REST = 10

/** The points at which the default settings would compact a session. */
export function ownPoints(session: RealSession): readonly Point[] {
  const { messages } = session
  const found: Point[] = []
  const parts: (readonly Message[])[] = []
  let from = 0
  let tokens = 0
  for (const [index, message] of messages.entries()) {
    tokens += estimate(message)
    if (tokens <= THRESHOLD || index + 1 - from <= KEPT) continue
    const at = index + 1
    parts.push(messages.slice(from, at - KEPT))
    from = at - KEPT
    const tail = messages.slice(from, at)
    tokens = tail.reduce((sum, one) => sum + estimate(one), 0)
    // If the kept tail alone is too large, do not compact again at the next message.
    if (tokens > THRESHOLD / 2) tokens = THRESHOLD / 2
    const rest = messages.slice(at, at + MAX_REST)
    if (SAMPLED_COMPACTIONS.has(parts.length) && rest.length >= MIN_REST)
      found.push({ session, parts: [...parts], tail, rest })
  }
  return found
}

/** The points at which the session's own model compacted it. There is no kept tail. */
export const realPoints = (session: RealSession): readonly Point[] =>
  session.summaries.flatMap(({ at, text }, nth): readonly Point[] => {
    const before = session.summaries[nth - 1]
    const part = session.messages.slice(before?.at ?? 0, at)
    const rest = session.messages.slice(at, at + MAX_REST)
    if (part.length < KEPT || rest.length < MIN_REST) return []
    return [
      { session, parts: [part], tail: [], rest, summary: text, ...(before && { previous: before.text }) },
    ]
  })

/** A rough estimate of tokens. */
const estimate = (message: Message): number => Math.ceil(textOf(message).length / 3.8)
