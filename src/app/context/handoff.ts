import { handoffDocument, openedHandoff, summaryFor } from '../../brief/handoff.ts'
import { hasLeftover } from '../../brief/leftover.ts'
import { isNotebook } from '../../brief/rank-sessions.ts'
import { HandoffWritten } from '../../event/context.ts'
import { fact } from '../../event/define.ts'
import { DOCUMENTS, type HandoffDocument } from '../../event/document.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import { recordDerived, type StoreResult } from '../ingest/store-or-spool.ts'
import type { World } from '../world.ts'

interface WrittenHandoff {
  readonly handoff: HandoffDocument
  readonly stored: StoreResult
}

/** Records a handoff for the next session, or for one specific agent. */
export async function writeHandoff(
  world: World,
  seen: Viewed<Session>,
  to?: string,
): Promise<WrittenHandoff> {
  const { id, at } = { id: world.ids.event(), at: world.clock.now() }
  const { event, stored } = await recordDerived(world, seen, ({ view }) => {
    const draft = fact(HandoffWritten, { id, at }, payloadOf(view, to))
    return redactEvents(world, [draft], view.identity.checkout)[0] ?? draft
  })
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
  /** The current state of the session that wrote the handoff. */
  readonly seen: Viewed<Session>
  /** Reasons why the handoff may be out of date. */
  readonly doubts: readonly string[]
}

const MOST_SESSIONS = 20

/**
 * The handoff that a new session of this agent receives: not expired, addressed to this agent or to any
 * agent, and not used by a later session. A handoff that names the agent takes precedence.
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

/** Handoffs that name the agent rank above all others; apart from that, the newest ranks highest. */
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
  if (opened.kind === 'refused') return [] // written by a newer release; the brief covers its session
  return [{ handoff: opened.value, seen, doubts: doubts(world, seen, opened.value) }]
}

/** Whether a session that started later has itself left work for the next session. */
const isUsedUp = ({ session, at }: HandoffDocument, views: readonly Viewed<Session>[]): boolean =>
  views.some(
    ({ session: later, view }) =>
      later !== session && view.life.startedAt > at && !isNotebook(view) && hasLeftover(view),
  )

function doubts(world: World, { view }: Viewed<Session>, { at, summary }: HandoffDocument): string[] {
  const { branch } = world.place
  return [
    ...(view.life.lastActivityAt > at ? ['its session continued after it was written'] : []),
    ...(branch && summary.branch && branch !== summary.branch
      ? [`it was written on ${summary.branch}, but the current branch is ${branch}`]
      : []),
  ]
}
