import type { KnownEvent } from '../event/catalogue.ts'
import type { Fold } from './fold.ts'
import { last } from './lists.ts'
import { isSignificant, tell } from './story.ts'

export interface Moment {
  readonly at: number
  readonly type: string
  readonly text: string
}

/** What is at hand of a running session. Settings choose how much of it is shown. */
export interface Memory {
  /** The last significant tool results, summarised. */
  readonly hot: readonly Moment[]
  /** The last events of any kind. */
  readonly recent: readonly Moment[]
}

export const MOST_HOT = 20
const MOST_RECENT = 5

export const memory: Fold<Memory> = {
  initial: { hot: [], recent: [] },
  apply(state, event) {
    const moment = momentOf(event)
    const recent = last([...state.recent, moment], MOST_RECENT)
    return isSignificant(event)
      ? { recent, hot: last([...state.hot, moment], MOST_HOT) }
      : { ...state, recent }
  },
}

const momentOf = (event: KnownEvent): Moment => ({ at: event.at, type: event.type, text: tell(event) })
