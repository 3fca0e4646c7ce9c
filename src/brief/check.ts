import type { SessionId } from '../event/identity.ts'
import type { FileSnapshot } from '../session/files-and-commands.ts'
import { sameWords, type WorkItem } from '../session/noted-work.ts'
import type { Session } from '../session/session.ts'
import { truncateLine } from '../text/truncate.ts'
import { shareOf, topicWords } from '../text/words.ts'
import type { Claim, ClaimCheck } from './claim.ts'
import { branchOf } from './status-text.ts'
import type { FileState, InspectedTree } from './working-tree.ts'

/**
 * Adds to every claim the result of checking it against the working tree and later events. Keeps the order, drops
 * nothing and never throws.
 */
export function compareClaims(claims: readonly Claim[], tree: InspectedTree, later: Later): readonly Claim[] {
  return claims.map((claim) => ({ ...claim, check: strongestCheck(claim, tree, later) }))
}

export interface SplitClaims {
  readonly kept: readonly Claim[]
  /** The dropped claims, each with the reason in its `check`. */
  readonly dropped: readonly Claim[]
}

/** Drops claims that are no longer valid, such as resolved blockers and finished actions. Keeps changed claims. */
export function splitByCheck(claims: readonly Claim[]): SplitClaims {
  const isGone = ({ check }: Claim): boolean => check?.kind === 'gone'
  return { kept: claims.filter((claim) => !isGone(claim)), dropped: claims.filter(isGone) }
}

/** The result of one check; undefined if the check does not apply to the claim. */
type Check = (claim: Claim, tree: InspectedTree, later: Later) => ClaimCheck | undefined

function strongestCheck(claim: Claim, tree: InspectedTree, later: Later): ClaimCheck {
  let strongest: ClaimCheck | undefined
  for (const check of CHECKS) {
    const found = check(claim, tree, later)
    if (found && (!strongest || STRENGTH[found.kind] > STRENGTH[strongest.kind])) strongest = found
  }
  return strongest ?? { kind: 'unchecked' }
}

/** The strongest result counts; of equally strong results, the first. */
const STRENGTH: Readonly<Record<ClaimCheck['kind'], number>> = {
  gone: 3,
  changed: 2,
  verified: 1,
  unchecked: 0,
}

const gone = (why: string): ClaimCheck => ({ kind: 'gone', why: oneLine(why) })
const changed = (why: string): ClaimCheck => ({ kind: 'changed', why: oneLine(why) })
const verified = (why: string): ClaimCheck => ({ kind: 'verified', why })
const unchecked = (why: string): ClaimCheck => ({ kind: 'unchecked', why })

/** Branch names, file names and commit subjects are untrusted text. */
const oneLine = (why: string): string => truncateLine(why.replaceAll(/[\s[\]]+/g, ' '), 120)

const whereItWas: Check = ({ about }, tree) => {
  const isSomewhere = about?.files?.length || about?.branch !== undefined || about?.head !== undefined
  return isSomewhere && !tree.exists ? gone('its folder is gone') : undefined
}

const otherSession: Check = ({ session, section }, _, { atWork }) =>
  atWork.has(session) && section !== 'others' ? changed('its session is in use elsewhere now') : undefined

const goal: Check = (claim, _, later) => {
  if (claim.section !== 'goal') return undefined
  if (later.completed.has(claim.session)) return gone('done since')
  const next = later.goals.find(({ at, text }) => at > claim.at && sameWords(text) !== sameWords(claim.text))
  if (next?.session === claim.session) return gone('replaced by a later goal')
  // A later goal in another session does not replace a goal that was set explicitly: it may be for another branch.
  const ended = claim.isAsked ? gone : changed
  if (next) return ended('a later session had a different goal')
  return isAbandoned(claim, later) ? ended('later sessions were about something else') : undefined
}

/** Whether at least two later sessions had topics and none of those topics shares a word with the goal. */
function isAbandoned(claim: Claim, { topics }: Later): boolean {
  const words = topicWords(claim.text)
  const since = topics.filter(
    (topic) => topic.at > claim.at && topic.session !== claim.session && topic.words.size >= 3,
  )
  return words.size >= 2 && since.length >= 2 && since.every((topic) => shareOf(words, topic.words) === 0)
}

const CLOSABLE: ReadonlySet<string> = new Set(['blockers', 'next', 'questions'])

const closed: Check = (claim, _, later) => {
  if (!CLOSABLE.has(claim.section)) return undefined
  const byWords = later.closedTexts.get(sameWords(claim.text)) ?? Number.NEGATIVE_INFINITY
  const isClosed = (claim.event !== undefined && later.closed.has(claim.event)) || byWords > claim.at
  if (isClosed) return gone(claim.section === 'blockers' ? 'cleared since' : 'done since')
  return undefined
}

/** A later session was about a question if its topic contains at least this share of the question's words. */
const ABOUT_QUESTION = 0.6

/** Drops a question if a later session was about it: that session answered it or changed files for it. */
const takenUp: Check = (claim, _, later) => {
  if (claim.section !== 'questions') return undefined
  return isTakenUp({ ...claim, topics: later.topics }) ? gone('a later session was about it') : undefined
}

export function isTakenUp({
  text,
  at,
  session,
  topics,
}: Pick<Claim, 'text' | 'at' | 'session'> & Pick<Later, 'topics'>): boolean {
  const words = topicWords(text)
  return topics.some(
    (topic) => topic.at > at && topic.session !== session && shareOf(words, topic.words) >= ABOUT_QUESTION,
  )
}

const committed: Check = (claim, tree) => {
  if (claim.section !== 'next') return undefined
  const commits = tree.headMovesSince({ at: claim.at })?.commits ?? []
  if (commits.length === 0) return undefined
  const words = topicWords(claim.text)
  const commit = commits.find(({ subject }) => words.size >= 2 && isSaidBy(words, subject))
  return commit && gone(`done since: commit ${commit.id.slice(0, 7)} ${commit.subject}`)
}

const isSaidBy = (words: ReadonlySet<string>, subject: string): boolean =>
  shareOf(words, topicWords(subject)) >= 0.8

const made: Check = (claim, tree, later) => {
  if (claim.section !== 'next') return undefined
  const path = claim.about?.files?.find((file) => (later.created.get(file) ?? 0) > claim.at)
  const isThere = path !== undefined && tree.fileState(path, { at: claim.at }) !== 'gone'
  return isThere ? changed(`${nameOf(path)} was created since`) : undefined
}

const tested: Check = (claim, _, later) => {
  const { about } = claim
  if (about?.test === undefined) return undefined
  const run = later.tests.get(about.test)
  if (!run || run.at <= claim.at) return unchecked('its test has not run since')
  const isFailing = claim.section === 'blockers'
  if (isFailing && run.outcome === 'passed') return gone('its test passes now')
  if (!isFailing && run.outcome === 'failed') return changed('fails now')
  return verified(isFailing ? 'still fails' : 'still passes')
}

const ran: Check = ({ about, at, section }, _, later) => {
  if (about?.command === undefined) return undefined
  const succeeded = later.successes.get(about.command) ?? Number.NEGATIVE_INFINITY
  if (succeeded <= at) return unchecked('it has not run since')
  return section === 'commands' || section === 'blockers' ? gone('it succeeds now') : verified('it succeeds')
}

const files: Check = (claim, tree, later) => {
  const paths = claim.about?.files ?? []
  if (paths.length === 0) return undefined
  if (paths.length === 1) return file(claim, tree, later)
  const states = paths.map((path) => ({
    path,
    state: tree.fileState(path, { at: claim.at, settled: later.settled.get(claim.session)?.get(path) }),
  }))
  const being = (state: FileState) => states.filter((one) => one.state === state).map(({ path }) => path)
  const [away, other, unknown] = [being('gone'), being('changed'), being('unknown')]
  if (away.length === paths.length) return claim.section === 'next' ? undefined : gone('deleted')
  if (away.length > 0) return changed(`deleted: ${namesOf(away)}`)
  if (other.length > 0) return changed(`edited since: ${namesOf(other)}`)
  return unknown.length === paths.length ? unchecked('its files cannot be read') : verified('unchanged')
}

/** The fast path: most claims are about one file, and a hook checks dozens of claims. */
const file: Check = ({ about, at, session, section }, tree, { settled, branches }) => {
  const [path = ''] = about?.files ?? []
  const state = tree.fileState(path, { at, settled: settled.get(session)?.get(path) })
  const worktree = state === 'same' ? undefined : tree.worktreeOf(path)
  const inWorktree = worktree === undefined ? undefined : changed(`in ${nameOf(worktree)}`)
  if (state === 'gone' && section === 'next') return undefined
  if (state === 'gone') return movedAway(path, branches.get(session), tree) ?? inWorktree ?? OF_ONE_FILE.gone
  if (inWorktree) return inWorktree
  if (state === 'changed') return onOtherBranch(branches.get(session), tree) ?? OF_ONE_FILE.changed
  // A brief lists files, not folders or names that only look like files.
  return state === 'unknown' && section === 'files' ? gone('no file here') : OF_ONE_FILE[state]
}

/** A file that was not deleted: it was renamed, or it is on another branch. */
function movedAway(path: string, there: string | undefined, tree: InspectedTree): ClaimCheck | undefined {
  const name = tree.renames.get(path)
  if (name !== undefined) return changed(`renamed to ${nameOf(name)}`)
  return onOtherBranch(there, tree)
}

/** A file from another branch differs here, even if nobody edited it. */
const onOtherBranch = (there: string | undefined, tree: InspectedTree): ClaimCheck | undefined =>
  there !== undefined && tree.branch !== undefined && there !== tree.branch
    ? changed(`on ${there}`)
    : undefined

const OF_ONE_FILE: Readonly<Record<FileState, ClaimCheck>> = {
  gone: { kind: 'gone', why: 'deleted' },
  changed: { kind: 'changed', why: 'edited since' },
  unknown: { kind: 'unchecked', why: 'its files cannot be read' },
  same: { kind: 'verified', why: 'unchanged' },
}

const branch: Check = ({ about }, tree) => {
  if (about?.branch === undefined || !tree.exists) return undefined
  if (tree.branch === about.branch) return verified(`branch is ${tree.branch}`)
  return changed(tree.branch ? `branch is ${tree.branch} now` : 'no branch is checked out now')
}

const head: Check = ({ about, at }, tree) => {
  if (about?.head === undefined || !tree.exists) return undefined
  if (tree.head === about.head) return verified('no commit since')
  const moves = tree.headMovesSince({ at, head: about.head })
  const number = moves?.commits.length ?? 0
  if (number === 0) return changed('another commit is checked out now')
  return changed(`${moves?.isCut ? 'at least ' : ''}${number} ${number === 1 ? 'commit' : 'commits'} since`)
}

const CHECKS: readonly Check[] = [
  whereItWas,
  otherSession,
  goal,
  closed,
  takenUp,
  tested,
  ran,
  committed,
  made,
  files,
  branch,
  head,
]

const nameOf = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

const MOST_NAMES = 3

export function namesOf(paths: readonly string[]): string {
  const more = paths.length - MOST_NAMES
  return [...paths.slice(0, MOST_NAMES).map(nameOf), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

export interface SessionView {
  readonly session: SessionId
  readonly view: Session
}

/** What the sessions of a project recorded. A claim is checked against everything recorded after it. */
interface Later {
  /** Sessions other than the reader's that are in use now. */
  readonly atWork: ReadonlySet<string>
  readonly completed: ReadonlySet<string>
  readonly goals: readonly StatedGoal[]
  /** When notes were closed, by the id of the event that recorded the note. */
  readonly closed: ReadonlyMap<string, number>
  /**
   * When notes were closed, by the words of the note, because an agent in a later session does not know the id.
   */
  readonly closedTexts: ReadonlyMap<string, number>
  readonly tests: ReadonlyMap<string, { readonly outcome: 'passed' | 'failed'; readonly at: number }>
  readonly successes: ReadonlyMap<string, number>
  /** When files were created, by path. */
  readonly created: ReadonlyMap<string, number>
  /** Snapshots of files after each session's last change, by session and path. */
  readonly settled: ReadonlyMap<string, ReadonlyMap<string, FileSnapshot>>
  /** The branch that each session was on when it ended. */
  readonly branches: ReadonlyMap<string, string>
  /** What sessions were about, to detect abandoned goals. */
  readonly topics: readonly Topic[]
}
interface StatedGoal {
  readonly text: string
  readonly at: number
  readonly session: string
}
interface Topic {
  readonly at: number
  readonly session: string
  readonly words: ReadonlySet<string>
}

interface LaterAsk {
  readonly sessions: readonly SessionView[]
  readonly atWork?: ReadonlySet<string>
}

/** The sessions may be in any order. */
export function summarizeLater({ sessions, atWork = new Set() }: LaterAsk): Later {
  const views = sessions.map(({ view }) => view)
  const items = views.flatMap(({ work }) => [...work.actions, ...work.tasks, ...work.blockers])
  const closed = items.filter((item) => item.closedAt !== undefined)
  const files = views.flatMap(({ craft }) => craft.files)
  const runs = views.flatMap(({ craft }) => craft.tests)
  const byTime = <T extends { readonly at: number }>(list: readonly T[]): readonly T[] =>
    list.toSorted((a, b) => a.at - b.at)
  return {
    atWork,
    completed: new Set(
      sessions.filter(({ view }) => view.life.completedAt !== undefined).map((one) => one.session),
    ),
    goals: sessions.flatMap(({ session, view: { work } }) =>
      work.goal ? [{ ...textAndTime(work.goal), session }] : [],
    ),
    closed: new Map(closed.map(({ id, closedAt = 0 }) => [id, closedAt])),
    closedTexts: latest(closed.map(({ text, closedAt = 0 }) => [sameWords(text), closedAt])),
    tests: new Map(byTime(runs).map(({ name, outcome, at }) => [name, { outcome, at }])),
    successes: latest(views.flatMap(({ craft }) => craft.successes.map(({ command, at }) => [command, at]))),
    created: latest(files.filter(({ change }) => change === 'created').map(({ path, at }) => [path, at])),
    settled: new Map(sessions.map(({ session, view }) => [session, settledIn(view)])),
    branches: new Map(
      sessions.flatMap(({ session, view }): [string, string][] => {
        const name = branchOf(view)
        return name === undefined ? [] : [[session, name]]
      }),
    ),
    topics: sessions.map(({ session, view }) => topicOf(session, view)),
  }
}

const textAndTime = ({ text, at }: WorkItem): { readonly text: string; readonly at: number } => ({ text, at })

const settledIn = ({ craft }: Session): ReadonlyMap<string, FileSnapshot> =>
  new Map(craft.files.flatMap(({ path, settled }) => (settled ? [[path, settled] as const] : [])))

function latest(pairs: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const [key, at] of pairs) found.set(key, Math.max(at, found.get(key) ?? at))
  return found
}

export function topicOf(session: string, { talk, work, craft, life }: Session): Topic {
  const open = [...work.tasks, ...work.actions].map(({ text }) => text)
  const files = craft.files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
  const texts = [work.goal?.text ?? '', talk.lastPrompt ?? '', ...talk.entities, ...open, ...files]
  return { at: life.lastActivityAt, session, words: topicWords(texts.join('\n')) }
}
