import { expect } from 'vitest'
import { canonicalJson, type JsonValue } from '../../src/event/canonical-json.ts'
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
  promised('forgotten events keep their position and hash and lose their content', async (log) => {
    await log.append(A, [event('one'), event('two', { text: SECRET }), event('three')])
    const before = await collect(log.read({ session: A }))
    expect(await log.forget(erasure('tombstone', [2]))).toEqual({ events: 1 })
    const after = await collect(log.read({ session: A }))
    expect(after.slice(0, 3)).toEqual(
      before.map((one) => (one.seq === 2 ? { ...one, data: undefined } : one)),
    )
  })

  promised('a tombstone names the forgotten events and the reason, and the log verifies', async (log) => {
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

  promised(
    'no view contains a forgotten text, and the view is the fold of the remaining events',
    async (log) => {
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
    },
  )

  promised('without seqs the whole session except tombstones is forgotten', async (log) => {
    await log.append(A, [event('one'), event('two')])
    await log.forget(erasure('first', [1]))
    expect(await log.forget(erasure('second'))).toEqual({ events: 1 })
    const stored = await collect(log.read({ session: A }))
    expect(stored.map(({ data }) => data)).toEqual([undefined, undefined, { seqs: [1] }, { seqs: [2] }])
    expect((await log.view(A))?.view.tally).toMatchObject({ events: 4, forgotten: 2 })
  })

  promised('repeating an erasure is harmless', async (log) => {
    await log.append(A, [event('one'), event('two')])
    await log.forget(erasure('tombstone', [1]))
    const before = await collect(log.read())
    expect(await log.forget(erasure('tombstone', [1]))).toEqual({ events: 0 })
    expect(await log.forget(erasure('another', [1]))).toEqual({ events: 0 })
    expect(await collect(log.read())).toEqual(before)
  })

  promised('an erasure with one id in several sessions has a tombstone in each', async (log) => {
    const sessions = [A, session('b'), session('c')]
    for (const one of sessions) await log.append(one, [event(`one of ${one}`)])
    for (const one of sessions)
      expect(await log.forget({ ...erasure('tombstone'), session: one })).toEqual({ events: 1 })
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
    await log.append(A, [event('two', { text: SECRET })])
    expect(await log.forget(erasure('tombstone'))).toEqual({ events: 1 })
    const stored = await collect(log.read({ session: A }))
    expect(stored.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(stored.at(-1)).toMatchObject({ type: 'event.forgotten', data: { seqs: [3] } })
    expect(new Set(stored.map(({ id }) => id)).size).toBe(4)
    expect(await collect(log.verify())).toEqual([])
  })

  promised('forgetting unknown events does nothing', async (log) => {
    await log.append(A, [event('one')])
    expect(await log.forget(erasure('none', [7, -1, 0]))).toEqual({ events: 0 })
    expect(await log.forget(erasure('none', []))).toEqual({ events: 0 })
    expect(await log.forget({ session: session('nobody'), id: eventId('none'), at: 1 })).toEqual({
      events: 0,
    })
    expect(await collect(log.read())).toHaveLength(1)
  })

  promised(
    'a forgotten event delivered again is a duplicate, or a conflict if its content differs',
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
    await other.append(A, [event('two')])
    expect((await collect(log.read({ session: A }))).map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(await collect(other.verify())).toEqual([])
  })
}
