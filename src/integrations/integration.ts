import type { Session } from '../session/session.ts'

/** What a tool beside us has to say to the next session. */
export interface NeighbourAsk {
  readonly checkout: string
  readonly now: number
  /** The last session, as it is known. */
  readonly last?: Session | undefined
}
/** Used where it is present, silent where it is absent: no lines. It reads files within bounds and starts nothing. */
export type Neighbour = (ask: NeighbourAsk) => readonly string[]
