import type { EventId, SessionId } from '../event/identity.ts'

/** The parts of a brief, in the order in which a reader needs them. */
export const SECTIONS = [
  'goal',
  'standing',
  'since',
  'decisions',
  'blockers',
  'next',
  'questions',
  'files',
  'symbols',
  'tests',
  'commands',
  'facts',
  'answer',
  'others',
] as const
export type Section = (typeof SECTIONS)[number]

/** One thing that a brief may say, with all that is needed to rank, check and explain it. */
export interface Claim {
  readonly section: Section
  /** One line, without a heading or bullet. */
  readonly text: string
  /** The terse form, where there is one. */
  readonly code?: string
  readonly session: SessionId
  /** The event that it comes from. */
  readonly event?: EventId
  readonly at: number
  /** 0 to 1: how much it matters to whoever reads the brief. */
  readonly score: number
  /** Why it has that score, for people. */
  readonly because: readonly string[]
  readonly about?: Subject
  readonly standing?: ClaimCheck
  /** Its words as they are compared (`wordsOf`), where there was time to find them. */
  readonly words?: string
}

/** What a claim can be checked against. */
interface Subject {
  /** Absolute paths. */
  readonly files?: readonly string[]
  readonly branch?: string
  readonly head?: string
  readonly test?: string
  readonly command?: string
}

/**
 * What looking at the working tree and at later events says of a claim: it holds, what it speaks of has changed since,
 * or is there no more. What nobody can check is unchecked.
 */
export interface ClaimCheck {
  readonly kind: 'verified' | 'changed' | 'gone' | 'unchecked'
  readonly why?: string
}
