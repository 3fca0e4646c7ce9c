import type { SessionId } from '../event/identity.ts'
import type { Session } from '../session/session.ts'
import { countText } from '../text/time.ts'
import { truncateLine } from '../text/truncate.ts'
import { namesOf } from './check.ts'
import type { Claim } from './claim.ts'
import type { CommitState, FileState, HeadMoves, InspectedTree } from './working-tree.ts'

const MAX_FILES = 40
const MOST_SUBJECTS = 5

interface Last {
  readonly session: SessionId
  readonly view: {
    readonly identity: Pick<Session['identity'], 'checkout' | 'branch'>
    readonly life: Pick<Session['life'], 'lastActivityAt'>
    readonly craft: Pick<Session['craft'], 'files'>
  }
}

/** What happened in the working tree since a session was last active, one line each. */
export function sinceLines({ view }: Pick<Last, 'view'>, tree: InspectedTree): readonly string[] {
  // File names may contain line breaks.
  return linesOf(view, tree).map((line) => line.replaceAll(/\s+/g, ' '))
}

function linesOf(view: Last['view'], tree: InspectedTree): readonly string[] {
  if (!tree.exists) return [`The folder ${view.identity.checkout} is gone.`]
  const moves = tree.headMovesSince({ at: view.life.lastActivityAt })
  return [
    ...commitLines(moves),
    ...branchLines(view.identity.branch, moves, tree),
    ...moveLines(moves),
    ...fileLines(view.craft.files.slice(-MAX_FILES), tree, (moves?.commits.length ?? 0) > 0),
  ]
}

/** The files whose commit states `sinceLines` needs. */
export const filesAskedSince = ({ view }: Pick<Last, 'view'>): readonly string[] =>
  view.craft.files
    .slice(-MAX_FILES)
    .filter(({ change }) => change !== 'deleted')
    .map(({ path }) => path)

/** The same lines as claims, which need no further check. */
export const sinceClaims = (known: Last, tree: InspectedTree, now: number): readonly Claim[] =>
  sinceLines(known, tree).map((text) => ({
    section: 'since',
    text,
    session: known.session,
    at: now,
    score: 0.8,
    because: ['seen in the working tree'],
    check: { kind: 'verified', why: 'seen just now' },
  }))

function commitLines(moves: HeadMoves | undefined): readonly string[] {
  const commits = moves?.commits ?? []
  if (commits.length === 0) return []
  const number = `${moves?.isCut ? 'At least ' : ''}${countText(commits.length, 'commit')} since`
  const subjects = commits.slice(-MOST_SUBJECTS).map(({ subject }) => `"${truncateLine(subject, 72)}"`)
  const more = commits.length > MOST_SUBJECTS ? 'the last: ' : ''
  return [`${number}: ${more}${subjects.join(', ')}`]
}

function branchLines(
  recorded: string | undefined,
  moves: HeadMoves | undefined,
  tree: InspectedTree,
): readonly string[] {
  // Without a HEAD reflog, uses the branch at the start of the session.
  const from = moves ? moves.switched?.from : recorded
  const to = tree.branch ?? moves?.switched?.to
  return from && to && from !== to
    ? [`Branch switched from ${truncateLine(from, 80)} to ${truncateLine(to, 80)}`]
    : []
}

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
  isCommitted: boolean,
): readonly string[] {
  const present = files.filter(({ change }) => change !== 'deleted')
  const states = present.map(({ path, at, settled }) => ({
    path,
    state: tree.fileState(path, { at, settled }),
  }))
  const being = (state: FileState) => states.filter((one) => one.state === state).map(({ path }) => path)
  const inState = (...wanted: readonly CommitState[]) =>
    present
      .map(({ path }) => path)
      .filter((path) => wanted.includes(tree.commitStates.get(path) ?? 'unknown'))
  const gone = new Set(being('gone'))
  const open = inState('modified', 'untracked').filter((path) => !gone.has(path))
  return [
    ...line('Edited since', being('changed')),
    ...line('Deleted since', [...gone]),
    ...line('Still uncommitted', open),
    ...line('Committed by now', isCommitted ? inState('committed') : []),
  ]
}

const line = (what: string, paths: readonly string[]): readonly string[] =>
  paths.length > 0 ? [`${what}: ${namesOf(paths)}`] : []
