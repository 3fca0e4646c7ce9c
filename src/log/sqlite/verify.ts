import { type SessionId, storedSessionId } from '../../event/identity.ts'
import { type ChainState, checkLink, skipDamaged, UNKNOWN, unexplainedErasures } from '../chain.ts'
import type { Damage, Projection } from '../event-log.ts'
import { hex } from '../rows.ts'
import type { Connection, SqlRow } from './driver.ts'
import { scanAll } from './scan.ts'
import { docOf, intactEvents, isOutdated, matchesKeys } from './views.ts'

/** Reads every event once. Yields damage as it is found. Damage never makes it throw. */
export function* verify<V>(
  db: Connection,
  projection: Projection<V>,
  progress: (done: number) => void,
): Iterable<Damage> {
  yield* checkPages(db)
  const chains = new Map<string, ChainState>()
  let done = 0
  for (const found of scanAll(db)) {
    if (found.kind === 'damaged') yield* skipDamaged(chains, found.damage)
    else yield* checkLink(chains, found.event)
    done += 1
    if (done % 10_000 === 0) progress(done)
  }
  yield* unexplainedErasures(chains)
  yield* checkViews(db, projection, chains)
}

function* checkPages(db: Connection): Iterable<Damage> {
  const rows = resultOrError(() => db.prepare('PRAGMA integrity_check(20)').all())
  if (rows instanceof Error) return yield { kind: 'database', detail: rows.message }
  for (const row of rows) {
    const detail = String(row.integrity_check)
    if (detail !== 'ok') yield { kind: 'database', detail }
  }
}

function* checkViews<V>(
  db: Connection,
  projection: Projection<V>,
  chains: Map<string, ChainState>,
): Iterable<Damage> {
  const rows = resultOrError(() => db.prepare('SELECT session, seq, head FROM session_view').all())
  if (rows instanceof Error) return yield { kind: 'view', detail: rows.message }
  const unseen = new Set(chains.keys())
  for (const row of rows) {
    unseen.delete(String(row.session))
    yield* checkView(db, projection, { row, chain: chains.get(String(row.session)) })
  }
  for (const session of unseen) yield { kind: 'view', session, detail: 'the session has events but no view' }
}

function* checkView<V>(
  db: Connection,
  projection: Projection<V>,
  { row, chain }: { readonly row: SqlRow; readonly chain: ChainState | undefined },
): Iterable<Damage> {
  const session = storedSessionId(row.session)
  const head = row.head instanceof Uint8Array ? hex(row.head) : ''
  const seq = Number(row.seq)
  if (!chain || chain.seq < seq) {
    return yield {
      kind: 'gap',
      session,
      seq: (chain?.seq ?? 0) + 1,
      detail: `events up to ${seq} were stored`,
    }
  }
  if (chain.seq !== seq || (chain.hash !== head && chain.hash !== UNKNOWN)) {
    return yield { kind: 'view', session, detail: 'the view is not at the last event' }
  }
  if (chain.damaged) return // the view was folded before the damage, so it is more complete than a new fold
  const same = resultOrError(() => isFoldOfItsEvents(db, projection, session))
  if (same !== true) yield { kind: 'view', session, detail: 'the view does not match its events' }
}

function isFoldOfItsEvents<V>(db: Connection, projection: Projection<V>, session: SessionId): boolean {
  let view = projection.initial
  for (const event of intactEvents(db, session)) view = projection.apply(view, event)
  const row = db.prepare('SELECT * FROM session_view WHERE session = ?').get(session)
  if (row && isOutdated(row, projection.shape)) return true // the next read folds it again
  return row?.doc === docOf(view) && matchesKeys(row, projection.keys(view))
}

function resultOrError<T>(read: () => T): T | Error {
  try {
    return read()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
