import type { Activity, TouchedFile } from '../session/files-and-commands.ts'
import type { Session } from '../session/session.ts'
import type { TestRun } from '../session/test-runs.ts'
import { titleOf as sessionTitle } from '../session/title.ts'
import { isRedacted } from '../text/tags.ts'
import { countText } from '../text/time.ts'
import { oneLine, truncateAtWord, truncateLine } from '../text/truncate.ts'
import { elsewhere, sinceSentences } from './changes-since.ts'
import { agePlaceholder, type Claim, makeClaim } from './claim.ts'
import type { RankedSession } from './rank-sessions.ts'
import { branchOf, crashVerb, lastBranchOf, recoveryText } from './status-text.ts'
import { goalOf, nameOf, titleOf } from './title.ts'
import type { CommitState, InspectedTree } from './working-tree.ts'

interface StandingAsk {
  /** The last session by time. */
  readonly last: RankedSession
  /** The session that the brief is about. Usually the last one. */
  readonly main: RankedSession
  /** The last session on the reader's branch, if `last` was on another branch. */
  readonly here?: RankedSession | undefined
  /** The current state of the checkout; absent in briefs about another place or time. */
  readonly tree?: InspectedTree | undefined
  readonly checkout: string
}

/** The state of the work in sentences, checked against the working tree. */
export function standingClaims(ask: StandingAsk): readonly Claim[] {
  const { last, main, here } = ask
  const sentences = [
    { from: last, text: whoAndWhen(last, ask) },
    ...[
      outcome(last, ask),
      ...tests(last.view),
      ...(ask.tree ? sinceSentences({ view: last.view, branch: lastBranchOf(last.view) }, ask.tree) : []),
    ].map((text) => ({ from: last, text })),
    { from: last, text: earlierRequests(last.view) },
    ...(main === last ? [] : [{ from: main, text: mainSentence(main) }]),
    ...(here ? [{ from: here, text: hereSentence(here) }] : []),
  ]
  return sentences
    .filter(({ text }) => text !== '')
    .map(({ from, text }, index) =>
      makeClaim(from, {
        section: 'standing',
        text,
        at: from.view.life.lastActivityAt,
        score: 0.99 - 0.01 * index,
        check: ask.tree ? { kind: 'verified', why: 'seen just now' } : { kind: 'unchecked' },
      }),
    )
}

function whoAndWhen(last: RankedSession, { main, checkout }: StandingAsk): string {
  const { life, identity, talk } = last.view
  const branch = branchOf(last.view)
  const on = branch ? `, on ${truncateLine(oneLine(branch), 80)}` : ''
  const title = last === main && isTitleShown(last) ? undefined : titleOf(last)
  const about = title ? ` (session ${JSON.stringify(title)})` : ''
  const when = agePlaceholder(life.lastActivityAt)
  const who = last.first === 'resumed' ? 'This session' : nameOf(identity.agent)
  const place = placeOf(identity.checkout, checkout)
  if (life.endTrigger === 'recovered')
    return `${who} ${crashVerb(life)} ${place} ${when}${on}${about}; ${recoveryText(life.recoveryNote)}. ${CARE}`
  if (life.state === 'crashed') return `${who} ${crashVerb(life)} ${place} ${when}${on}${about}. ${CARE}`
  const rest = talk.answering === undefined ? '' : ' Its last prompt was not answered.'
  return `${who} ${life.state === 'suspended' ? 'was suspended' : 'worked'} ${place} until ${when}${on}${about}.${rest}`
}

/** Whether the title adds nothing, because the goal or the last prompt already says what the session is about. */
function isTitleShown(last: RankedSession): boolean {
  if (sessionTitle(last.view)?.by === 'prompt' && earlierRequests(last.view) !== '') return true
  const title = titleOf(last)?.replace(/…$/, '').toLowerCase() ?? ''
  const { asked = '', before = '' } = last.view.digest.exchange ?? {}
  return goalOf(last) !== undefined || oneLine(`${asked}\n${before}`).toLowerCase().includes(title)
}

const MOST_REQUESTS = 3
const MOST_REQUEST = 110

/**
 * The first request, and the latest requests before the last prompt. The last prompt is quoted with its
 * answer.
 */
function earlierRequests({ digest: { requests, exchange } }: Session): string {
  const earlier = requests.filter(
    ({ text, event }) =>
      event !== exchange?.askedEvent && !isQuoted(text, exchange?.before) && !isShortQuestion(text),
  )
  const [first, ...rest] = earlier
  if (!first) return ''
  const shown = [first, ...rest.slice(1 - MOST_REQUESTS)]
  return `Earlier requests: ${shown.map(({ text }) => JSON.stringify(truncateAtWord(text, MOST_REQUEST))).join('; ')}.`
}

/** A short question is unclear without the answer before it. */
const isShortQuestion = (text: string): boolean => text.length < LEAST_QUESTION && /\?\)?$/.test(text)
const LEAST_QUESTION = 60

const isQuoted = (text: string, quote: string | undefined): boolean =>
  quote !== undefined && oneLine(quote).startsWith(text.replace(/…$/, ''))

const CARE = 'Check the working tree before you continue.'

/** Names the worktree of the session unless it is the current one. */
function placeOf(own: string, checkout: string): string {
  if (own === '' || own === checkout || checkout === '') return 'here'
  return `in ${truncateLine(oneLine(own.slice(own.lastIndexOf('/') + 1)), 60)}`
}

const mainSentence = (main: RankedSession): string =>
  `The goal and decisions are from ${nameOfSession(main)}, which was handed over.`

function hereSentence(here: RankedSession): string {
  const branch = truncateLine(oneLine(branchOf(here.view) ?? ''), 80)
  return `On ${branch}, the branch you are on now, the last one was ${nameOfSession(here)}.`
}

function nameOfSession(one: RankedSession): string {
  const { identity, life } = one.view
  const title = titleOf(one)
  const session = title ? `session ${JSON.stringify(title)}` : 'a session'
  return `${session} (${nameOf(identity.agent)}, ${agePlaceholder(life.lastActivityAt)})`
}

/** The current state of the files that the session changed. */
function outcome({ view }: RankedSession, { tree, checkout }: StandingAsk): string {
  const { craft, identity, talk } = view
  const isAway = ({ path }: TouchedFile): boolean => tree?.worktreeOf(path) !== undefined
  const files = craft.files.filter((one) => isAway(one) || !isScratch(one.path, identity.checkout))
  // Commands such as sed change files that no tool call names.
  if (files.length === 0) return talk.turns > 0 && !ranCommands(view) ? 'It changed no files.' : ''
  const it = files.length === 1 ? 'Its change' : `Its changes to ${countText(files.length, 'file')}`
  const are = files.length === 1 ? 'is' : 'are'
  const states =
    tree && identity.checkout === checkout && !isOnOtherBranch(view, tree)
      ? files.flatMap((one) => (isAway(one) ? [] : (tree.commitStates.get(one.path) ?? [])))
      : []
  const state = commitState(states.filter((one) => one !== 'unknown'))
  const commit = lastCommit(view)
  if (state) return `${it} ${are} ${state}${state === 'committed' ? commitText(commit) : ''}.`
  if (commit) return `It committed${commitText(commit)} after its last edit${unpushed(commit)}.`
  return noCommit(view)
}

/** Git reports the state of the files on the branch that is checked out now. */
const isOnOtherBranch = (view: Session, tree: InspectedTree): boolean =>
  elsewhere({ view, branch: lastBranchOf(view) }, tree) !== undefined

const unpushed = ({ pushedAt }: NonNullable<Activity['commit']>): string =>
  pushedAt === undefined ? ' and did not push' : ''

function commitText(commit: Activity['commit']): string {
  if (!commit) return ''
  const subject = commit.subject ? ` (${JSON.stringify(truncateLine(oneLine(commit.subject), 100))})` : ''
  return `${subject}${commit.pushedAt === undefined ? '' : ' and pushed'}`
}

/** The state of the changes in words. Empty if git reported no state. */
function commitState(states: readonly CommitState[]): string {
  const open = states.filter((state) => state !== 'committed').length
  if (states.length === 0) return ''
  if (open === 0) return 'committed'
  if (open < states.length) return `partly committed: ${countText(open, 'file is', 'files are')} not`
  return states.every((state) => state === 'staged') ? 'staged, not committed' : 'not committed'
}

function noCommit(view: Session): string {
  if (view.craft.commit) return 'It made no commit after its last edit.'
  return ranCommands(view) ? 'It made no commit.' : ''
}

const ranCommands = ({ craft }: Session): boolean => craft.successes.length > 0 || craft.failures.length > 0

const isScratch = (path: string, checkout: string): boolean =>
  checkout !== '' && !path.startsWith(`${checkout}/`)

/** The last commit that the session's commands made after its last edit. Other commits are not visible here. */
function lastCommit({ craft: { commit, files } }: Session): Activity['commit'] {
  const edited = Math.max(...files.map(({ at }) => at))
  return commit && commit.at >= edited ? commit : undefined
}

const MOST_RUNS = 2
const MOST_PARTS = 2
const MOST_NAMED = 3

/** The last test runs that are still relevant, and whether code was changed after them. */
function tests({ craft, proof, digest: { exchange } }: Session): readonly string[] {
  const full = craft.tests.filter(isFullPass).map(({ at }) => at)
  // The test run that the answer reports may have been started by a script.
  const reportedAt = SAYS_PASSED.test(exchange?.answer ?? '') ? (exchange?.answeredAt ?? 0) : 0
  const isOutdated = (run: TestRun): boolean =>
    run.ranAgainAt !== undefined ||
    full.some((at) => at > run.at) ||
    (run.outcome === 'failed' && run.at < reportedAt)
  const runs = craft.tests
    .filter((run) => isFullPass(run) || !isOutdated(run))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MOST_RUNS)
  const [newest] = runs
  const ranAt = Math.max(...craft.tests.map(({ at, ranAgainAt = at }) => ranAgainAt))
  const later = newest?.outcome === 'passed' ? proof.unproven.filter(({ at }) => at > ranAt).length : 0
  return [
    ...runs.map((run) => runSentence(run)),
    ...(later > 0 ? [`${countText(later, 'file was', 'files were')} changed after the last test run.`] : []),
  ]
}

const SAYS_PASSED = /\b(?:all|full|whole|entire|every)\b[^.!?\n]{0,60}\b(?:pass(?:es|ed|ing)?|green)\b/i

function runSentence(run: TestRun): string {
  const { name, outcome, at, passed, failed, failing = [], part = [] } = run
  const runner = `\`${truncateLine(oneLine(name), 60)}\``
  const parts =
    part.length > MOST_PARTS || part.some((one) => isRedacted(one))
      ? 'a part'
      : truncateLine(oneLine(part.join(', ')), 80)
  const only = part.length > 0 ? ` (only ${parts})` : ''
  if (outcome === 'passed')
    return `${runner} passed${passed ? ` (${countText(passed, 'test')})` : ''}${only} ${agePlaceholder(at)}.`
  return `${runner} failed${only} ${agePlaceholder(at)}${failingText(failing, failed)}.`
}

function failingText(failing: readonly string[], failed: number | undefined): string {
  const named = failing.slice(0, MOST_NAMED).map((one) => truncateLine(oneLine(one), 80))
  const more = failing.length > MOST_NAMED ? ` and ${failing.length - MOST_NAMED} more` : ''
  if (named.length > 0) return `: ${named.join(', ')}${more}`
  return failed ? ` (${countText(failed, 'test')})` : ''
}

const isFullPass = ({ outcome, part, failing }: TestRun): boolean =>
  outcome === 'passed' && part === undefined && failing === undefined
