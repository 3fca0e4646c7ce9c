import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { event, session, storedEvents } from '../../tests/support/events.ts'
import type { JsonObject } from './canonical-json.ts'
import { catalogue, definitions, indexByType } from './catalogue.ts'
import { defineEvent, fact, type StoredEvent } from './define.ts'
import { type Upcasters, understand, upcast, upcasters } from './understand.ts'
import { GoalSet } from './work.ts'

/** An event that has changed twice: `who` became `name`, then `name` was split in two. */
const Guest = defineEvent('guest.came', 3, {
  family: 'upkeep',
  activity: false,
  fields: () => ({ first: v.string(), last: v.optional(v.string()) }),
})
const tests = indexByType([Guest])
const steps: Upcasters = {
  'guest.came': [
    ({ who, ...rest }) => ({ ...rest, name: who }),
    ({ name }) => {
      const [first, last] = (name as string).split(' ')
      return last === undefined ? { first } : { first, last }
    },
  ],
}
const stored = (version: number, data: JsonObject | undefined, type = 'guest.came'): StoredEvent => ({
  ...(storedEvents(session('a'), [event('x', {}, { type, version, at: 7 })])[0] as StoredEvent),
  data,
})

describe('understanding stored events', () => {
  test.each([
    [1, { who: 'Ada Lovelace' }],
    [2, { name: 'Ada Lovelace' }],
    [3, { first: 'Ada', last: 'Lovelace' }],
  ])('version %i is understood as the current version', (version, data) => {
    const meaning = understand(stored(version, data), tests, steps)
    expect(meaning).toMatchObject({
      kind: 'known',
      event: { type: 'guest.came', first: 'Ada', last: 'Lovelace', at: 7 },
    })
  })

  test('understanding does not change the stored bytes', () => {
    const old = Object.freeze({ who: 'Ada Lovelace' })
    understand(stored(1, old), tests, steps)
    expect(old).toEqual({ who: 'Ada Lovelace' })
  })

  test('the header of a known event takes precedence over fields in its payload', () => {
    const meaning = understand(stored(3, { first: 'Ada' }), tests, steps)
    if (meaning.kind !== 'known') throw new Error(meaning.kind)
    expect(Object.keys(meaning.event).toSorted()).toEqual(['at', 'first', 'id', 'seq', 'session', 'type'])
  })

  test.each([4, 99, 0, -1, 1.5, Number.NaN])(
    'version %d of a known event is unknown to this release',
    (version) => {
      expect(understand(stored(version, { first: 'x' }), tests, steps)).toMatchObject({
        kind: 'unknown',
        version,
      })
    },
  )

  test.each(['moon.landed', '__proto__', 'constructor', 'toString', ''])(
    'the event type %o is unknown',
    (type) => {
      expect(understand(stored(1, {}, type))).toEqual({ kind: 'unknown', type, version: 1 })
    },
  )

  test('an event without data counts as forgotten', () => {
    expect(understand(stored(1, undefined), tests, steps)).toEqual({ kind: 'forgotten' })
    expect(understand(stored(1, undefined, 'moon.landed'))).toEqual({ kind: 'forgotten' })
  })

  test('a payload that does not fit its definition is malformed, with a reason', () => {
    for (const data of [{}, { first: 1 }, { first: 'Ada', title: 'Countess' }]) {
      const meaning = understand(stored(3, data), tests, steps)
      expect(meaning.kind).toBe('malformed')
      expect(meaning.kind === 'malformed' && meaning.reason).not.toBe('')
    }
  })

  test('an old payload that its upcaster cannot handle is malformed and does not throw', () => {
    expect(understand(stored(1, { nobody: true }), tests, steps).kind).toBe('malformed')
  })

  test('understanding never throws', () => {
    const types = fc.oneof(fc.constantFrom(...definitions.keys()), fc.string())
    const data = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('text', 'project', '__proto__')),
      fc.jsonValue(),
    )
    const property = fc.property(types, data, fc.integer(), (type, payload, version) => {
      understand(stored(version, payload as JsonObject, type))
      understand(stored(1, payload as JsonObject, type))
    })
    fc.assert(property, { numRuns: 500 })
  })
})

describe('upcasting', () => {
  const add = (letter: string) => (old: JsonObject) => ({ was: `${String(old.was)}${letter}` })

  test.each([
    [1, 1, ''],
    [1, 2, 'a'],
    [1, 3, 'ab'],
    [2, 3, 'b'],
    [3, 3, ''],
  ])('upcasting from version %i to %i runs only the steps in between', (from, to, was) => {
    expect(upcast([add('a'), add('b')], from, to, { was: '' })).toEqual({ was })
  })
})

describe('the catalogue', () => {
  test('every definition has an upcaster for each of its older versions', () => {
    for (const { type, version } of catalogue) expect(upcasters[type]?.length ?? 0, type).toBe(version - 1)
  })

  test('no payload field has the name of a header field', () => {
    const heading = ['id', 'session', 'seq', 'at', 'type']
    for (const { type, schema } of catalogue) {
      expect(
        Object.keys(schema.entries).filter((field) => heading.includes(field)),
        type,
      ).toEqual([])
    }
  })

  test('event names are unique and consist of two words joined by a dot', () => {
    for (const { type } of catalogue) expect(type).toMatch(/^[a-z]+\.[a-z]+$/)
    expect(() => indexByType([...catalogue, GoalSet])).toThrow('goal.set is defined twice')
  })
})

describe('defining an event', () => {
  const fields = () => ({ name: v.string() })

  test('an event without `activity` or `family` does not compile', () => {
    // @ts-expect-error `activity` is required
    expect(defineEvent('guest.left', 1, { family: 'upkeep', fields }).activity).toBeUndefined()
    // @ts-expect-error `family` is required
    expect(defineEvent('guest.left', 1, { activity: true, fields }).family).toBeUndefined()
  })

  test('a reference to a missing field does not compile', () => {
    // @ts-expect-error there is no field `nome`
    defineEvent('guest.left', 1, { family: 'upkeep', activity: false, references: ['nome'], fields })
    defineEvent('guest.left', 1, { family: 'upkeep', activity: false, references: ['name'], fields })
  })
})

describe('creating an event', () => {
  const heading = { id: event('x').id, at: 12.9 }

  test('undefined fields are left out, and times are rounded down', () => {
    expect(fact(Guest, heading, { first: 'Ada', last: undefined })).toEqual({
      id: heading.id,
      at: 12,
      type: 'guest.came',
      version: 3,
      data: { first: 'Ada' },
    })
    expect(Object.keys(fact(Guest, heading, { first: 'Ada', last: undefined }).data)).toEqual(['first'])
  })

  test('an invalid payload throws', () => {
    expect(() => fact(Guest, heading, { first: 1 as unknown as string })).toThrow()
    expect(() => fact(Guest, heading, { first: 'Ada', extra: 1 } as { first: string })).toThrow()
  })
})
