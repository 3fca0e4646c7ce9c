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

describe('idleness, age and crash (L4, L5)', () => {
  const settings = fc.record({
    idleAfterMs: fc.integer({ min: 1, max: 2 * HOUR }),
    maxDurationMs: fc.integer({ min: 1, max: 20 * HOUR }),
    crashAfterMs: fc.constant(5 * MINUTE),
  })

  test.each([
    [30 * MINUTE - 1, []],
    [30 * MINUTE, [{ move: 'idle', at: 30 * MINUTE, quietSince: 0 }]],
    [
      60 * MINUTE,
      [
        { move: 'idle', at: 30 * MINUTE, quietSince: 0 },
        { move: 'end', at: 60 * MINUTE, trigger: 'idle-timeout' },
      ],
    ],
    [
      24 * HOUR,
      [
        { move: 'idle', at: 30 * MINUTE, quietSince: 0 },
        { move: 'end', at: 60 * MINUTE, trigger: 'idle-timeout' },
      ],
    ],
  ])('after %i quiet milliseconds due is %j, at the moment when it became true', (now, expected) => {
    expect(due(active, at(now))).toEqual(expected)
  })

  test('what is idle already is not idle again; it ends', () => {
    expect(due({ ...active, state: 'idle' }, at(HOUR))).toEqual([
      { move: 'end', at: HOUR, trigger: 'idle-timeout' },
    ])
  })

  test('a session in use by a living process is not cut off, however old it is', () => {
    for (let hours = 8; hours < 200; hours += 7) {
      const life = busyUntil(hours * HOUR)
      expect(observed(life, at(hours * HOUR + 29 * MINUTE, 'alive'))).toBe('active')
      expect(observed(life, at(hours * HOUR + 29 * MINUTE))).toBe('ended')
    }
  })

  test('once nobody uses it, it has ended at its greatest age, or where it fell silent after that', () => {
    const life = busyUntil(9 * HOUR)
    const [last] = due(life, at(9 * HOUR + 30 * MINUTE, 'alive')).slice(-1)
    expect(last).toEqual({ move: 'end', at: 9 * HOUR, trigger: 'max-duration' })
  })

  test('a process that is gone is a crash before anything else, and never a second one', () => {
    for (const now of [0, MINUTE, HOUR, 30 * HOUR]) {
      expect(due(active, at(now, 'gone')).map(({ move }) => move)).toEqual(['crash'])
      expect(due({ ...active, state: 'crashed' }, at(now, 'gone'))).toEqual([])
    }
  })

  test('with a clock that was set back, a dead process is a crash at the last activity and not before it', () => {
    expect(due(busyUntil(HOUR), at(0, 'gone'))).toEqual([
      { move: 'crash', at: HOUR, trigger: 'process-gone', quietSince: HOUR },
    ])
    expect(isAbandoned(busyUntil(HOUR), at(0))).toBe(false)
  })

  test('whatever the settings, time only ever moves a session towards its end', () => {
    const rank = { active: 0, idle: 1, ended: 2 } as Record<string, number>
    const property = fc.property(
      settings,
      fc.nat(10 * HOUR),
      fc.nat(30 * HOUR),
      fc.nat(30 * HOUR),
      (given, busy, one, other) => {
        const life = busyUntil(busy)
        const [earlier, later] = [Math.min(one, other), Math.max(one, other)].map((wait) =>
          observed(life, { now: busy + wait, evidence: 'unknown', limits: given }),
        )
        expect(rank[later ?? '']).toBeGreaterThanOrEqual(rank[earlier ?? ''] ?? 9)
      },
    )
    fc.assert(property, { numRuns: 1000 })
  })
})
