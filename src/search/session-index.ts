import type { Claim } from '../brief/claim.ts'
import type { SessionId } from '../event/identity.ts'
import type { Correction } from '../memory/detect-corrections.ts'
import type { SessionDigest } from '../session/digest.ts'
import type { Relative } from '../text/paths.ts'
import type { RelevanceEvidence } from './rank.ts'
import type { SessionFacts } from './session-facts.ts'

/** What the index stores about a session: everything that takes too long to derive while an agent waits. */
export interface SessionEntry {
  readonly project: string
  /** The last event of the session that the entry takes into account. */
  readonly seq: number
  readonly facts: SessionFacts
  readonly digest: SessionDigest
  /** Claims that still hold long after the session ended. */
  readonly settled: readonly Claim[]
  /** What the user corrected. */
  readonly corrections: readonly Correction[]
  /** What the session was about and what came of it, for people. */
  readonly summary: string
}

export interface SessionCorrections {
  readonly session: SessionId
  readonly project: string
  readonly corrections: readonly Correction[]
}

/** What is known about a session that begins. */
export interface RelevanceQuery {
  readonly projects: readonly string[]
  /** Absent at the start of a session. */
  readonly prompt?: string | undefined
  readonly branch?: string | undefined
  /** Maps paths in the prompt to paths in the repository. */
  readonly relative: Relative
  /** Ignores sessions that were active after this moment. */
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
 * Stores what was derived from each session, and finds sessions and files by words. Everything in it can be made again
 * from the log, so a damaged or outdated index is deleted, and reading one that cannot be read finds nothing.
 */
export interface SessionIndex {
  /** The `seq` of every entry, by session. */
  indexedSeqs(): ReadonlyMap<string, number>
  /** Replaces the entry of the session. Throws when it cannot be written. */
  put(entry: SessionEntry): void
  /** Candidate files and sessions for a session that begins, to be ranked by `rank`. */
  evidence(query: RelevanceQuery): RelevanceEvidence
  /** Sessions that contain any of the words in their messages, edited files or summary, best first. */
  search(search: SessionSearch): readonly SessionMatch[]
  /** Of every session that has corrections, oldest first. */
  corrections(): readonly SessionCorrections[]
  digests(sessions: readonly SessionId[]): ReadonlyMap<string, SessionDigest>
  settled(sessions: readonly SessionId[]): ReadonlyMap<string, readonly Claim[]>
  /** Deletes the index, so that no byte of forgotten text is left. */
  drop(): void
  close(): void
}
