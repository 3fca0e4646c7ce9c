import type { Answer } from '../../agent/adapter.ts'
import type { Saying } from '../../agent/saying.ts'

/** What an agent reads at this moment, and the facts that it was told so. */
export interface Given extends Pick<Answer, 'text' | 'closing'> {
  readonly says: readonly Saying[]
}
