import type { Settled } from '../session/activity.ts'

/**
 * A checkout as it is now, as far as its files and those of git tell without starting git. No question throws, and
 * every one has its bound: what would take too long is unknown.
 */
export interface Tree {
  /** Whether the folder is there at all. */
  readonly isThere: boolean
  readonly branch?: string | undefined
  readonly head?: string | undefined
  /** What has become of a file since a moment, by content where it was settled then. Paths are absolute. */
  file(path: string, since: FileSince): FileState
  /** What the log of HEAD tells since; undefined where there is none. */
  movesSince(since: HeadSince): Moves | undefined
  /** Whether what is in the working tree is committed, for some files at once. */
  commitStates(paths: readonly string[]): ReadonlyMap<string, CommitState>
  /** How a file of this checkout stands now; undefined where it is none, or was touched after `until`. */
  settled(path: string, until: number): Omit<Settled, 'at'> | undefined
  /** By which it shows that these files, and all that git says, stand as they do now; undefined where one has just changed. */
  stamps(paths: readonly string[], now: number): Stamps | undefined
  /** Whether everything stands as it did then. */
  isStill(stamps: Stamps): boolean
}

/** By path. */
export type Stamps = Readonly<Record<string, string>>

export interface FileSince {
  readonly at: number
  readonly settled?: Settled | undefined
}
export type FileState = 'same' | 'changed' | 'gone' | 'unknown'
/** Modified: other than in the index. What is only in the index is unknown: that it differs from HEAD only git can say. */
export type CommitState = 'committed' | 'modified' | 'untracked' | 'unknown'

export interface HeadSince {
  readonly at: number
  /** Where it is still in the log of HEAD, everything after it counts, whatever the clocks say. */
  readonly head?: string | undefined
}

/** How HEAD moved. */
export interface Moves {
  /** Oldest first; an amended commit is one. */
  readonly commits: readonly Commit[]
  /** From the first branch to the last, where a switch left something else checked out. */
  readonly switched?: { readonly from: string; readonly to: string }
  /** HEAD went where nobody here committed: pulls, merges and rebases that finished. */
  readonly pulls: number
  readonly resets: number
  /** The log is longer than what was read of it: there were at least so many. */
  readonly isCut: boolean
}
export interface Commit {
  readonly id: string
  readonly subject: string
  readonly at: number
}
