import type { FileSnapshot } from '../session/files-and-commands.ts'

/**
 * The current state of a checkout. Never throws. Every query has a limit; beyond it, the result is unknown.
 */
export interface WorkingTree {
  readonly exists: boolean
  readonly branch?: string | undefined
  readonly head?: string | undefined
  /** Other worktrees of the same clone. Their files belong to the project. */
  readonly worktrees: readonly string[]
  /** The other worktree that contains this file now. */
  worktreeOf(path: string): string | undefined
  /** What happened to a file since a given time, compared by content if a snapshot was recorded. Paths are absolute. */
  fileState(path: string, since: FileSince): FileState
  /** Size, mtime and content hash of a file in this checkout; undefined if it was written after `until`. */
  snapshot(path: string, until: number): Omit<FileSnapshot, 'at'> | undefined
  /**
   * Files that changed in this period and differ from the last commit, newest first. Empty if git is slow in
   * this checkout.
   */
  changedFiles(period: ChangePeriod): Promise<readonly ChangedFile[]>
  /** Starts git and returns immediately. The returned function waits for the report, for a bounded time. */
  startGit(question: GitQuestion): () => Promise<GitReport>
}

export interface ChangePeriod {
  readonly since: number
  readonly until: number
  /** Whether to include files that were committed in this period. */
  readonly withCommits: boolean
}
export interface ChangedFile {
  /** The absolute path. */
  readonly path: string
  readonly change: 'created' | 'edited' | 'deleted' | 'renamed'
  readonly at: number
}

export interface FileSince {
  readonly at: number
  readonly settled?: FileSnapshot | undefined
}
export type FileState = 'same' | 'changed' | 'gone' | 'unknown'

export interface GitQuestion {
  /** Absolute paths of the files to look up in git. */
  readonly paths?: readonly string[]
  /** Missing files whose content should be searched for under other names. */
  readonly gone?: readonly { readonly path: string; readonly blob: string }[]
  /** Whether to report how HEAD moved. */
  readonly headMoves?: boolean
}

export interface GitReport {
  /** Whether the content in the working tree is committed. Files that git did not report on are not in the map. */
  readonly commitStates: ReadonlyMap<string, CommitState>
  /** The new paths of files that were renamed, found by their content. */
  readonly renames: ReadonlyMap<string, string>
  /** How HEAD moved; undefined if git keeps no HEAD reflog or did not report. */
  headMovesSince(since: HeadSince): HeadMoves | undefined
}
/**
 * Staged: the same as in the index. Modified: not staged, or changed after staging. Unknown: ignored, missing, or
 * part of another repository.
 */
export type CommitState = 'committed' | 'staged' | 'modified' | 'untracked' | 'unknown'

/** The report to use if git was not run or did not respond in time. */
export const NO_GIT_REPORT: GitReport = {
  commitStates: new Map(),
  renames: new Map(),
  headMovesSince: () => undefined,
}

/** Everything a claim is compared with: the current files and the git report. */
export interface InspectedTree
  extends Pick<WorkingTree, 'exists' | 'branch' | 'head' | 'worktrees' | 'worktreeOf' | 'fileState'>,
    Pick<GitReport, 'commitStates' | 'renames' | 'headMovesSince'> {}

export const inspectedTree = (tree: WorkingTree, report: GitReport): InspectedTree => ({
  exists: tree.exists,
  branch: tree.branch,
  head: tree.head,
  worktrees: tree.worktrees,
  worktreeOf: (path) => tree.worktreeOf(path),
  fileState: (path, since) => tree.fileState(path, since),
  commitStates: report.commitStates,
  renames: report.renames,
  headMovesSince: (since) => report.headMovesSince(since),
})

export interface HeadSince {
  readonly at: number
  /** If this commit is in the HEAD reflog, everything after it counts, regardless of clocks. */
  readonly head?: string | undefined
}

/** How HEAD moved. */
export interface HeadMoves {
  /** The commits, oldest first. An amended commit counts once. */
  readonly commits: readonly Commit[]
  /** The branch that HEAD left first, and the current branch, if they differ. */
  readonly switched?: { readonly from: string; readonly to: string }
  /** Pulls, merges and finished rebases: HEAD moved without a commit made here. */
  readonly pulls: number
  readonly resets: number
  /** Whether only the newest part of a longer reflog was read, so that the counts are lower bounds. */
  readonly isCut: boolean
}
export interface Commit {
  readonly id: string
  readonly subject: string
  readonly at: number
  /** The branch that the commit was made on, if another one is checked out now. */
  readonly branch?: string
}
