import { filesAskedSince, goneFiles } from '../../brief/changes-since.ts'
import { compareClaims, type SessionView, summarizeLater } from '../../brief/check.ts'
import type { Claim } from '../../brief/claim.ts'
import { isNotebook } from '../../brief/rank-sessions.ts'
import { type GitQuestion, type InspectedTree, inspectedTree } from '../../brief/working-tree.ts'
import type { SessionId } from '../../event/identity.ts'
import { once } from '../../once.ts'
import { stateNow } from '../../session/state.ts'
import { observationOf } from '../lifecycle/advance-state.ts'
import type { World } from '../world.ts'

interface CheckAsk {
  readonly claims: readonly Claim[]
  /** Sessions of the project, including those that the claims come from. */
  readonly sessions: readonly SessionView[]
  /** The session that reads the brief. */
  readonly own?: SessionId
  /** For callers that start git early and do other work while it runs. By default, git runs when a claim needs it. */
  readonly inspection?: Inspection
}

/** Waits a limited time for git, then returns the working tree, with git's report if it arrived. */
export type Inspection = () => Promise<InspectedTree>

/**
 * Starts git for the claims of these sessions and for the changes since the last session. Call it early and await
 * the result late.
 */
export function startInspection(
  world: World,
  sessions: readonly SessionView[],
  last?: SessionView,
): Inspection {
  return inspect(world, sessions, { headMoves: true, paths: last ? filesAskedSince(last) : [] }, last)
}

/** Adds to every claim the result of comparing it with the working tree and later sessions. */
export async function checkClaims(world: World, ask: CheckAsk): Promise<readonly Claim[]> {
  const { claims, sessions, own } = ask
  const inspection = ask.inspection ?? inspect(world, sessions, { headMoves: claims.some(dependsOnCommits) })
  const others = sessions.filter(({ session }) => session !== own)
  const atWork = new Set(others.filter((known) => isAtWork(world, known)).map(({ session }) => session))
  const later = summarizeLater({ sessions, atWork })
  return compareClaims(claims, await inspection(), later)
}

function inspect(
  world: World,
  sessions: readonly SessionView[],
  question: GitQuestion,
  last?: SessionView,
): Inspection {
  const tree = world.treeAt(world.place.checkout, otherCheckouts(world, sessions))
  const report = tree.startGit(last ? { ...question, gone: goneFiles(last, tree) } : question)
  return once(async () => inspectedTree(tree, await report()))
}

/** A commit may complete a next action, and claims about a commit are compared with HEAD. */
const dependsOnCommits = ({ section, about }: Claim): boolean =>
  section === 'next' || about?.head !== undefined

export const otherCheckouts = ({ place }: World, sessions: readonly SessionView[]): readonly string[] =>
  [...new Set(sessions.map(({ view }) => view.identity.checkout))].filter(
    (other) => other !== '' && other !== place.checkout,
  )

/** Whether the session's process is running and was active recently. */
function isAtWork(world: World, { view }: SessionView): boolean {
  if (isNotebook(view)) return false
  const observation = observationOf(world, view)
  return observation.evidence === 'alive' && stateNow(view.life, observation) === 'active'
}

/** Lines from integrations such as Beads, quoted like all other text. */
export function integrationClaims(world: World, last: SessionView): readonly Claim[] {
  const now = world.clock.now()
  const lines = world.integrations.lines({ checkout: world.place.checkout, now, last: last.view })
  return lines.map((text) => ({
    section: 'others',
    text,
    session: last.session,
    at: now,
    score: 0.6,
    because: ['read from an integration just now'],
    check: { kind: 'verified', why: 'read just now' },
  }))
}
