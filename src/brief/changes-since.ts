import type { Session } from '../session/session.ts'
import { relativeTo } from '../text/paths.ts'
import { countText } from '../text/time.ts'
import { truncateLine } from '../text/truncate.ts'
import { namesOf } from './check.ts'
import { isProjectFile, repositoryPath } from './gather-activity.ts'
import type { Commit, FileState, HeadMoves, InspectedTree } from './working-tree.ts'

const MAX_FILES = 40
const MOST_SUBJECTS = 3

interface Last {
  /** The branch at the end of the session's last turn, if known. */
  readonly branch?: string | undefined
  readonly view: {
    readonly identity: Pick<Session['identity'], 'checkout' | 'branch'>
    readonly life: Pick<Session['life'], 'lastActivityAt'>
    readonly craft: Pick<Session['craft'], 'files'>
  }
}

/** Changes in the working tree since a session was last active, one sentence each. */
export const sinceSentences = (last: Last, tree: InspectedTree): readonly string[] =>
  // File names may contain line breaks.
  sentencesOf(last, tree).map((line) => `${line.replaceAll(/\s+/g, ' ')}.`)

function sentencesOf({ view, branch }: Last, tree: InspectedTree): readonly string[] {
  if (!tree.exists) return [`The folder ${view.identity.checkout} is gone`]
  const moves = tree.headMovesSince({ at: view.life.lastActivityAt })
  const files = view.craft.files.slice(-MAX_FILES)
  if (tree.worktrees.includes(view.identity.checkout))
    return [...commitLines(moves, tree.branch), ...worktreeLines(files, tree)]
  const there = elsewhere({ view, branch }, tree)
  return [
    ...commitLines(moves, tree.branch),
    ...(there ? [`Its files are on ${there}, and this is ${nameOfBranch(tree.branch)}`] : []),
    ...moveLines(moves),
    ...fileLines(
      files.filter(({ path }) => tree.worktreeOf(path) === undefined),
      tree,
      { isElsewhere: there !== undefined },
    ),
    ...worktreeLines(files, tree),
  ]
}

/** A line for each other worktree in which the session changed files. */
function worktreeLines(files: Last['view']['craft']['files'], tree: InspectedTree): readonly string[] {
  return tree.worktrees.flatMap((folder) => {
    const inside = files.flatMap(({ path }) => (tree.worktreeOf(path) === folder ? [path] : []))
    return inside.length > 0 ? [`${namesOf(inside)}: changed in the worktree ${namesOf([folder])}`] : []
  })
}

/** The files whose commit states must be looked up. */
export const filesAskedSince = ({ view }: Last): readonly string[] =>
  view.craft.files
    .slice(-MAX_FILES)
    .filter(({ change }) => change !== 'deleted')
    .map(({ path }) => path)

/** Missing files whose content is known, so that git can find their new names. */
export const goneFiles = (
  { view }: Last,
  tree: Pick<InspectedTree, 'fileState'>,
): readonly { readonly path: string; readonly blob: string }[] =>
  view.craft.files
    .slice(-MAX_FILES)
    .flatMap(({ path, at, change, settled }) =>
      change !== 'deleted' && settled?.blob && tree.fileState(path, { at }) === 'gone'
        ? [{ path, blob: settled.blob }]
        : [],
    )

/** Commits on the reader's branch. Commits on other branches are only counted. */
function commitLines(moves: HeadMoves | undefined, here: string | undefined): readonly string[] {
  const all = moves?.commits ?? []
  const isHere = ({ branch }: Commit): boolean => branch === undefined || branch === here
  const commits = all.filter(isHere)
  const others = all.length - commits.length
  return [
    ...(commits.length > 0 ? [`${moves?.isCut ? 'At least ' : ''}${commitText(commits)}`] : []),
    ...(others > 0 ? [`${countText(others, 'commit')} since on other branches`] : []),
  ]
}

function commitText(commits: readonly Commit[]): string {
  const subjects = commits.slice(-MOST_SUBJECTS).map(({ subject }) => `"${truncateLine(subject, 72)}"`)
  const more = commits.length > MOST_SUBJECTS ? 'the last: ' : ''
  return `${countText(commits.length, 'commit')} since: ${more}${subjects.join(', ')}`
}

/** The branch with the session's files, if another one is checked out now. */
export function elsewhere({ view, branch }: Last, tree: InspectedTree): string | undefined {
  const moves = tree.headMovesSince({ at: view.life.lastActivityAt })
  // Without a HEAD reflog, the branch that the session recorded is used.
  const from = branch ?? (moves ? moves.switched?.from : view.identity.branch)
  const to = tree.branch ?? moves?.switched?.to
  return from && to && from !== to ? nameOfBranch(from) : undefined
}

const nameOfBranch = (branch = 'no branch'): string => truncateLine(branch, 80)

function moveLines(moves: HeadMoves | undefined): readonly string[] {
  const pulled = moves?.pulls
    ? [`${countText(moves.pulls, 'merge, pull or rebase', 'merges, pulls or rebases')}`]
    : []
  const reset = moves?.resets ? [countText(moves.resets, 'reset')] : []
  const all = [...pulled, ...reset]
  return all.length > 0 ? [`HEAD was moved since: ${all.join(', ')}`] : []
}

function fileLines(
  files: Last['view']['craft']['files'],
  tree: InspectedTree,
  { isElsewhere }: { readonly isElsewhere: boolean },
): readonly string[] {
  // On another branch, files differ even if nobody edited them.
  if (isElsewhere) return []
  const states = files
    .filter(({ change }) => change !== 'deleted')
    .map(({ path, at, settled }) => ({ path, state: tree.fileState(path, { at, settled }) }))
  const being = (state: FileState) => states.filter((one) => one.state === state).map(({ path }) => path)
  const gone = being('gone')
  const renamed = gone.flatMap((path) => {
    const to = tree.renames.get(path)
    return to === undefined ? [] : [{ path, to }]
  })
  const lost = gone.filter((path) => !tree.renames.has(path))
  return [
    ...line('Edited since', being('changed')),
    ...renamed.slice(0, MOST_SUBJECTS).map(({ path, to }) => `${namesOf([path])} is ${namesOf([to])} now`),
    ...line('Deleted since', lost),
  ]
}

const line = (what: string, paths: readonly string[]): readonly string[] =>
  paths.length > 0 ? [`${what}: ${namesOf(paths)}`] : []

/** The uncommitted files of a session, relative to the checkout. */
export function uncommittedFiles({ view }: Last, tree: InspectedTree): readonly string[] {
  const relative = relativeTo([view.identity.checkout])
  return view.craft.files.flatMap(({ path, change }) => {
    const state = tree.commitStates.get(path)
    if (tree.worktreeOf(path) !== undefined) return []
    if (change === 'deleted' || (state !== 'modified' && state !== 'untracked' && state !== 'staged'))
      return []
    const mark = state === 'modified' ? '' : state === 'staged' ? ' (staged)' : ' (new)'
    return [`${relative(path) ?? path}${mark}`]
  })
}

/** The files that a session changed after its last commit, as far as its commands show. */
export function uncommittedBy({ craft, identity }: Session): readonly string[] {
  if (craft.commit === undefined && craft.successes.length === 0) return []
  return craft.files
    .filter(({ at, change }) => change !== 'deleted' && at > (craft.commit?.at ?? 0))
    .map(({ path }) => repositoryPath([identity.checkout], path))
    .filter((path) => isProjectFile(path))
}
