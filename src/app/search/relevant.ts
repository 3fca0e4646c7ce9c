import type { Claim } from '../../brief/claim.ts'
import type { RankedPath } from '../../brief/gather-files.ts'
import type { SessionId } from '../../event/identity.ts'
import { rank } from '../../search/rank.ts'
import type { Signal } from '../../search/signals.ts'
import { relativeTo } from '../../text/paths.ts'
import type { World } from '../world.ts'

export interface MatterAsk {
  /** With these words the session begins. */
  readonly prompt?: string | undefined
  /** Of these projects instead of the one here. */
  readonly projectIds?: readonly string[] | undefined
  /** As it would have been then. */
  readonly moment?: number | undefined
  /** Whether anybody will hear why each file matters. */
  readonly explain?: boolean
}

export interface Matter {
  readonly files: readonly RankedPath[]
  /** Sessions that answer to the prompt, however long ago, each beside the best one, which has 1. */
  readonly sessions: readonly { readonly session: SessionId; readonly weight: number }[]
}

/** What matters by all that is known of the project: the words of the prompt, the last sessions, the branch. */
export function matter(world: World, { prompt, projectIds, moment, explain }: MatterAsk): Matter {
  const shelf = world.index.shelf(projectIds ?? world.place.projectIds, moment)
  if (shelf.sessions === 0) return { files: [], sessions: [] }
  const { branch, checkout } = world.place
  const query = { prompt, branch: projectIds ? undefined : branch, relative: relativeTo([checkout]) }
  const { files, sessions } = rank(shelf, query, {
    files: MOST_FILES,
    sessions: prompt ? MOST_PAST : 0,
    explain,
  })
  const [best, first] = [files[0]?.score ?? 1, sessions[0]?.score ?? 1]
  return {
    files: files.map(({ path, score, reasons }) => ({
      path,
      score: score / best,
      because: reasons.slice(0, 3).map(({ signal }) => REASONS[signal]),
    })),
    sessions: sessions.map(({ session, score }) => ({
      session: session as SessionId,
      weight: score / first,
    })),
  }
}

const MOST_PAST = 3
const MOST_FILES = 20
const REASONS: Readonly<Record<Signal, string>> = {
  named: 'the prompt names it',
  unmet: 'the prompt names it, no session has met it',
  path: 'words of the prompt are in its path',
  name: 'words of the prompt are its name',
  branch: 'words of the branch are in its path',
  session: 'sessions about such things came to it',
  edited: 'edited lately',
  read: 'read lately',
  touched: 'touched before',
}

export interface PastAsk {
  readonly isAtHand: (session: SessionId) => boolean
  /** Else whatever they speak of. */
  readonly isWanted?: (claim: Claim) => boolean
}

/** What was settled in sessions that answer to the prompt and are not at hand: it still counts. */
export function pastClaims(
  world: World,
  sessions: Matter['sessions'],
  { isAtHand, isWanted = () => true }: PastAsk,
): readonly Claim[] {
  const asked = sessions.filter(({ session }) => !isAtHand(session))
  const settled = world.index.settled(asked.map(({ session }) => session))
  return asked.flatMap(({ session, weight }) =>
    (settled.get(session) ?? []).filter(isWanted).map((claim) => ({
      ...claim,
      score: claim.score * weight,
      because: ['its session answers to the prompt'],
    })),
  )
}
