import { describe, expect, test } from 'vitest'
import { event, eventId, session, storedEvents } from '../../tests/support/events.ts'
import type { NewEvent } from '../event/define.ts'
import { sortBatch } from './append-batch.ts'

const A = session('a')
const log = storedEvents(A, [event('one'), event('two')])
const stored = (id: string) => log.find((known) => known.id === id)
const sorted = (events: readonly NewEvent[], preface: readonly NewEvent[] = [], to = A) =>
  sortBatch({ session: to, events, preface }, stored)
const names = (events: readonly NewEvent[]): string[] => events.map(({ id }) => id)

describe('sorting a batch', () => {
  test('a sorted batch contains its new events in order and counts duplicates', () => {
    const batch = sorted([event('four'), event('one'), event('three'), event('two')])
    expect(batch).toEqual({ kind: 'sorted', duplicates: 2, fresh: [event('four'), event('three')] })
  })

  test('an event that differs only in its time is a duplicate', () => {
    expect(sorted([event('one', { text: 'one' }, { at: 5 })])).toMatchObject({ duplicates: 1, fresh: [] })
  })

  test.each([
    ['content', event('one', { text: 'other' })],
    ['type', event('one', { text: 'one' }, { type: 'goal.set' })],
    ['version', event('one', { text: 'one' }, { version: 2 })],
  ])('the same id with a different %s conflicts with the stored event', (_, contradiction) => {
    expect(sorted([event('new'), contradiction])).toEqual({ kind: 'conflict', stored: log[0] })
  })

  test('the same id in another session is a conflict', () => {
    expect(sorted([event('one')], [], session('b'))).toEqual({ kind: 'conflict', stored: log[0] })
  })

  test('a forgotten event is recognized by its payload hash', () => {
    const forgotten = log.map((known) => ({ ...known, data: undefined }))
    const batch = { session: A, events: [event('one')] }
    expect(sortBatch(batch, (id) => forgotten.find((known) => known.id === id))).toMatchObject({
      duplicates: 1,
      fresh: [],
    })
  })

  test('a repeated event is stored once, and two different events with the same id make a batch throw', () => {
    expect(sorted([event('new'), event('new')])).toMatchObject({ duplicates: 1, fresh: [event('new')] })
    const others = [event('new', { text: '?' }), event('new', { text: 'new' }, { version: 2 })]
    for (const other of others) expect(() => sorted([event('new'), other])).toThrow(eventId('new'))
  })

  test('new events from the preface come first, and the preface is dropped if the batch has no new events', () => {
    const batch = sorted([event('new')], [event('before'), event('one')])
    expect(batch.kind === 'sorted' && names(batch.fresh)).toEqual(['before', 'new'].map(eventId))
    expect(batch).toMatchObject({ duplicates: 0 })
    expect(sorted([event('one')], [event('before')])).toMatchObject({ fresh: [], duplicates: 1 })
  })

  test('an event in both the preface and the batch is stored once', () => {
    const batch = sorted([event('new'), event('both')], [event('both')])
    expect(batch.kind === 'sorted' && names(batch.fresh)).toEqual(['both', 'new'].map(eventId))
  })

  test('a header that an engine cannot store is refused', () => {
    for (const type of ['', 'a\0', '\ud800', 'é', 'x'.repeat(201), 'a\nb']) {
      expect(() => sorted([event('x', {}, { type })])).toThrow('cannot be stored')
    }
    for (const at of [Number.NaN, 0.5, 2 ** 53, Number.POSITIVE_INFINITY]) {
      expect(() => sorted([event('x', {}, { at })])).toThrow('cannot be stored')
    }
    expect(() => sorted([event('x')], [], 'ses\0' as typeof A)).toThrow('cannot be stored')
  })
})
