import { type SessionId, storedSessionId } from '../../event/identity.ts'
import { type ChainState, checkLink, skipDamaged, UNKNOWN, unexplainedErasures } from '../chain.ts'
import type { Damage } from '../event-log.ts'
import { type EventRow, hex } from '../rows.ts'
import type { Queries } from './driver.ts'
import { SCHEMA, type Tenant } from './schema.ts'
import { docOf, intactEvents, scanAll } from './views.ts'

/** Reads every event of a tenant once. Yields damage as it is found. Damage never makes it throw. */
export async function* verify<V>(
  db: Queries,
  of: Tenant<V>,
  progress: (done: number) => void,
): AsyncIterable<Damage> {
  const chains = new Map<string, ChainState>()
  let done = 0
  for await (const found of scanAll(db, of.tenant)) {
    if (found.kind === 'damaged') yield* skipDamaged(chains, found.damage)
    else yield* checkLink(chains, found.event)
    done += 1
    if (done % 10_000 === 0) progress(done)
  }
  yield* unexplainedErasures(chains)
  yield* checkViews(db, of, chains)
}

async function* checkViews<V>(
  db: Queries,
  of: Tenant<V>,
  chains: ReadonlyMap<string, ChainState>,
): AsyncIterable<Damage> {
  const sql = `SELECT session, seq, head, shape, doc FROM ${SCHEMA}.session_view WHERE tenant = $1`
  const unseen = new Set(chains.keys())
  for (const row of await db.all(sql, [of.tenant])) {
    const session = storedSessionId(row.session)
    unseen.delete(session)
    const detail = await checkView(db, of, { row, session, chain: chains.get(session) })
    if (detail !== undefined) yield { kind: 'view', session, detail }
  }
  for (const session of unseen) yield { kind: 'view', session, detail: 'the session has events but no view' }
}

interface ViewToCheck {
  readonly row: EventRow
  readonly session: SessionId
  readonly chain: ChainState | undefined
}

async function checkView<V>(
  db: Queries,
  { tenant, projection }: Tenant<V>,
  { row, session, chain }: ViewToCheck,
): Promise<string | undefined> {
  const head = row.head instanceof Uint8Array ? hex(row.head) : ''
  const isCurrent = chain?.seq === Number(row.seq) && (chain.hash === head || chain.hash === UNKNOWN)
  if (!isCurrent) return 'the view is not at the last event'
  if (chain.damaged || row.shape !== (projection.shape ?? 0)) return undefined
  let view = projection.initial
  for await (const event of intactEvents(db, tenant, session)) view = projection.apply(view, event)
  return row.doc === docOf(view) ? undefined : 'the view does not match its events'
}
