import { definitions, type KnownEvent } from '../event/catalogue.ts'
import { describeEvent, isSignificant } from './event-text.ts'
import type { Fold } from './fold.ts'
import { last } from './lists.ts'

export interface RecentEvent {
  readonly at: number
  readonly type: string
  readonly text: string
}

/** Recent results of a session. Settings limit how many are shown. */
export interface RecentResults {
  /** The last significant tool results, summarised. */
  readonly hot: readonly RecentEvent[]
  /** The last events, without quiet and redundant ones. */
  readonly recent: readonly RecentEvent[]
  /** Source events of the current brief. */
  readonly told?: readonly string[]
  /** Rules withheld from it at random. */
  readonly withheld?: readonly string[]
  /** Time of the last brief. */
  readonly briefedAt?: number
  readonly compactingAt?: number
}

export const MAX_HOT = 20
const MAX_RECENT = 5

export const recentResults: Fold<RecentResults> = {
  initial: { hot: [], recent: [] },
  apply(state, event) {
    const known = { ...state, ...briefChanges(event) }
    if (definitions.get(event.type)?.quiet) return known
    const moment = recentEvent(event)
    const recent = last([...withoutRedundant(state.recent, event), moment], MAX_RECENT)
    return isSignificant(event)
      ? { ...known, recent, hot: last([...state.hot, moment], MAX_HOT) }
      : { ...known, recent }
  },
}

/** A tool result makes its call redundant, and a file change makes the tool result redundant. */
function withoutRedundant(recent: readonly RecentEvent[], event: KnownEvent): readonly RecentEvent[] {
  const before = recent.at(-1)?.type
  const isForerun =
    (event.type === 'tool.returned' && before === 'tool.called') ||
    (event.type === 'file.changed' && before === 'tool.returned')
  return isForerun ? recent.slice(0, -1) : recent
}

function briefChanges(event: KnownEvent): Partial<RecentResults> {
  if (event.type === 'context.compacting') return { compactingAt: event.at }
  if (event.type !== 'brief.given' || event.format === 'merge') return {} // a merge notice adds to the current brief
  const { at: briefedAt, told, withheld } = event
  return { briefedAt, ...(told && { told }), ...(withheld && { withheld }) }
}

const recentEvent = (event: KnownEvent): RecentEvent => ({
  at: event.at,
  type: event.type,
  text: describeEvent(event),
})
