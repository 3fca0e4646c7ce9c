import type { StoredEvent } from '../event/define.ts'
import { EventForgotten } from '../event/upkeep.ts'
import { Problem } from '../problem.ts'
import { GENESIS } from './chain.ts'
import type { Damage } from './event-log.ts'
import { LOST } from './rows.ts'

export interface ChainState {
  seq: number
  hash: string
  damaged: boolean
  /** Events without payload that no tombstone has explained yet. */
  readonly erased: Set<number>
}

export function* checkLink(chains: Map<string, ChainState>, event: StoredEvent): Iterable<Damage> {
  const { session, seq, position } = event
  const chain = chainOf(chains, session)
  if (seq !== chain.seq + 1) {
    yield {
      kind: 'gap',
      session,
      seq: chain.seq + 1,
      position,
      detail: `event ${seq} follows event ${chain.seq}`,
    }
  } else if (event.previousHash !== chain.hash && chain.hash !== UNKNOWN) {
    yield { kind: 'chain', session, seq, position, detail: 'it does not continue the previous event' }
  }
  chain.seq = seq
  chain.hash = event.hash
  if (event.data === undefined && event.type !== LOST) chain.erased.add(seq)
  if (event.type === EventForgotten.type) for (const gone of forgottenBy(event)) chain.erased.delete(gone)
}

/** Counts a damaged event as present, so that the events after it are not reported as well. */
export function* skipDamaged(chains: Map<string, ChainState>, damage: Damage): Iterable<Damage> {
  yield damage
  if (damage.session === undefined || damage.seq === undefined) return
  const chain = chainOf(chains, damage.session)
  chain.damaged = true
  if (damage.seq === chain.seq + 1) {
    chain.seq = damage.seq
    chain.hash = UNKNOWN
  }
}

export const UNKNOWN = 'unknown'

function chainOf(chains: Map<string, ChainState>, session: string): ChainState {
  const existing = chains.get(session)
  if (existing) return existing
  const created: ChainState = { seq: 0, hash: GENESIS, damaged: false, erased: new Set() }
  chains.set(session, created)
  return created
}

const forgottenBy = (event: StoredEvent): readonly number[] => {
  const seqs = event.data?.seqs
  return Array.isArray(seqs) ? seqs.map(Number) : []
}

export function* unexplainedErasures(chains: Map<string, ChainState>): Iterable<Damage> {
  for (const [session, { erased }] of chains) {
    for (const seq of erased) {
      yield {
        kind: 'payload',
        session,
        seq,
        detail: 'its content is missing, but no forget event refers to it',
      }
    }
  }
}

/** The default for readers without an `onDamage` callback. */
export function refuseDamage(damage: Damage): never {
  throw new Problem({
    code: 'log-damaged',
    message: `event ${damage.seq ?? '?'} of session ${damage.session ?? '?'}: ${damage.detail}`,
    fix: 'leftoff verify   (lists the damage; the events before and after it are intact)',
    outcome: 'damaged',
  })
}
