/** What a message may state. */
export type StatementKind = 'decision' | 'next' | 'blocker' | 'resolved' | 'question' | 'goal' | 'done'
export type Speaker = 'user' | 'assistant'

export interface Message {
  readonly speaker: Speaker
  readonly text: string
  /** The last answer of a turn. Unless told otherwise, an answer is one: hooks hear no others. */
  readonly isFinal?: boolean
  /** The first prompt of its session: it sets the goal. */
  readonly isFirst?: boolean
  /** The last message of its session: what it announces was not done. */
  readonly isLast?: boolean
  /** What the other side said before, to which a short answer refers. */
  readonly before?: string
}

/** One thing that a message states, in words that can stand alone. */
export interface Statement {
  readonly kind: StatementKind
  readonly text: string
  readonly why?: string
  readonly speaker: Speaker
  /** How sure it is, from 0 to 1. */
  readonly weight: number
  /** Where its unit begins in the message. */
  readonly at: number
}

/** A statement of this weight is more often right than wrong. */
export const LIKELY_WEIGHT = 0.6
/** For blockers, which are mistaken most often, and wherever few and right ones are wanted. */
export const SURE_WEIGHT = 0.7
