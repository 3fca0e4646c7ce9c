import type { Claim } from '../brief/claim.ts'
import type { SessionId } from '../event/identity.ts'
import type { Correction } from '../memory/detect-corrections.ts'
import type { SessionDigest } from '../session/digest.ts'
import type { Relative } from '../text/paths.ts'
import type { RelevanceEvidence } from './rank-files.ts'
import type { SessionFacts } from './session-facts.ts'

/** The index entry of a session: everything that takes too long to derive while an agent waits. */
export interface SessionEntry {
  readonly project: string
  /** The last event of the session in this entry. */
  readonly seq: number
  readonly facts: SessionFacts
  readonly digest: SessionDigest
  /** Claims that stay valid long after the session ended. */
  readonly settled: readonly Claim[]
  /** Corrections by the user. */
  readonly corrections: readonly Correction[]
  /** Topic and result of the session, for people. */
  readonly summary: string
}

export interface SessionCorrections {
  readonly session: SessionId
  readonly project: string
  readonly corrections: readonly Correction[]
}

/** Known facts about a new session. */
export interface RelevanceQuery {
  readonly projects: readonly string[]
  /** Absent at the start of a session. */
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
  /** All projects when absent. */
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
  /** The `seq` of every entry, by session. */
  indexedSeqs(): ReadonlyMap<string, number>
  /** Replaces the entry of the session. Throws when it cannot be written. */
  put(entry: SessionEntry): void
  /** Candidate files and sessions for a new session, to be ranked by `rank`. */
  evidence(query: RelevanceQuery): RelevanceEvidence
  /** Sessions that contain any of the words in their messages, edited files or summary, best first. */
  search(search: SessionSearch): readonly SessionMatch[]
  /** Corrections of all sessions, oldest session first. */
  corrections(): readonly SessionCorrections[]
  digests(sessions: readonly SessionId[]): ReadonlyMap<string, SessionDigest>
  settled(sessions: readonly SessionId[]): ReadonlyMap<string, readonly Claim[]>
  /** Deletes the index, so that no forgotten text remains in it. */
  drop(): void
  close(): void
}
