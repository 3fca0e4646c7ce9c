import type { Trace } from './facts.ts'
import type { Lately } from './lately.ts'
import type { Numbers } from './numbers.ts'

/** The sessions that hold a term. */
export interface Holders {
  readonly sessions: Numbers
  /** Of the term, in each. */
  readonly weights: Numbers
}

/** The paths that hold a term. */
export interface PathHolders {
  readonly paths: Numbers
  /** 1 where some session edited or read it; 0 where it was only named. */
  readonly touched: Numbers
  /** The term's share in the name of the file, in millionths. */
  readonly shares: Numbers
}

/** What one session came to. */
export interface Traces {
  readonly paths: Numbers
  /** What it did there: `EDITED`, `READ`, or both. */
  readonly did: Numbers
}
export const EDITED = 1
export const READ = 2
export const didTo = ({ edits, reads }: Trace): number => (edits > 0 ? EDITED : 0) + (reads > 0 ? READ : 0)

/** A path that some session met. */
export interface KnownPath {
  readonly number: number
  readonly path: string
  /** Some session edited or read it; else it was only named. */
  readonly isTouched: boolean
}

/**
 * Where the postings of one project are looked up. Everything that a ranking asks is asked here, so that what it costs
 * depends on the prompt and on a few sessions, never on how much there is. One answer speaks of hundreds of files, and
 * an agent waits: so sessions and paths are numbers, and only what comes out of a ranking is ever named.
 */
export interface Shelf {
  /** How many there are. Their numbers are less, but for what came in since. */
  readonly sessions: number
  readonly paths: number
  /** Of each session that some answer has named, by its number. */
  readonly lengths: Numbers
  /** The mean length of all sessions. */
  readonly meanLength: number
  /** What the sessions that were active last came to. */
  lately(): Lately
  /** Nothing when there are more than `most`: what every session speaks of tells none from another. */
  sessionsWith(term: string, most: number): Holders
  /** What it edited or read. */
  filesOf(session: number): Traces
  /** Likewise nothing when there are more than `most`. */
  pathsWith(term: string, most: number): PathHolders
  /** Files whose name without test marks and extension is this: `stemOfName`. */
  pathsNamed(stem: string): readonly KnownPath[]
  /** Empty where it cannot be told. */
  pathOf(number: number): string
  sessionOf(number: number): string
  /** Which of two paths comes first by its name; many shelves know that without looking at names. */
  comparePaths(one: number, other: number): number
}
