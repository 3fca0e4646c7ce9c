import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { understand } from '../../src/event/understand.ts'
import {
  type LifeState,
  life,
  MOVES,
  notStarted,
  type StateMove,
  stateAfter,
} from '../../src/session/state.ts'
import { anyLog } from './arbitrary-events.ts'
import { LIMIT_MS, runs } from './runs.ts'

const STATES = ['none', 'active', 'idle', 'suspended', 'ended', 'crashed']
type StateStep = (from: LifeState, move: StateMove) => LifeState

const staysInStates = (step: StateStep) =>
  fc.property(fc.array(fc.constantFrom(...MOVES), { maxLength: 50, size: 'max' }), (moves) => {
    let state: LifeState = 'none'
    let hasStarted = false
    for (const move of moves) {
      state = step(state, move)
      hasStarted ||= state !== 'none'
      if (!STATES.includes(state) || (hasStarted && state === 'none')) return false
    }
    return true
  })

describe('session states', () => {
  test('no sequence of moves leads to an unknown state or undoes the start', () => {
    fc.assert(staysInStates(stateAfter), { numRuns: runs(1000) })
  })

  test('a transition table with one wrong cell is detected', () => {
    const typo: StateStep = (from, move) =>
      from === 'crashed' && move === 'recover' ? ('recovered' as LifeState) : stateAfter(from, move)
    const restart: StateStep = (from, move) =>
      from === 'ended' && move === 'archive' ? 'none' : stateAfter(from, move)
    for (const wrong of [typo, restart]) {
      expect(fc.check(staysInStates(wrong), { numRuns: 1000 }).failed).toBe(true)
    }
  })

  test(
    'no log leads to an unknown state, and the time of the last activity never goes back',
    () => {
      let steps = 0
      const property = fc.property(anyLog, (log) => {
        let now = notStarted
        for (const stored of log) {
          const meaning = understand(stored)
          if (meaning.kind !== 'known') continue
          const next = life.apply(now, meaning.event)
          steps += 1
          expect(STATES).toContain(next.state)
          expect(next.lastActivityAt).toBeGreaterThanOrEqual(now.lastActivityAt)
          now = next
        }
      })
      fc.assert(property, { numRuns: runs(500) })
      expect(steps).toBeGreaterThan(500)
    },
    LIMIT_MS,
  )
})
