import type { KnownEvent } from '../../event/catalogue.ts'
import type { StoredEvent } from '../../event/define.ts'
import { isSessionId, type SessionId } from '../../event/identity.ts'
import { BOOK } from '../../event/memory.ts'
import { understand } from '../../event/understand.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Condensation } from '../../session/conversation.ts'
import { nothingNoted, type Work, work } from '../../session/noted-work.ts'
import type { Session } from '../../session/session.ts'
import { unknownSession } from '../lifecycle/find-session.ts'
import { type Summary, summarizeSession } from '../lifecycle/session-summary.ts'
import type { World } from '../world.ts'

/** The first events of a session, up to the last one that a descendant inherits. */
export interface SessionPrefix {
  readonly session: SessionId
  readonly upTo: number
}

/** Limits the search for ancestors if the data is damaged or cyclic. */
const MAX_ANCESTORS = 1000

export interface LineagePart extends SessionPrefix, Viewed<Session> {}

/** The session, then its parent up to the branch point, and so on to the root. */
export async function lineageOf(world: World, session: SessionId): Promise<readonly LineagePart[]> {
  const found: LineagePart[] = []
  let next: SessionPrefix | undefined = { session, upTo: Number.MAX_SAFE_INTEGER }
  while (next && found.length < MAX_ANCESTORS) {
    const seen = await world.log.view(next.session)
    if (!seen || found.some((past) => past.session === seen.session)) break
    found.push({ ...seen, upTo: Math.min(next.upTo, seen.seq) })
    const { parent, parentSeq = 0 } = seen.view.identity
    next = parent !== undefined && isSessionId(parent) ? { session: parent, upTo: parentSeq } : undefined
  }
  return found
}

export async function* eventsUpTo(
  world: World,
  { session, upTo }: SessionPrefix,
): AsyncIterable<StoredEvent> {
  if (upTo < 1) return
  for await (const event of world.log.read({ session })) {
    yield event
    if (event.seq >= upTo) return
  }
}

interface EventRange {
  readonly session: SessionId
  /** Only events after this one are read. */
  readonly after?: number
  /** The last event to read. */
  readonly upTo?: number
}

/** The events that this release understands. Skips damaged events; commands that list events report them. */
export async function* knownEvents(
  world: World,
  { session, after = 0, upTo = Number.MAX_SAFE_INTEGER }: EventRange,
): AsyncIterable<KnownEvent> {
  for await (const stored of world.log.read({ session, after, onDamage: () => {} })) {
    if (stored.seq > upTo) return
    const meaning = understand(stored)
    if (meaning.kind === 'known') yield meaning.event
  }
}

/** The events that a session inherits, oldest first, followed by its own events. */
export async function* eventsOfLineage(world: World, session: SessionId): AsyncIterable<StoredEvent> {
  for (const past of [...(await lineageOf(world, session))].reverse()) yield* eventsUpTo(world, past)
}

/** The work items of a session as of one of its events. */
export async function workAt(world: World, past: SessionPrefix): Promise<Work> {
  const seen = await world.log.view(past.session)
  if (seen?.seq === past.upTo) return seen.view.work
  let state = nothingNoted
  for await (const stored of eventsUpTo(world, past)) {
    const meaning = understand(stored)
    if (meaning.kind === 'known') state = work.apply(state, meaning.event)
  }
  return state
}

/** The lineage, root first. Each part ends where the next session branches off. Throws for an unknown session. */
export async function lineageFromOldest(world: World, session: SessionId): Promise<readonly LineagePart[]> {
  const lineage = await lineageOf(world, session)
  if (lineage.length === 0) throw unknownSession(session)
  return lineage.toReversed()
}

export interface EventPosition {
  readonly session: string
  readonly seq: number
}

export interface ActiveCompaction extends Condensation {
  /** The session in which the summary is recorded. */
  readonly session: SessionId
}

/** The last compaction of the session itself, or of an ancestor before the branch point. */
export function activeCompaction(line: readonly LineagePart[]): ActiveCompaction | undefined {
  for (const { session, view, upTo } of line.toReversed()) {
    const found = view.talk.condensed.findLast(({ seq }) => seq <= upTo)
    if (found) return { ...found, session }
  }
  return undefined
}

/** The last event that the summary covers. */
export const boundaryOf = ({ session, upTo, upToIn }: ActiveCompaction): EventPosition => ({
  session: upToIn ?? session,
  seq: upTo,
})

/** A session with its branches. `--json` prints it. */
export interface Branch extends Summary {
  readonly goal?: string
  /** Number of prompts and answers in this session, without inherited ones. */
  readonly messages: number
  readonly mergedInto: readonly MergedInto[]
  readonly branches: readonly Branch[]
}

interface MergedInto {
  readonly session: SessionId
  readonly at: number
  /** Whether the merged session has recorded new events since this merge. */
  readonly wentOn: boolean
}

/** The full tree of every root session in these projects that has branches. */
export async function branchTrees(world: World, projects: readonly string[]): Promise<readonly Branch[]> {
  const roots = grownFrom(world, await world.log.views({ projects }))
  return roots.filter(({ branches }) => branches.length > 0)
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
  const branchOf = (seen: Viewed<Session>): Branch => ({
    ...summarizeSession(world, seen),
    ...(seen.view.work.goal && { goal: seen.view.work.goal.text }),
    messages: seen.view.talk.turns + seen.view.talk.responses,
    mergedInto: merged.get(seen.session) ?? [],
    branches: (children.get(seen.session) ?? []).map(branchOf),
  })
  return (children.get('') ?? []).map(branchOf)
}

const byStart = (a: Viewed<Session>, b: Viewed<Session>): number =>
  a.view.life.startedAt - b.view.life.startedAt || (a.session < b.session ? -1 : 1)

/** The sessions that each merged session was merged into, with the last merge into each. */
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
