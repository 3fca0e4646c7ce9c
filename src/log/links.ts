import type { StoredEvent } from '../event/define.ts'
import { EventForgotten } from '../event/upkeep.ts'
import { GENESIS } from './chain.ts'
import type { Damage } from './event-log.ts'
import { LOST } from './rows.ts'

export interface Thread {
  seq: number
  hash: string
  damaged: boolean
  /** Seqs without content, until a tombstone names them. */
  readonly erased: Set<number>
}

export function* brokenLinks(threads: Map<string, Thread>, event: StoredEvent): Iterable<Damage> {
  const { session, seq, position } = event
  const thread = threadOf(threads, session)
  if (seq !== thread.seq + 1) {
    yield {
      kind: 'gap',
      session,
      seq: thread.seq + 1,
      position,
      detail: `event ${seq} follows event ${thread.seq}`,
    }
  } else if (event.previousHash !== thread.hash && thread.hash !== UNKNOWN) {
    yield { kind: 'chain', session, seq, position, detail: 'it does not continue the event before it' }
  }
  thread.seq = seq
  thread.hash = event.hash
  if (event.data === undefined && event.type !== LOST) thread.erased.add(seq)
  if (event.type === EventForgotten.type) for (const gone of forgottenBy(event)) thread.erased.delete(gone)
}

/** A damaged event keeps its place, so that the ones after it are not reported for its sake. */
export function* damagedLink(threads: Map<string, Thread>, damage: Damage): Iterable<Damage> {
  yield damage
  if (damage.session === undefined || damage.seq === undefined) return
  const thread = threadOf(threads, damage.session)
  thread.damaged = true
  if (damage.seq === thread.seq + 1) {
    thread.seq = damage.seq
    thread.hash = UNKNOWN
  }
}

export const UNKNOWN = 'unknown'

function threadOf(threads: Map<string, Thread>, session: string): Thread {
  const known = threads.get(session)
  if (known) return known
  const made: Thread = { seq: 0, hash: GENESIS, damaged: false, erased: new Set() }
  threads.set(session, made)
  return made
}

const forgottenBy = (event: StoredEvent): readonly number[] => {
  const seqs = event.data?.seqs
  return Array.isArray(seqs) ? seqs.map(Number) : []
}

export function* unexplainedErasures(threads: Map<string, Thread>): Iterable<Damage> {
  for (const [session, { erased }] of threads) {
    for (const seq of erased) {
      yield { kind: 'payload', session, seq, detail: 'its content is gone and no forget event says why' }
    }
  }
}
