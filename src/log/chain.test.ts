import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { event, session, storedEvents } from '../../tests/support/events.ts'
import { eventHash, GENESIS, linkEvent, payloadHash, payloadOf } from './chain.ts'
import { MAX_EVENT_BYTES } from './event-log.ts'

const A = session('a')
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('the hash chain', () => {
  test('the first event has seq 1 and a previous hash of 64 zeros', () => {
    expect(GENESIS).toBe('0'.repeat(64))
    expect(linkEvent(A, undefined, event('one')).event).toMatchObject({ seq: 1, previousHash: GENESIS })
  })

  test('every event contains the hash of the event before it', () => {
    const [one, two, three] = storedEvents(A, [event('one'), event('two'), event('three')])
    expect([two?.previousHash, three?.previousHash]).toEqual([one?.hash, two?.hash])
    expect([one?.seq, two?.seq, three?.seq]).toEqual([1, 2, 3])
  })

  test('the hash is SHA-256 over a documented JSON array', () => {
    const { event: one, payload } = linkEvent(A, undefined, event('one', { text: 'é', b: 1 }))
    expect(payload).toBe('{"b":1,"text":"é"}')
    expect(one.payloadHash).toBe(sha256(payload))
    const list = JSON.stringify([GENESIS, A, 1, one.id, 'prompt.submitted', 1, 1000, one.payloadHash])
    expect(one.hash).toBe(sha256(list))
  })

  test('every field of an event is part of its hash', () => {
    const one = linkEvent(A, undefined, event('one')).event
    const changes = {
      session: session('b'),
      seq: 2,
      id: event('other').id,
      type: 'goal.set',
      version: 2,
      at: 1001,
      previousHash: 'f'.repeat(64),
      payloadHash: payloadHash('{}'),
    }
    const hashes = Object.entries(changes).map(([key, value]) => eventHash({ ...one, [key]: value }))
    expect(new Set([one.hash, ...hashes]).size).toBe(9)
  })

  test('the payload is hashed separately, so that it can be erased', () => {
    const one = linkEvent(A, undefined, event('one')).event
    expect(eventHash({ ...one, data: undefined } as typeof one)).toBe(one.hash)
  })

  test('an event of the maximum size is accepted, and one byte more is refused', () => {
    const frame = payloadOf(event('x', { text: '' })).length
    const text = 'x'.repeat(MAX_EVENT_BYTES - frame)
    expect(payloadOf(event('x', { text })).length).toBe(MAX_EVENT_BYTES)
    const refusal = { code: 'event-too-large', name: 'Problem' }
    expect(() => payloadOf(event('x', { text: `${text}x` }))).toThrow(expect.objectContaining(refusal))
    const wide = 'é'.repeat(MAX_EVENT_BYTES / 2)
    expect(() => payloadOf(event('x', { text: wide }))).toThrow(expect.objectContaining(refusal))
  })
})
