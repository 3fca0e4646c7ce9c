import { expect } from 'vitest'
import { canonicalJson, type JsonValue } from '../../src/event/canonical-json.ts'
import { contentHashes, textHash } from '../../src/event/content-key.ts'
import { collect, event, eventId, eventOfType, session } from '../support/events.ts'
import type { Promised } from './event-log.contract.ts'

const A = session('a')
const SECRET = 'canary-7f3a91'
const erasure = (name: string, seqs?: readonly number[]) => ({
  session: A,
  id: eventId(name),
  at: 5000,
  ...(seqs && { seqs }),
})

export function forgetPromises(promised: Promised): void {
  promised('forgotten events keep their position and hash but lose their content', async (log) => {
    await log.append(A, [event('one'), event('two', { text: SECRET }), event('three')])
    const before = await collect(log.read({ session: A }))
    expect(await log.forget(erasure('tombstone', [2]))).toEqual({ events: 1, sessions: 1 })
    const after = await collect(log.read({ session: A }))
    expect(after.slice(0, 3)).toEqual(
      before.map((one) => (one.seq === 2 ? { ...one, data: undefined } : one)),
    )
  })

  promised('a tombstone lists the forgotten events and the reason, and the log stays valid', async (log) => {
    await log.append(A, [event('one'), event('two')])
    await log.forget({ ...erasure('tombstone', [1]), reason: 'a token' })
    expect((await collect(log.read({ session: A }))).at(-1)).toMatchObject({
      id: eventId('tombstone'),
      type: 'event.forgotten',
      seq: 3,
      at: 5000,
      data: { seqs: [1], reason: 'a token' },
    })
    expect(await collect(log.verify())).toEqual([])
  })

  promised('no view contains forgotten text, and a rebuild produces the same view', async (log) => {
    await log.append(A, [event('one', { text: SECRET }), eventOfType('goal.set', { text: SECRET })])
    await log.append(A, [
      eventOfType('decision.made', { choice: SECRET }),
      eventOfType('fact.pinned', { text: 'kept' }),
    ])
    await log.forget(erasure('tombstone', [1, 2, 3]))
    const view = canonicalJson((await log.view(A)) as unknown as JsonValue)
    expect(view).not.toContain(SECRET)
    expect(view).toContain('kept')
    await log.rebuild()
    expect(canonicalJson((await log.view(A)) as unknown as JsonValue)).toBe(view)
  })

  promised('without seqs, everything in a session except its tombstones is forgotten', async (log) => {
    await log.append(A, [event('one'), event('two')])
    await log.forget(erasure('first', [1]))
    expect(await log.forget(erasure('second'))).toEqual({ events: 1, sessions: 1 })
    const stored = await collect(log.read({ session: A }))
    expect(stored.map(({ data }) => data)).toEqual([undefined, undefined, { seqs: [1] }, { seqs: [2] }])
    expect((await log.view(A))?.view.tally).toMatchObject({ events: 4, forgotten: 2 })
  })

  promised('repeating an erasure changes nothing', async (log) => {
    await log.append(A, [event('one'), event('two')])
    await log.forget(erasure('tombstone', [1]))
    const before = await collect(log.read())
    expect(await log.forget(erasure('tombstone', [1]))).toEqual({ events: 0, sessions: 0 })
    expect(await log.forget(erasure('another', [1]))).toEqual({ events: 0, sessions: 0 })
    expect(await collect(log.read())).toEqual(before)
  })

  promised('erasures with the same id in several sessions create a tombstone in each', async (log) => {
    const sessions = [A, session('b'), session('c')]
    for (const one of sessions) await log.append(one, [event(`one of ${one}`)])
    for (const one of sessions)
      expect(await log.forget({ ...erasure('tombstone'), session: one })).toEqual({ events: 1, sessions: 1 })
    for (const one of sessions)
      expect((await collect(log.read({ session: one }))).at(-1)).toMatchObject({
        type: 'event.forgotten',
        seq: 2,
        data: { seqs: [1] },
      })
    expect(await collect(log.verify())).toEqual([])
  })

  promised('a repeated erasure erases new events and records them', async (log) => {
    await log.append(A, [event('one')])
    await log.forget(erasure('tombstone'))
    await log.append(A, [event('two', { text: SECRET }, { at: 5001 })])
    expect(await log.forget(erasure('tombstone'))).toEqual({ events: 1, sessions: 1 })
    const stored = await collect(log.read({ session: A }))
    expect(stored.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(stored.at(-1)).toMatchObject({ type: 'event.forgotten', data: { seqs: [3] } })
    expect(new Set(stored.map(({ id }) => id)).size).toBe(4)
    expect(await collect(log.verify())).toEqual([])
  })

  promised('forgetting unknown events does nothing', async (log) => {
    await log.append(A, [event('one')])
    expect(await log.forget(erasure('none', [7, -1, 0]))).toEqual({ events: 0, sessions: 0 })
    expect(await log.forget(erasure('none', []))).toEqual({ events: 0, sessions: 0 })
    expect(await log.forget({ session: session('nobody'), id: eventId('none'), at: 1 })).toEqual({
      events: 0,
      sessions: 0,
    })
    expect(await collect(log.read())).toHaveLength(1)
  })

  promised(
    'a forgotten event that is delivered again is a duplicate, or a conflict if its content differs',
    async (log) => {
      await log.append(A, [event('one', { text: SECRET })])
      await log.forget(erasure('tombstone', [1]))
      expect(await log.append(A, [event('one', { text: SECRET })])).toEqual({ kind: 'duplicate', seq: 2 })
      const conflict = await log.append(A, [event('one', { text: 'other' })])
      expect(conflict).toMatchObject({ kind: 'conflict', stored: { seq: 1, data: undefined } })
      expect(JSON.stringify(await collect(log.read()))).not.toContain(SECRET)
    },
  )

  promised('another handle sees the erasure, and the session continues after it', async (log, store) => {
    const other = store.open()
    await other.append(A, [event('one', { text: SECRET })])
    await log.forget(erasure('tombstone'))
    expect(JSON.stringify(await collect(other.read()))).not.toContain(SECRET)
    await other.append(A, [event('two', {}, { at: 5001 })])
    expect((await collect(log.read({ session: A }))).map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(await collect(other.verify())).toEqual([])
  })

  promised('content that was forgotten is not stored again under another id', async (log) => {
    await log.append(A, [event('hook', { text: SECRET }), event('kept')])
    await log.forget(erasure('tombstone', [1]))
    const copies = [
      event('transcript', { text: `${SECRET}\n`, via: 'transcript' }),
      event('again', { text: SECRET }, { at: 5000 }),
    ]
    expect(await log.append(A, copies)).toMatchObject({ kind: 'duplicate' })
    expect(await log.append(A, [...copies, event('other')])).toMatchObject({
      kind: 'appended',
      duplicates: 2,
    })
    expect(JSON.stringify(await collect(log.read()))).not.toContain(SECRET)
    expect(await collect(log.verify())).toEqual([])
  })

  promised(
    'forgotten text is stored again if it is newer than the erasure or belongs to another session',
    async (log) => {
      await log.append(A, [event('one', { text: SECRET })])
      await log.forget(erasure('tombstone', [1]))
      expect(await log.append(A, [event('new', { text: SECRET }, { at: 5001 })])).toMatchObject({
        kind: 'appended',
      })
      expect(await log.append(session('b'), [event('b', { text: SECRET })])).toMatchObject({
        kind: 'appended',
      })
    },
  )

  promised('a late event is not stored if its whole session was forgotten', async (log) => {
    await log.append(A, [event('one')])
    await log.forget(erasure('tombstone'))
    expect(await log.append(A, [event('late', { text: SECRET }, { at: 4999 })])).toMatchObject({
      kind: 'duplicate',
    })
    expect(await log.append(A, [event('next', { text: 'go on' }, { at: 5001 })])).toMatchObject({
      kind: 'appended',
      seq: 3,
    })
    await log.forget({ ...erasure('one more', [3]), at: 6000 })
    expect(await log.append(A, [event('later', { text: SECRET }, { at: 4998 })]), 'late').toMatchObject({
      kind: 'duplicate',
    })
  })

  promised('a preface is not stored if its batch contains no new event', async (log) => {
    await log.append(A, [event('one', { text: SECRET })])
    await log.forget(erasure('tombstone', [1]))
    const preface = [eventOfType('session.idled', { quietSince: 1 })]
    expect(await log.append(A, [event('copy', { text: SECRET })], { preface })).toMatchObject({
      kind: 'duplicate',
      seq: 2,
    })
  })

  promised('the log keeps the hashes of forgotten content but not the content', async (log) => {
    const noted = eventOfType('decision.made', { choice: SECRET })
    await log.append(A, [noted])
    await log.forget(erasure('tombstone', [1]))
    const hashes = [...contentHashes(noted), textHash(SECRET), textHash('other')]
    expect(await log.forgotten(A, hashes)).toEqual(new Set(hashes.slice(0, -1)))
    expect(await log.forgotten(session('b'), hashes)).toEqual(new Set())
    expect(hashes.join()).not.toContain(SECRET)
  })

  promised('an erasure increases the generation unless it has no effect', async (log, store) => {
    expect(await log.generation()).toBe(0)
    await log.append(A, [event('one'), event('two')])
    await log.forget(erasure('first', [1]))
    expect(await store.open().generation()).toBe(1)
    await log.forget(erasure('first', [1]))
    await log.rebuild()
    expect(await log.generation()).toBe(1)
    await log.forget(erasure('second'))
    expect(await log.generation()).toBe(2)
  })

  promised('an append that expects an older generation stores nothing', async (log, store) => {
    await log.append(A, [event('one')])
    const generation = await log.generation()
    expect(await log.append(A, [event('two')], { generation })).toMatchObject({ kind: 'appended' })
    await store.open().forget(erasure('tombstone', [1]))
    expect(await log.append(session('b'), [event('three')], { generation })).toEqual({
      kind: 'moved',
      seq: 0,
    })
    expect(await log.append(A, [event('three')], { generation })).toEqual({ kind: 'moved', seq: 3 })
  })

  promised('several sessions are forgotten together', async (log) => {
    const sessions = [A, session('b'), session('c')]
    for (const one of sessions.slice(0, 2)) await log.append(one, [event(`of ${one}`), event(`too ${one}`)])
    const erasures = sessions.map((one) => ({ session: one, id: eventId(`gone ${one}`), at: 5000 }))
    expect(await log.forget(...erasures)).toEqual({ events: 4, sessions: 2 })
    expect(await log.generation()).toBe(1)
    expect(await log.forget()).toEqual({ events: 0, sessions: 0 })
    expect(await collect(log.verify())).toEqual([])
  })
}
