import { describe, expect, test } from 'vitest'
import { knownEvent } from '../../tests/support/events.ts'
import type { KnownEvent } from '../event/catalogue.ts'
import { rulebook } from './rulebook.ts'

const folded = (...events: readonly KnownEvent[]) => events.reduce(rulebook.apply, rulebook.initial).rules

const suggested = (evidence: readonly string[], at = 1) =>
  knownEvent(
    'memory.proposed',
    {
      memory: 'mem_a',
      rule: 'Use pnpm',
      scope: { kind: 'universal' },
      origin: 'user',
      evidence: [...evidence],
    },
    at,
  )

describe('a rule', () => {
  test('a repeated proposal raises the count of the existing rule', () => {
    const [rule, ...others] = folded(suggested(['evt_1']), suggested(['evt_1', 'evt_2'], 2))
    expect(others).toEqual([])
    expect(rule).toMatchObject({ heard: 2, evidence: ['evt_1', 'evt_2'], state: 'proposed', at: 1 })
  })

  test('a rule applies after its approval until it is rejected or replaced', () => {
    const approved = knownEvent('memory.approved', { memory: 'mem_a', by: 'user' }, 3)
    const rejected = knownEvent('memory.rejected', { memory: 'mem_a' }, 4)
    const replaced = knownEvent('memory.superseded', { memory: 'mem_a', by: 'mem_b' }, 5)
    expect(folded(suggested([]), approved)[0]).toMatchObject({ state: 'approved', by: 'user', decidedAt: 3 })
    expect(folded(suggested([]), approved, rejected)[0]?.state).toBe('rejected')
    const back = folded(suggested([]), approved, replaced, approved)[0]
    expect(back?.state).toBe('approved')
    expect(back).not.toHaveProperty('supersededBy')
  })

  test('a rejected rule stays rejected when it is proposed again', () => {
    const rejected = knownEvent('memory.rejected', { memory: 'mem_a' }, 4)
    expect(folded(suggested(['evt_1']), rejected, suggested(['evt_2'], 9))[0]?.state).toBe('rejected')
  })

  test('the effects of a rule on sessions are counted', () => {
    const tried = (effect: 'given' | 'broken', at: number) =>
      knownEvent('memory.tried', { memory: 'mem_a', during: 'ses_1', effect }, at)
    const [rule] = folded(suggested([]), tried('given', 5), tried('broken', 6), tried('given', 7))
    expect(rule).toMatchObject({ effects: { given: 2, broken: 1 }, usedAt: 7 })
  })

  test('an approval does not change a rule with a different id', () => {
    const other = knownEvent('memory.approved', { memory: 'mem_b', by: 'user' }, 3)
    expect(folded(suggested([]), other)).toEqual(folded(suggested([])))
  })
})
