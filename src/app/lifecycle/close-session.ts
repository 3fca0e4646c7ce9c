import { summaryFor } from '../../brief/handoff.ts'
import { progressOf } from '../../brief/progress-log.ts'
import { HandoffWritten, ProgressLogged } from '../../event/context.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import { DOCUMENTS } from '../../event/document.ts'
import { derivedId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { unlessDamaged } from '../append-retry.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'

/** Whether a session has done anything that another one could continue. */
const hasWork = ({ craft, work }: Session): boolean =>
  craft.files.length > 0 ||
  work.goal !== undefined ||
  [work.decisions, work.blockers, work.actions, work.tasks, work.facts, work.evidence].some(
    ({ length }) => length > 0,
  )

/** Handoff and progress log of an ended session, each written once per run of the session. */
function closingEvents({ session, view }: Viewed<Session>): readonly NewEvent[] {
  const { life, carry } = view
  const at = life.endedAt ?? life.lastActivityAt
  if (life.state !== 'ended' || !hasWork(view) || (carry.closedAt ?? 0) >= life.runSince) return []
  const heading = (kind: string) => ({
    id: derivedId('evt', 'closing', session, kind, String(life.resumes)),
    at,
  })
  return [
    fact(HandoffWritten, heading('handoff'), {
      schema: DOCUMENTS.handoff.schema,
      automatic: true,
      summary: JSON.parse(JSON.stringify(summaryFor(view))),
    }),
    fact(ProgressLogged, heading('progress'), {
      schema: DOCUMENTS.progress.schema,
      log: JSON.parse(JSON.stringify(progressOf(view))),
    }),
  ]
}

/** Writes handoff and progress log after the end of a session, unless the session is already in use again. */
export async function closeSession(world: World, seen: Viewed<Session>): Promise<Viewed<Session>> {
  const events = closingEvents(seen)
  if (events.length === 0) return seen
  const { session, seq, view } = seen
  const facts = redactEvents(world, events, view.identity.checkout)
  const closed = await unlessDamaged(async () => {
    await world.log.append(session, facts, { expectedSeq: seq })
    return world.log.view(session)
  })
  return closed ?? seen
}
