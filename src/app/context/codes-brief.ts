import { codesOf, withinBudget } from '../../brief/codes.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

interface CodesBrief {
  readonly session: string
  readonly project: { readonly id: string; readonly name: string }
  readonly codes: readonly string[]
  readonly tokens: number
  /** Number of codes that did not fit. */
  readonly left: number
  readonly expiresAt: number
}

export interface BriefAsk {
  readonly session?: Viewed<Session>
  readonly projectIds?: readonly string[]
  /** Optional refresh of the chosen session, for callers that are not latency-sensitive. */
  readonly completed?: (seen: Viewed<Session>) => Promise<Viewed<Session>>
  readonly budget: number
}

/** The codes of a session; by default of the project's last one that is neither expired nor completed. */
export async function codesBrief(world: World, ask: BriefAsk): Promise<CodesBrief | undefined> {
  const found = ask.session ?? (await lastSession(world, ask.projectIds ?? world.place.projectIds))
  if (!found) return undefined
  const seen = (await ask.completed?.(found)) ?? found
  const all = codesOf(seen.view)
  const cut = withinBudget(all, ask.budget, world.countTokens)
  return {
    session: seen.session,
    project: seen.view.identity.project,
    codes: cut.codes,
    tokens: world.countTokens(cut.codes.join('\n')),
    left: cut.left,
    expiresAt: seen.view.life.lastActivityAt + world.settings['session.expiry'],
  }
}

/** Skips a new session without content in favour of the one before it. */
async function lastSession(world: World, projects: readonly string[]): Promise<Viewed<Session> | undefined> {
  const since = world.clock.now() - world.settings['session.expiry']
  const views = await world.log.views({ projects, since, archived: false, limit: 20 })
  const offered = views.filter(({ view }) => view.life.completedAt === undefined)
  return offered.find(({ view }) => codesOf(view).length > 1) ?? offered[0]
}
