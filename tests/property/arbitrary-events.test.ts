import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogue } from '../../src/event/catalogue.ts'
import { understand } from '../../src/event/understand.ts'
import { session, storedEvents } from '../support/events.ts'
import { anyLog, knownEvents, strangeEvent } from './arbitrary-events.ts'

const meaningOf = (event: Parameters<typeof storedEvents>[1][number]): string =>
  storedEvents(session('a'), [event]).map((stored) => understand(stored).kind)[0] ?? 'nothing'

describe('the event generator', () => {
  test.each(catalogue.map(({ type }) => type))('the event generator makes valid %s events', (type) => {
    const arbitrary = knownEvents.get(type)
    expect(arbitrary).toBeDefined()
    fc.assert(
      fc.property(arbitrary!, (event) => meaningOf(event) === 'known'),
      { numRuns: 50 },
    )
  })

  test('the event generator makes events that this release does not know', () => {
    fc.assert(fc.property(strangeEvent, (event) => ['unknown', 'malformed'].includes(meaningOf(event))))
  })

  test('the event generator makes logs with every event type and every kind of result', () => {
    const logs = fc.sample(anyLog, { numRuns: 300, seed: 1 }).flat()
    const types = new Set(logs.map(({ type }) => type))
    expect(catalogue.map(({ type }) => type).filter((type) => !types.has(type))).toEqual([])
    const kinds = new Set(logs.map((stored) => understand(stored).kind))
    expect(kinds).toEqual(new Set(['known', 'unknown', 'malformed', 'forgotten']))
  })
})
