import type { KnownEventOf } from '../event/catalogue.ts'
import { type Fold, last } from './fold.ts'

/** One merge of another session into this one. */
export interface Merge {
  readonly id: string
  readonly seq: number
  readonly at: number
  readonly from: string
  /** The last event that was read from the other session. */
  readonly upTo: number
  readonly took: readonly string[]
  /** Items of the other session that the next merge asks about again. */
  readonly undecided: readonly string[]
}

export interface Merges {
  readonly done: readonly Merge[]
  /** Merges that the agent has not been notified of. */
  readonly untold: readonly string[]
}

const MAX_DONE = 200
const MAX_UNTOLD = 20

export const merges: Fold<Merges> = {
  initial: { done: [], untold: [] },
  apply(state, event) {
    if (event.type === 'session.merged')
      return {
        done: last([...state.done, mergeOf(event)], MAX_DONE),
        untold: last([...state.untold, event.id], MAX_UNTOLD),
      }
    if (event.type !== 'brief.given' || state.untold.length === 0) return state
    return { ...state, untold: state.untold.filter((id) => !event.told?.includes(id)) }
  },
}

const mergeOf = ({ id, seq, at, from, upTo, took, undecided }: KnownEventOf<'session.merged'>): Merge => ({
  id,
  seq,
  at,
  from,
  upTo: upTo ?? 0,
  took: took ?? [],
  undecided: undecided ?? [],
})

export const hasUnreportedMerges = (view: { readonly merges: Merges } | undefined): boolean =>
  (view?.merges.untold.length ?? 0) > 0
