import { definitions, type KnownEvent } from '../event/catalogue.ts'
import { describeEvent, isSignificant } from './event-text.ts'
import type { Fold } from './fold.ts'
import { last } from './lists.ts'

export interface RecentEvent {
  readonly at: number
  readonly type: string
  readonly text: string
}

/** What is at hand of a running session. Settings choose how much of it is shown. */
export interface RecentResults {
  /** The last significant tool results, summarised. */
  readonly hot: readonly RecentEvent[]
  /** The last events, without those that only repeat what another one says better. */
  readonly recent: readonly RecentEvent[]
  /** What briefs have told it, since the last that replaced all before it. */
  readonly told?: readonly string[]
  /** Rules that it was not told, by chance. */
  readonly withheld?: readonly string[]
  /** When the agent was last given a brief. */
  readonly briefedAt?: number
  readonly compactingAt?: number
}

export const MAX_HOT = 20
const MOST_RECENT = 5

export const recentResults: Fold<RecentResults> = {
  initial: { hot: [], recent: [] },
  apply(state, event) {
    const known = { ...state, ...bookkept(event) }
    if (definitions.get(event.type)?.quiet) return known
    const moment = momentOf(event)
    const recent = last([...withoutForerunner(state.recent, event), moment], MOST_RECENT)
    return isSignificant(event)
      ? { ...known, recent, hot: last([...state.hot, moment], MAX_HOT) }
      : { ...known, recent }
  },
}

/** The return of a tool says what its call said, and the change of a file what the tool did. */
function withoutForerunner(recent: readonly RecentEvent[], event: KnownEvent): readonly RecentEvent[] {
  const before = recent.at(-1)?.type
  const isForerun =
    (event.type === 'tool.returned' && before === 'tool.called') ||
    (event.type === 'file.changed' && before === 'tool.returned')
  return isForerun ? recent.slice(0, -1) : recent
}

function bookkept(event: KnownEvent): Partial<RecentResults> {
  if (event.type === 'context.compacting') return { compactingAt: event.at }
  if (event.type !== 'brief.given' || event.format === 'merge') return {} // the second adds to the brief that it has
  const { at: briefedAt, told, withheld } = event
  return { briefedAt, ...(told && { told }), ...(withheld && { withheld }) }
}

const momentOf = (event: KnownEvent): RecentEvent => ({
  at: event.at,
  type: event.type,
  text: describeEvent(event),
})
