import type { StoredEvent } from '../../event/define.ts'
import { isSessionId, type SessionId } from '../../event/identity.ts'
import { understand } from '../../event/understand.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Condensation } from '../../session/conversation.ts'
import type { Session } from '../../session/session.ts'
import { nothingNoted, type Work, work } from '../../session/work.ts'
import { unknownSession } from '../lifecycle/find-session.ts'
import type { World } from '../world.ts'

/** The leading events of a session that a descendant inherits. */
export interface SessionPrefix {
  readonly session: SessionId
  readonly upTo: number
}

/** Bounds damaged or cyclic data. */
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

/** All events a session descends from, oldest first, then its own. */
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

/** The root first, each session up to where the next one branched off. Throws for an unknown session. */
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
  /** The session that the summary is recorded in. */
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
