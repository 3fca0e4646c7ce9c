import type { SessionId } from '../../event/identity.ts'
import { BOOK } from '../../event/memory.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { type Summary, summarizeSession } from '../lifecycle/session-summary.ts'
import type { World } from '../world.ts'
import { lineageOf } from './lineage.ts'

/** A session with its branches. `--json` prints it. */
export interface Branch extends Summary {
  readonly goal?: string
  /** Its own prompts and answers, without inherited ones. */
  readonly messages: number
  readonly mergedInto: readonly MergedInto[]
  readonly branches: readonly Branch[]
}

interface MergedInto {
  readonly session: SessionId
  readonly at: number
  /** Whether it has new events since then. */
  readonly wentOn: boolean
}

/** Sessions in these projects that have branches, each with its full tree. */
export async function branchTrees(world: World, projects: readonly string[]): Promise<readonly Branch[]> {
  const grown = grownFrom(world, await world.log.views({ projects }))
  return grown.filter(({ branches }) => branches.length > 0)
}

/** The full tree that contains one session. */
export async function branchTreeOf(world: World, session: SessionId): Promise<readonly Branch[]> {
  const first = (await lineageOf(world, session)).at(-1)
  const seen = first && (await world.log.view(first.session))
  if (!seen) return []
  const views = await world.log.views({ projects: [seen.view.identity.project.id] })
  return grownFrom(world, views).filter(({ id }) => id === seen.session)
}

function grownFrom(world: World, all: readonly Viewed<Session>[]): readonly Branch[] {
  const views = all.filter(({ session }) => session !== BOOK)
  const known = new Set<string>(views.map(({ session }) => session))
  const children = new Map<string, Viewed<Session>[]>()
  for (const seen of [...views].sort(byStart)) {
    const { parent } = seen.view.identity
    const at = parent !== undefined && known.has(parent) ? parent : ''
    children.set(at, [...(children.get(at) ?? []), seen])
  }
  const merged = mergedAmong(views)
  const grown = (seen: Viewed<Session>): Branch => ({
    ...summarizeSession(world, seen),
    ...(seen.view.work.goal && { goal: seen.view.work.goal.text }),
    messages: seen.view.talk.turns + seen.view.talk.responses,
    mergedInto: merged.get(seen.session) ?? [],
    branches: (children.get(seen.session) ?? []).map(grown),
  })
  return (children.get('') ?? []).map(grown)
}

const byStart = (a: Viewed<Session>, b: Viewed<Session>): number =>
  a.view.life.startedAt - b.view.life.startedAt || (a.session < b.session ? -1 : 1)

/** For each merged session: the sessions it was merged into, with the last merge into each. */
function mergedAmong(views: readonly Viewed<Session>[]): ReadonlyMap<string, readonly MergedInto[]> {
  const seqs = new Map<string, number>(views.map(({ session, seq }) => [session, seq]))
  const found = new Map<string, MergedInto[]>()
  for (const { session, view } of views) {
    const last = new Map(view.merges.done.map((merge) => [merge.from, merge]))
    for (const { from, at, upTo } of last.values()) {
      const into = { session, at, wentOn: (seqs.get(from) ?? 0) > upTo }
      found.set(from, [...(found.get(from) ?? []), into])
    }
  }
  return found
}
