import type { CommitState, FileState, HeadMoves, InspectedTree } from '../../src/brief/working-tree.ts'

export interface PlainTree {
  readonly exists?: boolean
  readonly branch?: string
  readonly head?: string
  /** The states of files. All other files are `unknown`. */
  readonly files?: Readonly<Record<string, FileState>>
  readonly commits?: Readonly<Record<string, CommitState>>
  readonly renames?: Readonly<Record<string, string>>
  /** Other worktrees, which contain every file below them. */
  readonly worktrees?: readonly string[]
  readonly moves?: Partial<HeadMoves>
}

/** A working tree that returns fixed results. */
export const plainTree = (state: PlainTree = {}): InspectedTree => ({
  worktrees: state.worktrees ?? [],
  worktreeOf: (path) => (state.worktrees ?? []).find((folder) => path.startsWith(`${folder}/`)),
  exists: state.exists ?? true,
  branch: state.branch,
  head: state.head,
  fileState: (path) =>
    state.files && Object.hasOwn(state.files, path) ? (state.files[path] ?? 'unknown') : 'unknown',
  headMovesSince: ({ at }) =>
    state.moves && {
      pulls: 0,
      resets: 0,
      isCut: false,
      ...state.moves,
      commits: (state.moves.commits ?? []).filter((commit) => commit.at > at),
    },
  renames: new Map(Object.entries(state.renames ?? {})),
  commitStates: new Map(Object.entries(state.commits ?? {})),
})
