import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Life, unborn } from './life.ts'
import { STATES } from './lifecycle.ts'
import { due, durationOf, type Evidence, isAbandoned, observed, quietFor } from './observe.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const limits = { idleAfterMs: 30 * MINUTE, maxDurationMs: 8 * HOUR, crashAfterMs: 5 * MINUTE }
const at = (now: number, evidence: Evidence = 'unknown') => ({ now, evidence, limits })
const active: Life = { ...unborn, state: 'active', startedAt: 0, runSince: 0, lastActivityAt: 0 }
const busyUntil = (lastActivityAt: number): Life => ({ ...active, lastActivityAt })

describe('what time has made of a session', () => {
  test.each([
    [29 * MINUTE, 'active'],
    [30 * MINUTE, 'idle'],
    [59 * MINUTE, 'idle'],
    [60 * MINUTE, 'ended'],
  ])('after %i quiet milliseconds it is %s', (now, state) => {
    expect(observed(active, at(now))).toBe(state)
    expect(observed(active, at(now, 'alive'))).toBe(state)
  })

  test('after eight hours it has ended, unless a living process uses it', () => {
    const life = busyUntil(8 * HOUR - MINUTE)
    expect(observed(life, at(8 * HOUR))).toBe('ended')
    expect(due(life, at(8 * HOUR)).at(-1)).toMatchObject({ trigger: 'max-duration', at: 8 * HOUR })
    expect(observed(life, at(8 * HOUR, 'alive'))).toBe('active')
  })

  test('the eight hours begin again with a resume', () => {
    const life = { ...busyUntil(20 * HOUR), runSince: 19 * HOUR }
    expect(observed(life, at(20 * HOUR + MINUTE))).toBe('active')
  })

  test('when its process is gone it has crashed, at once', () => {
    expect(due(active, at(MINUTE, 'gone'))).toEqual([
      { move: 'crash', at: MINUTE, trigger: 'process-gone', quietSince: 0 },
    ])
  })

  test('five quiet minutes are an abandoned session only where no process is known', () => {
    const five = 5 * MINUTE
    expect(isAbandoned(active, at(five))).toBe(true)
    expect(isAbandoned(active, at(five - 1))).toBe(false)
    expect(isAbandoned(active, at(five, 'alive'))).toBe(false)
    expect(isAbandoned({ ...active, state: 'ended' }, at(five))).toBe(false)
  })

  test('nothing becomes of what is not open', () => {
    for (const state of ['none', ...STATES].filter((one) => one !== 'active' && one !== 'idle')) {
      const life = { ...active, state } as Life
      expect(due(life, at(99 * HOUR, 'gone'))).toEqual([])
      expect(observed(life, at(99 * HOUR))).toBe(state)
    }
  })

  test('a clock that was set back makes nothing due and no time negative', () => {
    const life = busyUntil(HOUR)
    expect(due(life, at(0))).toEqual([])
    expect(quietFor(life, 0)).toBe(0)
    expect(durationOf({ ...life, startedAt: 2 * HOUR })).toBe(0)
    expect(durationOf({ ...life, endedAt: 3 * HOUR })).toBe(3 * HOUR)
  })

  test('what is due happened in its order, not before the last activity and not in the future', () => {
    const moments = fc.nat(20 * HOUR)
    const evidence = fc.constantFrom<Evidence[]>('alive', 'gone', 'unknown')
    const state = fc.constantFrom<Life['state'][]>('active', 'idle')
    const property = fc.property(
      moments,
      moments,
      moments,
      evidence,
      state,
      (start, busy, wait, known, standing) => {
        const life = {
          ...active,
          state: standing,
          startedAt: start,
          runSince: start,
          lastActivityAt: start + busy,
        }
        const now = start + busy + wait
        const times = due(life, at(now, known)).map((one) => one.at)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        for (const time of times) {
          expect(time).toBeGreaterThanOrEqual(life.lastActivityAt)
          expect(time).toBeLessThanOrEqual(now)
        }
      },
    )
    fc.assert(property, { numRuns: 1000 })
  })
})
