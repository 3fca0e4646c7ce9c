import type { CommitState, FileState, HeadMoves, InspectedTree } from '../../src/brief/working-tree.ts'

export interface PlainTree {
  readonly exists?: boolean
  readonly branch?: string
  readonly head?: string
  /** What became of the files; those that are not named are unknown. */
  readonly files?: Readonly<Record<string, FileState>>
  readonly commits?: Readonly<Record<string, CommitState>>
  readonly moves?: Partial<HeadMoves>
}

/** A checkout as a test tells it. */
export const plainTree = (told: PlainTree = {}): InspectedTree => ({
  exists: told.exists ?? true,
  branch: told.branch,
  head: told.head,
  fileState: (path) =>
    told.files && Object.hasOwn(told.files, path) ? (told.files[path] ?? 'unknown') : 'unknown',
  headMovesSince: ({ at }) =>
    told.moves && {
      pulls: 0,
      resets: 0,
      isCut: false,
      ...told.moves,
      commits: (told.moves.commits ?? []).filter((commit) => commit.at > at),
    },
  commitStates: new Map(Object.entries(told.commits ?? {})),
})
