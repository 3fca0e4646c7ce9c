import type { Kind } from './statement.ts'

/** Words, and how much they weigh. No pattern may repeat what repeats: it must be fast in any text. */
export type Cue = readonly [weight: number, pattern: RegExp]

/** What speaks for a kind and against it. */
export interface KindCues {
  readonly kind: Kind
  readonly speaks: readonly Cue[]
  readonly against: readonly Cue[]
}
export type Cues = readonly KindCues[]

/** What speaks for each kind, added up so far. */
export type Weights = Record<Kind, number>
