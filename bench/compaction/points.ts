import { type Message, textOf } from '../../src/message/message.ts'
import type { RealSession } from './sessions.ts'

/** A place in a session at which older messages no longer fit. */
export interface Point {
  readonly session: RealSession
  /** The messages that go, in the parts in which they went: each but the last was summarised before. */
  readonly parts: readonly (readonly Message[])[]
  readonly tail: readonly Message[]
  readonly rest: readonly Message[]
  /** What the model of that session wrote about all that goes, and about what went before. */
  readonly summary?: string
  readonly previous?: string
}

export const THRESHOLD = 15_000
export const KEPT = 20
/** Which compactions of a session are looked at: most sessions have many, and they are much alike. */
const WHICH: ReadonlySet<number> = new Set([1, 3, 8])
const MOST_REST = 600
const LEAST_REST = 10

/** Where a session would be compacted by our defaults. */
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
    // What is kept may be more than fits already: then the next message is not yet a reason to do it again.
    if (tokens > THRESHOLD / 2) tokens = THRESHOLD / 2
    const rest = messages.slice(at, at + MOST_REST)
    if (WHICH.has(parts.length) && rest.length >= LEAST_REST)
      found.push({ session, parts: [...parts], tail, rest })
  }
  return found
}

/** Where its own model summarised a session: nothing was kept, so nothing is. */
export const realPoints = (session: RealSession): readonly Point[] =>
  session.summaries.flatMap(({ at, text }, nth): readonly Point[] => {
    const before = session.summaries[nth - 1]
    const part = session.messages.slice(before?.at ?? 0, at)
    const rest = session.messages.slice(at, at + MOST_REST)
    if (part.length < KEPT || rest.length < LEAST_REST) return []
    return [
      { session, parts: [part], tail: [], rest, summary: text, ...(before && { previous: before.text }) },
    ]
  })

/** Enough to find a place. */
const estimate = (message: Message): number => Math.ceil(textOf(message).length / 3.8)
