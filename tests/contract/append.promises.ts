import { expect } from 'vitest'
import { MAX_EVENT_BYTES } from '../../src/log/event-log.ts'
import { Problem } from '../../src/problem.ts'
import { collect, event, eventId, session } from '../support/events.ts'
import type { Promised } from './event-log.contract.ts'

const A = session('a')
const B = session('b')

export function appendPromises(promised: Promised): void {
  promised('an appended event is stored with its content', async (log) => {
    const outcome = await log.append(A, [event('one', { text: 'hello' })])
    expect(outcome).toMatchObject({ kind: 'appended', seq: 1, duplicates: 0 })
    const [stored] = await collect(log.read())
    expect(stored).toMatchObject({ ...event('one', { text: 'hello' }), session: A, seq: 1 })
  })

  promised('seq numbers have no gaps within a session', async (log) => {
    await log.append(A, [event('a1'), event('a2')])
    await log.append(B, [event('b1')])
    await log.append(A, [event('a3')])
    await log.append(A, [event('a1'), event('a4')])
    const seqs = async (of: typeof A) => (await collect(log.read({ session: of }))).map(({ seq }) => seq)
    expect(await seqs(A)).toEqual([1, 2, 3, 4])
    expect(await seqs(B)).toEqual([1])
  })

  promised('a refused batch stores no events and leaves no gap', async (log) => {
    await log.append(A, [event('one')])
    const before = await collect(log.read())
    const conflict = await log.append(A, [event('two'), event('one', { text: 'other' }), event('three')])
    expect(conflict.kind).toBe('conflict')
    await expect(log.append(A, [event('two'), tooLarge()])).rejects.toThrow(Problem)
    expect(await collect(log.read())).toEqual(before)
    expect((await log.view(A))?.seq).toBe(1)
    await log.append(A, [event('two')])
    expect((await collect(log.read({ session: A }))).map(({ seq }) => seq)).toEqual([1, 2])
  })

  promised('appending an event again stores nothing, even with a later time', async (log) => {
    await log.append(A, [event('one'), event('two')])
    const again = await log.append(A, [event('one', { text: 'one' }, { at: 9999 })])
    expect(again).toEqual({ kind: 'duplicate', seq: 2 })
    expect((await collect(log.read())).map(({ at }) => at)).toEqual([1000, 1000])
  })

  promised('a duplicate is recognized even if it has another key order or undefined values', async (log) => {
    await log.append(A, [event('one', { text: 'x', origin: 'user' })])
    const again = await log.append(A, [event('one', { origin: 'user', entities: undefined, text: 'x' })])
    expect(again.kind).toBe('duplicate')
  })

  promised(
    'from a batch of stored and new events, the new ones are stored and the duplicates are counted',
    async (log) => {
      await log.append(A, [event('one')])
      const outcome = await log.append(A, [event('one'), event('two'), event('three')])
      expect(outcome).toMatchObject({ kind: 'appended', seq: 3, duplicates: 1 })
    },
  )

  promised('an event that appears twice in one batch is stored once', async (log) => {
    const outcome = await log.append(A, [event('one'), event('one'), event('two'), event('one')])
    expect(outcome).toMatchObject({ kind: 'appended', seq: 2, duplicates: 2 })
  })

  promised('a batch that contains different content for the same id is refused', async (log) => {
    const contradiction = [event('zero'), event('one'), event('one', { text: 'other' })]
    await expect(log.append(A, contradiction)).rejects.toThrow('two different events')
    const versions = [event('two'), event('two', { text: 'two' }, { version: 2 })]
    await expect(log.append(A, versions)).rejects.toThrow('two different events')
    expect(await collect(log.read())).toEqual([])
  })

  promised(
    'the same id with different content, type or version is a conflict that returns the stored event',
    async (log) => {
      await log.append(A, [event('one')])
      const others = [
        event('one', { text: 'other' }),
        event('one', { text: 'one' }, { type: 'goal.set' }),
        event('one', { text: 'one' }, { version: 2 }),
      ]
      for (const other of others) {
        const outcome = await log.append(A, [other])
        expect(outcome).toMatchObject({
          kind: 'conflict',
          stored: { id: eventId('one'), seq: 1, session: A },
        })
      }
      expect(await collect(log.read())).toHaveLength(1)
    },
  )

  promised('the same id in another session is a conflict', async (log) => {
    await log.append(A, [event('one')])
    expect(await log.append(B, [event('one')])).toMatchObject({ kind: 'conflict', stored: { session: A } })
    expect(await log.view(B)).toBeUndefined()
  })

  promised(
    'a batch with expectedSeq is stored only if the session is at that seq; otherwise the actual seq is returned',
    async (log) => {
      expect(await log.append(A, [event('one')], { expectedSeq: 1 })).toEqual({ kind: 'moved', seq: 0 })
      expect((await log.append(A, [event('one')], { expectedSeq: 0 })).kind).toBe('appended')
      expect(await log.append(A, [event('two')], { expectedSeq: 0 })).toEqual({ kind: 'moved', seq: 1 })
      expect((await log.append(A, [event('two')], { expectedSeq: 1 })).kind).toBe('appended')
      expect(await collect(log.read())).toHaveLength(2)
    },
  )

  promised(
    'a preface is stored once, before its batch, and only if the batch contains a new event',
    async (log) => {
      const preface = [event('resumed')]
      expect(await log.append(A, [], { preface })).toEqual({ kind: 'duplicate', seq: 0 })
      const first = await log.append(A, [event('one'), event('one')], { preface })
      expect(first).toMatchObject({ kind: 'appended', seq: 2, duplicates: 1 })
      const again = await log.append(A, [event('one')], { preface: [event('resumed again')] })
      expect(again).toEqual({ kind: 'duplicate', seq: 2 })
      await log.append(A, [event('two')], { preface })
      await log.append(A, [event('four'), event('three')], { preface: [event('three')] })
      const stored = await collect(log.read({ session: A }))
      expect(stored.map(({ id }) => id)).toEqual(['resumed', 'one', 'two', 'three', 'four'].map(eventId))
      const contradiction = { preface: [event('one', { text: 'other' })] }
      expect((await log.append(A, [event('five')], contradiction)).kind).toBe('conflict')
      expect(await collect(log.read())).toHaveLength(5)
    },
  )

  promised('an empty batch changes nothing', async (log) => {
    expect(await log.append(A, [])).toEqual({ kind: 'duplicate', seq: 0 })
    expect(await log.view(A)).toBeUndefined()
    expect(await log.matching('', 10)).toEqual([])
  })

  promised('an event that is too large is refused with an error that contains a fix', async (log) => {
    const refused = await log.append(A, [tooLarge()]).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Problem)
    expect(refused).toMatchObject({ code: 'event-too-large' })
    expect((refused as Problem).fix).not.toBe('')
    expect(await collect(log.read())).toEqual([])
  })

  promised('an event with an invalid header is refused', async (log) => {
    const unstorable = [
      event('nul', {}, { type: 'a\0b' }),
      event('surrogate', {}, { type: 'a\ud800' }),
      event('empty', {}, { type: '' }),
      event('when', {}, { at: Number.NaN }),
      event('fraction', {}, { at: 1.5 }),
      event('version', {}, { version: 1.5 }),
      { ...event('id'), id: 'evt\0' as ReturnType<typeof eventId> },
    ]
    for (const one of unstorable) {
      await expect(log.append(A, [event('before'), one])).rejects.toMatchObject({
        code: 'event-unstorable',
      })
    }
    expect(await collect(log.read())).toEqual([])
  })

  promised(
    "two handles on one log see each other's events and share the same sequence numbers",
    async (log, store) => {
      const other = store.open()
      await log.append(A, [event('one')])
      expect(await collect(other.read())).toHaveLength(1)
      await other.append(A, [event('two')])
      await log.append(A, [event('three')])
      expect((await collect(other.read({ session: A }))).map(({ seq }) => seq)).toEqual([1, 2, 3])
      expect((await log.append(A, [event('two')])).kind).toBe('duplicate')
      expect((await other.view(A))?.view).toEqual((await log.view(A))?.view)
    },
  )

  promised('concurrent appends are all stored without gaps', async (log, store) => {
    const handles = [log, store.open(), store.open()]
    const names = Array.from({ length: 30 }, (_, index) => `at once ${index}`)
    await Promise.all(names.map((name, index) => handles[index % 3]!.append(A, [event(name)])))
    const stored = await collect(log.read({ session: A }))
    expect(stored.map(({ seq }) => seq)).toEqual(names.map((_, index) => index + 1))
    expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(names.map(eventId)))
  })
}

const tooLarge = () => event('large', { text: 'x'.repeat(MAX_EVENT_BYTES) })
