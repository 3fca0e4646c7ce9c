import type { Claim } from '../brief/claim.ts'
import type { SessionId } from '../event/identity.ts'
import { type Correction, type Heard, nothingHeard } from '../memory/detect-corrections.ts'
import { NO_TURNS, type TurnState } from '../memory/turn.ts'
import type { Relative } from '../text/paths.ts'
import type { RelevanceEvidence } from './rank-files.ts'
import type { SessionFacts } from './session-facts.ts'

/** The index entry of a session: everything that takes too long to derive while an agent waits. */
export interface SessionEntry {
  readonly project: string
  /** The last event of the session in this entry. */
  readonly seq: number
  /**
   * The entry adds the events after this one to the stored entry; 0 means that it replaces the stored entry.
   */
  readonly after: number
  /** The facts of the added events. */
  readonly facts: SessionFacts
  /** Claims that stay valid long after the session ended. */
  readonly settled: readonly Claim[]
  /** Corrections by the user. */
  readonly corrections: readonly Correction[]
  /** Topic and result of the session, to be shown to people. */
  readonly summary: string
  readonly progress: IndexProgress
}

/** Data about earlier events that a session's next entry needs, so that those events need not be read again. */
export interface IndexProgress {
  readonly heard: Heard
  readonly turns: TurnState
  /** The messages whose corrections are already in the log. */
  readonly recorded: readonly string[]
}

export const NOTHING_INDEXED: IndexProgress = { heard: nothingHeard, turns: NO_TURNS, recorded: [] }

export interface IndexedUpTo {
  readonly seq: number
  readonly progress: IndexProgress
}

export interface SessionCorrections {
  readonly session: SessionId
  readonly project: string
  readonly corrections: readonly Correction[]
}

/** What is known about a new session. */
export interface RelevanceQuery {
  readonly projects: readonly string[]
  /** The prompt; absent at the start of a session. */
  readonly prompt?: string | undefined
  readonly branch?: string | undefined
  /** Maps paths in the prompt to paths in the repository. */
  readonly relative: Relative
  /** Ignores sessions that were active after this time. */
  readonly until?: number | undefined
}

export interface SessionSearch {
  readonly words: string
  readonly limit: number
  /** Default: all projects. */
  readonly projects?: readonly string[] | undefined
}

export interface SessionMatch {
  readonly session: SessionId
  readonly summary: string
}

/**
 * Stores derived data of each session, and finds sessions and files by words. It can be rebuilt from the log, so a
 * damaged or outdated index is deleted, and an unreadable index counts as empty.
 */
export interface SessionIndex {
  /** The `seq` of each session's entry. */
  indexedSeqs(): ReadonlyMap<string, number>
  /**
   * Stores or extends the entry of the session. Throws if the entry cannot be written, if another process has
   * extended it in the meantime, or if it comes from an older generation of the log, because it may contain
   * forgotten text.
   */
  put(entry: SessionEntry, generation?: number): void
  /** How far the session is indexed in this project. */
  progress(session: SessionId, project: string): IndexedUpTo | undefined
  /** Candidate files and sessions for a new session, to be ranked by `rank`. */
  evidence(query: RelevanceQuery): RelevanceEvidence
  /** Sessions that contain any of the words in their messages, edited files or summary, best first. */
  search(search: SessionSearch): readonly SessionMatch[]
  /** Corrections of all sessions, oldest session first. */
  corrections(): readonly SessionCorrections[]
  settled(sessions: readonly SessionId[]): ReadonlyMap<string, readonly Claim[]>
  /** Erases the index. After that, it accepts only entries of this generation of the log or a later one. */
  drop(generation?: number): void
  close(): void
}
