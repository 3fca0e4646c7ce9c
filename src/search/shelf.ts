import type { Trace } from './facts.ts'

/** One session that holds a term. */
export interface Holder {
  readonly session: string
  readonly weight: number
  /** Of the whole session, by which its weight is judged. */
  readonly length: number
}

/** A path that some session met. */
export interface KnownPath {
  readonly path: string
  /** Some session edited or read it; else it was only named. */
  readonly isTouched: boolean
}

/** A path that holds a term, and the term's share in the name of the file. */
export interface PathHolder extends KnownPath {
  readonly share: number
}

/**
 * Where the postings of one project are looked up. Everything that a ranking asks is asked here, so that what it costs
 * depends on the prompt and on a few sessions, never on how much there is.
 */
export interface Shelf {
  readonly sessions: number
  readonly paths: number
  /** The mean length of all sessions. */
  readonly meanLength: number
  /** The sessions that were active last, the latest first. */
  recent(limit: number): readonly string[]
  /** Nothing when there are more than `most`: what every session speaks of tells none from another. */
  sessionsWith(term: string, most: number): readonly Holder[]
  /** What it edited or read. */
  filesOf(session: string): ReadonlyMap<string, Trace>
  /** Likewise nothing when there are more than `most`. */
  pathsWith(term: string, most: number): readonly PathHolder[]
  /** Files whose name without test marks and extension is this: `stemOfName`. */
  pathsNamed(stem: string): readonly KnownPath[]
}
