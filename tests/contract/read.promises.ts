import { expect } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import { eventHash, GENESIS } from '../../src/log/chain.ts'
import { MemoryLog } from '../../src/log/memory.ts'
import { collect, event, eventId, session, sessionStarted } from '../support/events.ts'
import type { Promised } from './event-log.contract.ts'

const A = session('a')
const B = session('b')

export function readPromises(promised: Promised): void {
  promised('an empty log has no events, no views, no sessions and no damage', async (log) => {
    expect(await collect(log.read())).toEqual([])
    expect(await log.views()).toEqual([])
    expect(await log.matching('', 10)).toEqual([])
    expect(await collect(log.verify())).toEqual([])
  })

  promised('reading a session starts after the given seq', async (log) => {
    await log.append(A, [event('a1'), event('a2'), event('a3')])
    await log.append(B, [event('b1')])
    expect((await collect(log.read({ session: A, after: 1 }))).map(({ id }) => id)).toEqual(
      ['a2', 'a3'].map(eventId),
    )
    expect(await collect(log.read({ session: A, after: 3 }))).toEqual([])
    expect(await collect(log.read({ session: session('nobody') }))).toEqual([])
  })

  promised('all sessions are read ordered by position, starting after a given position', async (log) => {
    await log.append(A, [event('a1')])
    await log.append(B, [event('b1'), event('b2')])
    const last = await log.append(A, [event('a2')])
    const stored = await collect(log.read())
    expect(stored.map(({ id }) => id)).toEqual(['a1', 'b1', 'b2', 'a2'].map(eventId))
    const positions = stored.map(({ position }) => position)
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
    expect(last).toMatchObject({ position: positions[3] })
    const rest = await collect(log.read({ after: positions[1]! }))
    expect(rest.map(({ id }) => id)).toEqual(['b2', 'a2'].map(eventId))
  })

  promised('events that do not fit on one page are read in order and without gaps', async (log) => {
    const names = Array.from({ length: 1203 }, (_, index) => `many ${index}`)
    await log.append(
      A,
      names.map((name) => event(name)),
    )
    expect((await collect(log.read({ session: A }))).map(({ id }) => id)).toEqual(names.map(eventId))
    expect((await collect(log.read({ after: 0 }))).map(({ seq }) => seq)).toEqual(
      names.map((_, index) => index + 1),
    )
  })

  promised('every event contains the hash of its predecessor and matches its own hash', async (log) => {
    await log.append(A, [event('one'), event('two')])
    await log.append(A, [event('three')])
    let previous = GENESIS
    for (const stored of await collect(log.read({ session: A }))) {
      expect(stored.previousHash).toBe(previous)
      expect(eventHash(stored)).toBe(stored.hash)
      previous = stored.hash
    }
  })

  promised('equal input produces equal hashes in every engine', async (log) => {
    const reference = new MemoryLog(sessionProjection)
    for (const engine of [log, reference]) {
      await engine.append(A, [
        sessionStarted('start', 'p', 1),
        event('two', { b: 1, a: { z: [1, null], y: 'é\0' } }),
      ])
      await engine.append(B, [event('three', { text: '\ud800' })])
      await engine.forget({ session: A, seqs: [2], id: eventId('tombstone'), at: 5, reason: 'asked' })
    }
    const hashes = async (of: typeof log) =>
      (await collect(of.read())).map(({ session, seq, hash, payloadHash }) => ({
        session,
        seq,
        hash,
        payloadHash,
      }))
    expect(await hashes(log)).toEqual(await hashes(reference))
    // A literal, because a release with another hash cannot read existing logs.
    expect((await collect(log.read({ session: A }))).at(-1)?.hash).toBe(LAST_HASH_OF_A)
  })
}

const LAST_HASH_OF_A = '0aa37a1fa66f2007165ecc709f78786bb0eb0db872d110f1a6db7e3c1f30c1f3'
