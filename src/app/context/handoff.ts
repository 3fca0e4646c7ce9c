import { handoffDocument, openedHandoff, summaryFor } from '../../brief/handoff.ts'
import { hasLeftover } from '../../brief/leftover.ts'
import { HandoffWritten } from '../../event/context.ts'
import { fact } from '../../event/define.ts'
import { DOCUMENTS, type HandoffDocument } from '../../event/document.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import { recordOrSpool, type StoreResult } from '../ingest/store-or-spool.ts'
import type { World } from '../world.ts'

interface WrittenHandoff {
  readonly handoff: HandoffDocument
  readonly stored: StoreResult
}

/** Writes down what a session leaves for the next one, or for a certain agent. */
export async function writeHandoff(
  world: World,
  seen: Viewed<Session>,
  to?: string,
): Promise<WrittenHandoff> {
  const { id, at } = { id: world.ids.event(), at: world.clock.now() }
  const written = fact(HandoffWritten, { id, at }, payloadOf(seen.view, to))
  const [event = written] = redactEvents(world, [written], seen.view.identity.checkout)
  const stored = await recordOrSpool(world, seen.session, event)
  // What was prepared for the next starts does not know of it.
  const { agent, project } = seen.view.identity
  const heading = { document: 'handoff', session: seen.session, at, agent, project: project.name }
  const opened = openedHandoff({ ...heading, ...event.data })
  if (opened.kind === 'refused') throw new Error(opened.reason)
  return { handoff: opened.value, stored }
}

const payloadOf = (view: Session, to: string | undefined) => ({
  schema: DOCUMENTS.handoff.schema,
  summary: summaryFor(view),
  ...(to !== undefined && { to }),
})

interface FoundHandoff {
  readonly handoff: HandoffDocument
  /** The session that it was written in, as it stands now. */
  readonly seen: Viewed<Session>
  /** Why it may be out of date, for whoever reads it. */
  readonly doubts: readonly string[]
}

const MOST_SESSIONS = 20

/**
 * The handoff that a session of this agent should begin with: not expired, meant for it or for anybody, and not used up
 * by a session that came after it. One that names the agent comes before all others.
 */
export async function handoffFor(
  world: World,
  agent: string,
  now: number,
): Promise<FoundHandoff | undefined> {
  const since = now - world.settings['brief.handoff-expiry']
  const projects = world.place.projectIds
  const views = await world.log.views({ projects, since, archived: false, limit: MOST_SESSIONS })
  const found = views.flatMap((seen) => offered(world, seen, { agent, since, now }))
  const fresh = found.filter(({ handoff }) => handoff.to === agent || !isUsedUp(handoff, views))
  const [best] = fresh.sort((a, b) => rank(b.handoff, agent) - rank(a.handoff, agent))
  return best
}

/** A name before a date. */
const rank = ({ to, at }: HandoffDocument, agent: string): number => (to === agent ? at : at - 1e15)

interface HandoffSearch {
  readonly agent: string
  readonly since: number
  readonly now: number
}

function offered(
  world: World,
  seen: Viewed<Session>,
  { agent, since, now }: HandoffSearch,
): readonly FoundHandoff[] {
  const { carry, identity, life } = seen.view
  const kept = carry.handoff
  const isMeant = kept && (kept.to === undefined || kept.to === agent)
  if (!kept || !isMeant || kept.at < since || kept.at > now || life.completedAt !== undefined) return []
  const opened = openedHandoff(handoffDocument(seen.session, identity, kept))
  if (opened.kind === 'refused') return [] // of a newer release: its session is told all the same
  return [{ handoff: opened.value, seen, doubts: doubts(world, seen, opened.value) }]
}

/** Another session has begun since and has left something of its own. */
const isUsedUp = ({ session, at }: HandoffDocument, views: readonly Viewed<Session>[]): boolean =>
  views.some(
    (later) => later.session !== session && later.view.life.startedAt > at && hasLeftover(later.view),
  )

function doubts(world: World, { view }: Viewed<Session>, { at, summary }: HandoffDocument): string[] {
  const { branch } = world.place
  return [
    ...(view.life.lastActivityAt > at ? ['its session went on after it was written'] : []),
    ...(branch && summary.branch && branch !== summary.branch
      ? [`it was written on ${summary.branch}, and this is ${branch}`]
      : []),
  ]
}
