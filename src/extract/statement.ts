/** The kinds of statements. */
export type StatementKind = 'decision' | 'next' | 'blocker' | 'resolved' | 'question' | 'goal' | 'done'
export type Speaker = 'user' | 'assistant'

export interface Message {
  readonly speaker: Speaker
  readonly text: string
  /** The last answer of a turn. Default true: hooks receive no others. */
  readonly isFinal?: boolean
  /** The first prompt of its session: it sets the goal. */
  readonly isFirst?: boolean
  /** The last message of its session: work that it announces is still open. */
  readonly isLast?: boolean
  /** The previous message of the other speaker, which a short answer refers to. */
  readonly before?: string
}

/** A statement that can be understood without the message. */
export interface Statement {
  readonly kind: StatementKind
  readonly text: string
  readonly why?: string
  readonly speaker: Speaker
  /** Confidence from 0 to 1. */
  readonly weight: number
  /** Start of its unit in the message. */
  readonly at: number
}

/** A statement of this weight is more often right than wrong. */
export const LIKELY_WEIGHT = 0.6
/** For blockers, which have the most false positives, and wherever precision matters more than recall. */
export const SURE_WEIGHT = 0.7
