import { describe, expect, test } from 'vitest'
import { knownEvent } from '../../tests/support/events.ts'
import type { KnownEvent } from '../event/catalogue.ts'
import { openItems, type Work, work } from './noted-work.ts'

const folded = (...events: readonly KnownEvent[]): Work => events.reduce(work.apply, work.initial)

const LISTS = [
  ['decisions', 'decision.made', 'choice'],
  ['blockers', 'blocker.met', 'text'],
  ['actions', 'action.planned', 'text'],
  ['tasks', 'task.opened', 'text'],
  ['facts', 'fact.pinned', 'text'],
  ['evidence', 'evidence.found', 'text'],
] as const
const CLOSERS = [
  ['blockers', 'blocker.met', 'blocker.cleared', 'blocker'],
  ['actions', 'action.planned', 'action.done', 'action'],
  ['tasks', 'task.opened', 'task.closed', 'task'],
] as const

describe.each(LISTS)('%s', (list, type, field) => {
  test('items are listed in order with id, time, reason and origin', () => {
    const one = knownEvent(type, { [field]: 'one', why: 'so', origin: 'user' }, 5)
    const two = knownEvent(type, { [field]: 'two' }, 6)
    expect(folded(one, two)[list]).toEqual([
      { id: one.id, text: 'one', at: 5, why: 'so', origin: 'user' },
      { id: two.id, text: 'two', at: 6 },
    ])
  })

  test('a repeated item is listed once', () => {
    expect(
      folded(knownEvent(type, { [field]: 'one' }), knownEvent(type, { [field]: 'one', why: 'x' }))[list],
    ).toHaveLength(1)
  })
})

describe.each(CLOSERS)('closed %s', (list, opens, closes, field) => {
  const one = knownEvent(opens, { text: 'one' })
  const two = knownEvent(opens, { text: 'two' })

  test('a closed item keeps its place in the list, has a closing time, and is not open', () => {
    const state = folded(one, two, knownEvent(closes, { [field]: one.id }, 9))[list]
    expect(state).toMatchObject([{ text: 'one', closedAt: 9 }, { text: 'two' }])
    expect(openItems(state).map(({ text }) => text)).toEqual(['two'])
  })

  test('an item is closed only once, and closing an unknown item changes nothing', () => {
    const state = folded(
      one,
      knownEvent(closes, { [field]: one.id }, 9),
      knownEvent(closes, { [field]: one.id }, 10),
    )
    expect(state[list]).toMatchObject([{ closedAt: 9 }])
    expect(folded(one, knownEvent(closes, { [field]: 'evt_nothing' }))[list]).toEqual(folded(one)[list])
  })

  test('a closed item can be opened again', () => {
    const again = { ...knownEvent(opens, { text: 'one' }, 20), id: two.id } as KnownEvent
    const state = folded(one, knownEvent(closes, { [field]: one.id }, 9), again)[list]
    expect(openItems(state)).toMatchObject([{ text: 'one', at: 20 }])
    expect(state).toHaveLength(2)
  })
})

test('the first goal is remembered when the goal changes', () => {
  const state = folded(
    knownEvent('goal.set', { text: 'ship' }),
    knownEvent('goal.set', { text: 'refactor', why: 'mess' }),
  )
  expect(state.originalGoal?.text).toBe('ship')
  expect(state.goal).toMatchObject({ text: 'refactor', why: 'mess' })
})

test('a blocker keeps its kind', () => {
  expect(folded(knownEvent('blocker.met', { text: 'no key', kind: 'access' })).blockers).toMatchObject([
    { kind: 'access' },
  ])
})
