import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { chained, event, session } from '../../tests/support/events.ts'
import { eventHash, GENESIS, linked, payloadHash, payloadOf } from './chain.ts'
import { MOST_EVENT_BYTES } from './event-log.ts'

const A = session('a')
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('the chain', () => {
  test('the first event points back to sixty-four zeros and has seq 1', () => {
    expect(GENESIS).toBe('0'.repeat(64))
    expect(linked(A, undefined, event('one')).event).toMatchObject({ seq: 1, previousHash: GENESIS })
  })

  test('the next event continues the one before it', () => {
    const [one, two, three] = chained(A, [event('one'), event('two'), event('three')])
    expect([two?.previousHash, three?.previousHash]).toEqual([one?.hash, two?.hash])
    expect([one?.seq, two?.seq, three?.seq]).toEqual([1, 2, 3])
  })

  test('the hash is SHA-256 over a list anyone can write down', () => {
    const { event: one, payload } = linked(A, undefined, event('one', { text: 'é', b: 1 }))
    expect(payload).toBe('{"b":1,"text":"é"}')
    expect(one.payloadHash).toBe(sha256(payload))
    const list = JSON.stringify([GENESIS, A, 1, one.id, 'prompt.submitted', 1, 1000, one.payloadHash])
    expect(one.hash).toBe(sha256(list))
  })

  test('every part of an event is in its hash', () => {
    const one = linked(A, undefined, event('one')).event
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

  test('the content is in the hash by its own hash only, so that it can be erased', () => {
    const one = linked(A, undefined, event('one')).event
    expect(eventHash({ ...one, data: undefined } as typeof one)).toBe(one.hash)
  })

  test('an event of just the greatest size is taken, one byte more is refused with a problem', () => {
    const frame = payloadOf(event('x', { text: '' })).length
    const text = 'x'.repeat(MOST_EVENT_BYTES - frame)
    expect(payloadOf(event('x', { text })).length).toBe(MOST_EVENT_BYTES)
    const refusal = { code: 'event-too-large', name: 'Problem' }
    expect(() => payloadOf(event('x', { text: `${text}x` }))).toThrow(expect.objectContaining(refusal))
    const wide = 'é'.repeat(MOST_EVENT_BYTES / 2)
    expect(() => payloadOf(event('x', { text: wide }))).toThrow(expect.objectContaining(refusal))
  })
})
