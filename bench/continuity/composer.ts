import type { SessionIndex } from '../../src/search/session-index.ts'
import type { Relative } from '../../src/text/paths.ts'
import type { EarlierSession } from './earlier-session.ts'

/** What is known when a session starts: earlier sessions and its own first prompt. */
export interface Situation {
  readonly series: string
  /** Earlier sessions, oldest first. */
  readonly history: readonly EarlierSession[]
  /** The index of these sessions; valid until the next transition. */
  index(): SessionIndex
  readonly now: number
  readonly branch?: string | undefined
  /**
   * The prompts before the agent's first action; absent if the context is composed before the first prompt.
   */
  readonly prompt?: string | undefined
  readonly relative: Relative
}

/** The context that a session gets at its start. Absent fields are not measured. */
export interface Composed {
  /** Paths relative to the repository, best first. */
  readonly files: readonly string[]
  readonly sessions?: readonly string[]
  /** The full text that the session reads. */
  readonly text: string
  readonly tokens: number
}

/** The method under test. */
export interface Composer {
  readonly name: string
  compose(situation: Situation): Composed | Promise<Composed>
}

export const MAX_FILES = 20
export const MAX_SESSIONS = 5
/** The budget of every composer, in tokens. */
export const BUDGET = 1500
