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

const STANDINGS = ['none', 'active', 'idle', 'suspended', 'ended', 'crashed']
type Step = (from: LifeState, move: StateMove) => LifeState

const staysAmongThem = (step: Step) =>
  fc.property(fc.array(fc.constantFrom(...MOVES), { maxLength: 50, size: 'max' }), (moves) => {
    let state: LifeState = 'none'
    let isBorn = false
    for (const move of moves) {
      state = step(state, move)
      isBorn ||= state !== 'none'
      if (!STANDINGS.includes(state) || (isBorn && state === 'none')) return false
    }
    return true
  })

describe('the life of a session', () => {
  test('no sequence of moves leaves the five states, and none leads back to before the start', () => {
    fc.assert(staysAmongThem(stateAfter), { numRuns: runs(1000) })
  })

  test('a table with one wrong cell is found out', () => {
    const typo: Step = (from, move) =>
      from === 'crashed' && move === 'recover' ? ('recovered' as LifeState) : stateAfter(from, move)
    const unborn: Step = (from, move) =>
      from === 'ended' && move === 'archive' ? 'none' : stateAfter(from, move)
    for (const wrong of [typo, unborn]) {
      expect(fc.check(staysAmongThem(wrong), { numRuns: 1000 }).failed).toBe(true)
    }
  })

  test(
    'no log leads anywhere else, and time in it never runs backwards',
    () => {
      let steps = 0
      const property = fc.property(anyLog, (log) => {
        let now = notStarted
        for (const stored of log) {
          const meaning = understand(stored)
          if (meaning.kind !== 'known') continue
          const next = life.apply(now, meaning.event)
          steps += 1
          expect(STANDINGS).toContain(next.state)
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
