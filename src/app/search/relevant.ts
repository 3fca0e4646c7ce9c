import type { Claim } from '../../brief/claim.ts'
import type { RankedPath } from '../../brief/gather-activity.ts'
import { type SessionId, storedSessionId } from '../../event/identity.ts'
import { rank, type Signal } from '../../search/rank-files.ts'
import { relativeTo } from '../../text/paths.ts'
import type { World } from '../world.ts'

interface RelevanceOptions {
  /** The first prompt of the session. */
  readonly prompt?: string | undefined
  /** The projects to search; default: those of the current location. */
  readonly projectIds?: readonly string[] | undefined
  /** Sessions after this time are ignored. */
  readonly moment?: number | undefined
}

interface RelevantItems {
  readonly files: readonly RankedPath[]
  /** Sessions of any age that match the prompt. The best has weight 1. */
  readonly sessions: readonly { readonly session: SessionId; readonly weight: number }[]
}

const MAX_SESSIONS = 3
const MAX_FILES = 20

/** The files and sessions most relevant to the prompt, the branch and the project's recent sessions. */
export function rankRelevant(world: World, { prompt, projectIds, moment }: RelevanceOptions): RelevantItems {
  const { branch, checkout } = world.place
  const evidence = world.index.evidence({
    projects: projectIds ?? world.place.projectIds,
    prompt,
    branch: projectIds ? undefined : branch,
    relative: relativeTo([checkout]),
    until: moment,
  })
  const { files, sessions } = rank(evidence, { files: MAX_FILES, sessions: prompt ? MAX_SESSIONS : 0 })
  const [bestFile, bestSession] = [files[0]?.score ?? 1, sessions[0]?.score ?? 1]
  return {
    files: files.map(({ path, score, reasons }) => ({
      path,
      score: score / bestFile,
      because: reasons.slice(0, 3).map((signal) => REASONS[signal]),
    })),
    sessions: sessions.map(({ session, score }) => ({
      session: storedSessionId(session),
      weight: score / bestSession,
    })),
  }
}

const REASONS: Readonly<Record<Signal, string>> = {
  named: 'the prompt names it',
  unmet: 'the prompt names it, but no session has touched it',
  path: 'its path contains words from the prompt',
  name: 'its name consists of words from the prompt',
  branch: 'its path contains words from the branch name',
  session: 'sessions that match the prompt touched it',
  edited: 'edited recently',
  read: 'read recently',
  touched: 'touched before',
}

interface PastClaimsOptions {
  /** Whether the brief already covers the session. */
  readonly isCovered: (session: SessionId) => boolean
  readonly isWanted?: (claim: Claim) => boolean
}

/** Claims from matching sessions that are too old for the brief itself, if they are still valid. */
export function pastClaims(
  world: World,
  sessions: RelevantItems['sessions'],
  { isCovered, isWanted = () => true }: PastClaimsOptions,
): readonly Claim[] {
  const uncovered = sessions.filter(({ session }) => !isCovered(session))
  const claims = world.index.settled(uncovered.map(({ session }) => session))
  return uncovered.flatMap(({ session, weight }) =>
    (claims.get(session) ?? []).filter(isWanted).map((claim) => ({
      ...claim,
      score: claim.score * weight,
      because: ['its session matches the prompt'],
    })),
  )
}
