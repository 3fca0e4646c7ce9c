import type { SessionId } from '../../event/identity.ts'
import type { Damage, Projection } from '../event-log.ts'
import { brokenLinks, damagedLink, type Thread, UNKNOWN, unexplainedErasures } from '../links.ts'
import { hex } from '../rows.ts'
import type { Connection, Row } from './driver.ts'
import { scanAll } from './scan.ts'
import { docOf, hasKeysOf, intactEvents, isOutdated } from './views.ts'

/** Reads every event once. Yields damage as it is met; never throws for it. */
export function* verify<V>(
  db: Connection,
  projection: Projection<V>,
  progress: (done: number) => void,
): Iterable<Damage> {
  yield* pageDamage(db)
  const threads = new Map<string, Thread>()
  let done = 0
  for (const found of scanAll(db)) {
    if (found.kind === 'damaged') yield* damagedLink(threads, found.damage)
    else yield* brokenLinks(threads, found.event)
    done += 1
    if (done % 10_000 === 0) progress(done)
  }
  yield* unexplainedErasures(threads)
  yield* wrongViews(db, projection, threads)
}

function* pageDamage(db: Connection): Iterable<Damage> {
  const rows = tolerant(() => db.prepare('PRAGMA integrity_check(20)').all())
  if (rows instanceof Error) return yield { kind: 'database', detail: rows.message }
  for (const row of rows) {
    const detail = String(row.integrity_check)
    if (detail !== 'ok') yield { kind: 'database', detail }
  }
}

function* wrongViews<V>(
  db: Connection,
  projection: Projection<V>,
  threads: Map<string, Thread>,
): Iterable<Damage> {
  const rows = tolerant(() => db.prepare('SELECT session, seq, head FROM session_view').all())
  if (rows instanceof Error) return yield { kind: 'view', detail: rows.message }
  const unseen = new Set(threads.keys())
  for (const row of rows) {
    unseen.delete(String(row.session))
    yield* wrongView(db, projection, { row, thread: threads.get(String(row.session)) })
  }
  for (const session of unseen) yield { kind: 'view', session, detail: 'the session has events and no view' }
}

function* wrongView<V>(
  db: Connection,
  projection: Projection<V>,
  { row, thread }: { readonly row: Row; readonly thread: Thread | undefined },
): Iterable<Damage> {
  const session = String(row.session) as SessionId
  const head = row.head instanceof Uint8Array ? hex(row.head) : ''
  const seq = Number(row.seq)
  if (!thread || thread.seq < seq) {
    return yield {
      kind: 'gap',
      session,
      seq: (thread?.seq ?? 0) + 1,
      detail: `events up to ${seq} were stored`,
    }
  }
  if (thread.seq !== seq || (thread.hash !== head && thread.hash !== UNKNOWN)) {
    return yield { kind: 'view', session, detail: 'the view does not stand at the last event' }
  }
  if (thread.damaged) return // its view was folded while the event was whole, and is right where the fold no longer is
  const same = tolerant(() => isFoldOfItsEvents(db, projection, session))
  if (same !== true) yield { kind: 'view', session, detail: 'the view is not the fold of its events' }
}

function isFoldOfItsEvents<V>(db: Connection, projection: Projection<V>, session: SessionId): boolean {
  let view = projection.initial
  for (const event of intactEvents(db, session)) view = projection.apply(view, event)
  const row = db.prepare('SELECT * FROM session_view WHERE session = ?').get(session)
  if (row && isOutdated(row, projection.shape)) return true // folded again when somebody asks for it
  return row?.doc === docOf(view) && hasKeysOf(row, projection.keys(view))
}

function tolerant<T>(read: () => T): T | Error {
  try {
    return read()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
