import type { Prepared, PricedClaim, Ready } from '../brief/prepared.ts'
import type { SessionId } from '../event/identity.ts'
import type { Correction } from '../memory/detect-corrections.ts'
import type { Gist } from '../session/digest.ts'
import type { Postings } from './postings.ts'
import type { Shelf } from './shelf.ts'

/** What is kept of a session besides its view, because finding it takes longer than anybody who waits can wait. */
export interface Entry {
  readonly project: string
  /** Up to which event of the session it was made. */
  readonly seq: number
  readonly postings: Postings
  readonly gist: Gist
  /** What was settled in it, for those who ask long after. */
  readonly settled: readonly PricedClaim[]
  /** What its user corrected. */
  readonly lessons: readonly Correction[]
  /** What it was about and what came of it, for people. */
  readonly digest: string
}

export interface KeptPrepared {
  readonly prepared: readonly Prepared[]
  readonly ready: readonly Ready[]
}

/** The summary of one session. */
export interface Digest {
  readonly session: SessionId
  readonly project: string
  readonly text: string
}

/** What one session taught. */
export interface Lessons {
  readonly session: SessionId
  readonly project: string
  readonly lessons: readonly Correction[]
}

/**
 * Where entries are kept and looked up. Everything in it can be made again from the log, and is when it is damaged or
 * of another form: nothing that it fails to do is anybody's loss.
 */
export interface SessionIndex {
  /** Up to which event each session is in it. */
  standing(): ReadonlyMap<string, number>
  /** Replaces what was kept of the session. */
  put(entry: Entry): void
  /** The postings of these projects, of sessions that were over at that moment. */
  shelf(projects: readonly string[], until?: number): Shelf
  /** Of every session in it that taught something, the oldest first. */
  lessons(): readonly Lessons[]
  /** Of every session in it. */
  digests(): readonly Digest[]
  gists(sessions: readonly SessionId[]): ReadonlyMap<string, Gist>
  settled(sessions: readonly SessionId[]): ReadonlyMap<string, readonly PricedClaim[]>
  /**
   * What was prepared for the next start in a place, by whatever names the place: for those who begin when all is over,
   * and for those who begin beside somebody at work.
   */
  prepared(place: string): readonly Prepared[]
  /** The same, finished. */
  ready(place: string): readonly Ready[]
  keepPrepared(place: string, kept: KeptPrepared): void
  /**
   * Keeps the postings of these projects where a first prompt finds them at once. It takes a millisecond a session, so
   * it is for those who have time, and not done again soon: what was said meanwhile is at hand for a while anyway.
   */
  keepShelf(projects: readonly string[], now: number): void
  /** What was prepared is no longer so. */
  dropPrepared(): void
  /** Nothing of what was kept is left, not even in the file. */
  drop(): void
  close(): void
}
