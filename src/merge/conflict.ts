import type { Item, WorkList } from '../session/work.ts'

/** What two sides did that does not go together. `id` is the same whenever the same two things meet. */
export type Conflict =
  /** Both set a goal. */
  | { readonly kind: 'goal'; readonly id: string; readonly ours: Item; readonly theirs: Item }
  /** Both decided the same matter, each in another way. */
  | { readonly kind: 'decision'; readonly id: string; readonly ours: Item; readonly theirs: Item }
  | ClosedAndKept

/** One side was done with something, and the other one says it anew. */
export interface ClosedAndKept {
  readonly kind: 'closed'
  readonly id: string
  readonly list: WorkList
  /** Who was done with it. */
  readonly by: 'ours' | 'theirs'
  readonly closed: Item
  /** As the other side says it now. */
  readonly kept: Item
  /** The first wording, where the other side still has it open. */
  readonly still?: Item
}

export const CHOICES = ['ours', 'theirs', 'both', 'skip'] as const
/** `skip` leaves it as it is on this side, and the next merge asks again. */
export type Choice = (typeof CHOICES)[number]
