import type { SessionIndex } from '../../src/search/session-index.ts'
import type { Relative } from '../../src/text/paths.ts'
import type { Earlier } from './earlier.ts'

/** What is known when a session begins: never anything of the session itself but how it begins. */
export interface Situation {
  readonly series: string
  /** The sessions before, the oldest first. */
  readonly history: readonly Earlier[]
  /** The index of all of them; of use until the next transition. */
  index(): SessionIndex
  readonly now: number
  readonly branch?: string | undefined
  /** Absent at the start; then the words before the agent did anything. */
  readonly prompt?: string | undefined
  readonly relative: Relative
}

/** What a session is given at its beginning. What a composer has no opinion about is absent, and not measured. */
export interface Composed {
  /** As seen from the repository, the best first. */
  readonly files: readonly string[]
  readonly sessions?: readonly string[]
  /** All that the session reads; what else it holds is looked for in here, by whomever it was composed. */
  readonly text: string
  readonly tokens: number
}

/** The thing under test. */
export interface Composer {
  readonly name: string
  compose(situation: Situation): Composed | Promise<Composed>
}

export const MOST_FILES = 20
export const MOST_SESSIONS = 5
/** In tokens, for everybody. */
export const BUDGET = 1500
