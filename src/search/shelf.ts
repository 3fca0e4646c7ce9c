import type { FileTrace } from './facts.ts'
import type { Lately } from './lately.ts'

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

/** A path that holds a term, whether it was touched (1) or only named (0), and the term's share in the name of the file. */
export type PathHolder = readonly [path: string, isTouched: number, share: number]

/**
 * Where the postings of one project are looked up. Everything that a ranking asks is asked here, so that what it costs
 * depends on the prompt and on a few sessions, never on how much there is. Hundreds of files are named by one answer,
 * and an agent waits: so these come as they are stored, by their places.
 */
export interface Shelf {
  readonly sessions: number
  readonly paths: number
  /** The mean length of all sessions. */
  readonly meanLength: number
  /** What the sessions that were active last came to. */
  lately(): Lately
  /** Nothing when there are more than `most`: what every session speaks of tells none from another. */
  sessionsWith(term: string, most: number): readonly Holder[]
  /** What it edited or read. */
  filesOf(session: string): readonly FileTrace[]
  /** Likewise nothing when there are more than `most`. */
  pathsWith(term: string, most: number): readonly PathHolder[]
  /** Files whose name without test marks and extension is this: `stemOfName`. */
  pathsNamed(stem: string): readonly KnownPath[]
}
