import { sessionProjection } from '../../src/app/projection.ts'
import type { StoredEvent } from '../../src/event/define.ts'
import type { SessionId } from '../../src/event/identity.ts'
import type { EventLog } from '../../src/log/event-log.ts'
import { MemoryLog } from '../../src/log/memory.ts'
import type { Release } from '../../src/log/sqlite/migrate.ts'
import { openForReading } from '../../src/log/sqlite/open.ts'
import { docOf } from '../../src/log/sqlite/views.ts'
import type { Session } from '../../src/session/session.ts'
import { type Ack, toNewEvent } from './kit/acks.ts'
import { require } from './kit/campaign.ts'
import { logPath, openLog } from './kit/open-log.ts'

export type SessionEvents = ReadonlyMap<SessionId, readonly StoredEvent[]>

/** Checks the invariants that hold for every log, no matter what happened to its writers. */
export async function checkLog(
  home: string,
  acked: readonly Ack[],
  options: { readonly release?: Release } = {},
): Promise<SessionEvents> {
  const log = openLog(home, options)
  try {
    const sessions = await eventsBySession(log)
    for await (const damage of log.verify()) require(false, `verify reports ${JSON.stringify(damage)}`)
    requireGapless(sessions)
    requireAcked(sessions, acked)
    await requireSameAsMemory(log, sessions)
    return sessions
  } finally {
    await log.close()
    requireIntactPages(home)
  }
}

async function eventsBySession(log: EventLog<Session>): Promise<SessionEvents> {
  const sessions = new Map<SessionId, StoredEvent[]>()
  for await (const event of log.read()) {
    const events = sessions.get(event.session)
    if (events) events.push(event)
    else sessions.set(event.session, [event])
  }
  return sessions
}

export const countEvents = (sessions: SessionEvents): number =>
  [...sessions.values()].reduce((sum, events) => sum + events.length, 0)

function requireGapless(sessions: SessionEvents): void {
  for (const [session, events] of sessions) {
    events.forEach(({ seq }, index) => {
      require(seq === index + 1, `event ${index + 1} of session ${session} has seq ${seq}`)
    })
  }
}

function requireAcked(sessions: SessionEvents, acked: readonly Ack[]): void {
  for (const ack of acked) {
    const found = sessions.get(ack.session)?.[ack.seq - 1]
    require(found !== undefined, `acknowledged event ${ack.id} (seq ${ack.seq} of ${ack.session}) is lost`)
    require(found.id ===
      ack.id, `seq ${ack.seq} of ${ack.session} was acknowledged for ${ack.id}, but is ${found.id}`)
    require(found.payloadHash === ack.payloadHash, `event ${ack.id} has content that was not acknowledged`)
  }
}

/** Requires that the in-memory engine produces the same chain and views from the same events. */
async function requireSameAsMemory(log: EventLog<Session>, sessions: SessionEvents): Promise<void> {
  for (const [session, events] of sessions) {
    const viewed = await log.view(session)
    require(viewed !== undefined, `session ${session} has events but no view`)
    require(viewed.seq === events.length, `the view of ${session} ends at ${viewed.seq} of ${events.length}`)
    const expected = events.some(({ data }) => data === undefined)
      ? events.reduce(sessionProjection.apply, sessionProjection.initial)
      : await viewInMemory(session, events)
    require(docOf(viewed.view) === docOf(expected), `the view of ${session} is not the fold of its events`)
  }
}

async function viewInMemory(session: SessionId, events: readonly StoredEvent[]): Promise<Session> {
  const memory = new MemoryLog(sessionProjection)
  await memory.append(session, events.map(toNewEvent))
  for await (const { seq, hash } of memory.read({ session })) {
    require(events[seq - 1]?.hash === hash, `event ${seq} of ${session} has a different hash in memory`)
  }
  return (await memory.view(session))?.view ?? sessionProjection.initial
}

function requireIntactPages(home: string): void {
  const db = openForReading(logPath(home))
  try {
    const rows = db.prepare('PRAGMA integrity_check').all()
    require(rows.length === 1 &&
      rows[0]?.integrity_check === 'ok', `integrity_check: ${JSON.stringify(rows)}`)
  } finally {
    db.close()
  }
}
