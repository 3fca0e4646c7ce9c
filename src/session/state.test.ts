import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownEvent } from '../../tests/support/events.ts'
import { catalogue, type KnownEvent } from '../event/catalogue.ts'
import {
  dueMoves,
  durationOf,
  isAbandoned,
  isLegal,
  isOpen,
  type Life,
  type LifeState,
  legalMoves,
  life,
  MOVES,
  notStarted,
  type ProcessEvidence,
  quietFor,
  STATES,
  stateAfter,
  stateNow,
} from './state.ts'

/** Written by hand from the requirements, not from the source. A dot is an illegal move. */
const TABLE = `
            start   activity   idle  resume  suspend    end    complete  crash    recover  archive
none        active  active     .     .       .          .      .         .        .        .
active      .       active     idle  .       suspended  ended  ended     crashed  .        .
idle        .       idle       .     active  suspended  ended  ended     crashed  .        .
suspended   .       suspended  .     active  .          ended  ended     .        .        suspended
ended       .       ended      .     active  .          .      ended     .        .        ended
crashed     .       crashed    .     active  .          ended  ended     .        ended    crashed
`
const [heads = [], ...rows] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const cells = rows.flatMap(([from, ...row]) => row.map((to, index) => ({ from, move: heads[index], to })))

describe('the life of a session', () => {
  test('the table in this test names every state and every move', () => {
    expect(heads).toEqual([...MOVES])
    expect(rows.map(([from]) => from)).toEqual(['none', ...STATES])
    expect(cells).toHaveLength(60)
  })

  test.each(cells)(
    'in state $from, the move $move leads to $to (a dot means that it is illegal)',
    ({ from, move, to }) => {
      const standing = from as LifeState
      const step = move as (typeof MOVES)[number]
      expect(isLegal(standing, step)).toBe(to !== '.')
      expect(stateAfter(standing, step)).toBe(to === '.' ? from : to)
      expect(legalMoves(standing).includes(step)).toBe(to !== '.')
    },
  )

  test('only active and idle sessions are open', () => {
    expect((['none', ...STATES] as const).filter(isOpen)).toEqual(['active', 'idle'])
  })

  test('every started session can be completed, and is active or can be resumed', () => {
    for (const state of STATES) {
      expect(state === 'active' || isLegal(state, 'resume')).toBe(true)
      expect(stateAfter(state, 'complete')).toBe('ended')
    }
  })
})

const folded = (...events: readonly KnownEvent[]): Life => events.reduce(life.apply, life.initial)
const start = (at: number) => knownEvent('session.started', {}, at)
const prompt = (at: number) => knownEvent('prompt.submitted', { text: 'x' }, at)
const resumed = (at: number) => knownEvent('session.resumed', { trigger: 'command' }, at)
const ended = (at: number) => knownEvent('session.ended', { trigger: 'exit' }, at)
const crashed = (at: number) => knownEvent('session.crashed', { trigger: 'process-gone', quietSince: 1 }, at)

describe('the life of a session in its log', () => {
  test('a session starts with session.started', () => {
    expect(folded(start(5))).toEqual({
      ...notStarted,
      state: 'active',
      startedAt: 5,
      lastActivityAt: 5,
      runSince: 5,
    })
  })

  test('a session starts with the first activity if no start was recorded', () => {
    expect(folded(prompt(7), prompt(9))).toMatchObject({ state: 'active', startedAt: 7, lastActivityAt: 9 })
  })

  test('a session can go idle, be suspended, end and be resumed', () => {
    const idle = knownEvent('session.idled', { quietSince: 1 }, 2)
    const suspended = knownEvent('session.suspended', {}, 2)
    expect(folded(start(1), idle).state).toBe('idle')
    expect(folded(start(1), suspended).state).toBe('suspended')
    expect(folded(start(1), ended(3))).toMatchObject({ state: 'ended', endedAt: 3, endTrigger: 'exit' })
    const back = folded(start(1), ended(3), resumed(10))
    expect(back).toMatchObject({
      state: 'active',
      startedAt: 1,
      runSince: 10,
      lastActivityAt: 10,
      resumes: 1,
    })
    expect('endedAt' in back || 'endTrigger' in back).toBe(false)
  })

  test('a completed session stays completed until it is resumed', () => {
    const completed = knownEvent('session.completed', {}, 4)
    expect(folded(start(1), completed)).toMatchObject({ endedAt: 4, endTrigger: 'completed', completedAt: 4 })
    expect(folded(start(1), ended(3), completed)).toMatchObject({
      endedAt: 3,
      endTrigger: 'exit',
      completedAt: 4,
    })
    expect('completedAt' in folded(start(1), completed, resumed(5))).toBe(false)
  })

  test('a crashed session ends when it is recovered', () => {
    const state = folded(start(1), crashed(8))
    expect(state).toMatchObject({ state: 'crashed', crashedAt: 8, crashTrigger: 'process-gone', crashes: 1 })
    const recovered = knownEvent('session.recovered', {}, 9)
    expect(folded(start(1), crashed(8), recovered)).toMatchObject({
      state: 'ended',
      endTrigger: 'recovered',
      endedAt: 9,
    })
  })

  test('a recovered session leaves the archive and keeps its recovery note until it is resumed', () => {
    const recovered = knownEvent('session.recovered', { note: '3 prompts' }, 9)
    const discarded = knownEvent('session.archived', { reason: 'discarded' }, 8)
    expect(folded(start(1), crashed(8), discarded)).toMatchObject({
      state: 'crashed',
      archivedAt: 8,
      archiveReason: 'discarded',
    })
    const state = folded(start(1), crashed(8), discarded, recovered)
    expect(state).toMatchObject({ state: 'ended', recoveryNote: '3 prompts' })
    expect(state).not.toHaveProperty('archivedAt')
    expect(state).not.toHaveProperty('archiveReason')
    expect(folded(start(1), crashed(8), recovered, resumed(10))).not.toHaveProperty('recoveryNote')
  })

  test('a recovery without a crash is ignored', () => {
    const recovered = knownEvent('session.recovered', { note: '3 prompts' }, 9)
    expect(folded(start(1), ended(2), recovered)).toEqual(folded(start(1), ended(2)))
  })

  test('an archived session leaves the archive when it is resumed', () => {
    const archived = knownEvent('session.archived', { reason: 'expired' }, 6)
    expect(folded(start(1), ended(2), archived)).toMatchObject({ state: 'ended', archivedAt: 6 })
    expect('archivedAt' in folded(start(1), ended(2), archived, resumed(7))).toBe(false)
  })

  test('activity alone does not reopen an ended or crashed session', () => {
    expect(folded(start(1), ended(3), prompt(2)).state).toBe('ended')
    expect(folded(start(1), crashed(3), prompt(4)).state).toBe('crashed')
  })

  test('a clock that is set back does not make the last activity older', () => {
    expect(folded(start(100), prompt(50)).lastActivityAt).toBe(100)
    expect(folded(start(100), resumed(50)).lastActivityAt).toBe(100)
  })

  const ASIDES = [
    'session.tagged',
    'agent.noticed',
    'brief.given',
    'context.measured',
    'checkpoint.taken',
    'handoff.written',
    'progress.logged',
    'nudge.given',
    'capture.damaged',
    'capture.reconciled',
    'file.settled',
    'event.forgotten',
    'symbol.touched',
    'symbols.indexed',
    'correction.heard',
    'memory.proposed',
    'memory.approved',
    'memory.rejected',
    'memory.edited',
    'memory.superseded',
    'memory.tried',
    'pull.linked',
    'agent.summarized',
  ] as const

  test('bookkeeping events do not count as activity', () => {
    for (const type of ASIDES) expect(folded(start(1), knownEvent(type, {}, 99)).lastActivityAt, type).toBe(1)
  })

  test('all other events except lifecycle events count as activity', () => {
    const own = new Set<string>(ASIDES)
    const moves = /^session\.(?!branched|merged)/
    for (const { type } of catalogue) {
      if (own.has(type) || moves.test(type)) continue
      expect(folded(start(1), knownEvent(type, {}, 99)).lastActivityAt, type).toBe(99)
    }
  })
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const limits = { idleAfterMs: 30 * MINUTE, maxDurationMs: 8 * HOUR, crashAfterMs: 5 * MINUTE }
const at = (now: number, evidence: ProcessEvidence = 'unknown') => ({ now, evidence, limits })
const active: Life = { ...notStarted, state: 'active', startedAt: 0, runSince: 0, lastActivityAt: 0 }
const busyUntil = (lastActivityAt: number): Life => ({ ...active, lastActivityAt })

describe('the state of a session over time', () => {
  test.each([
    [29 * MINUTE, 'active'],
    [30 * MINUTE, 'idle'],
    [59 * MINUTE, 'idle'],
    [60 * MINUTE, 'ended'],
  ])('after %i quiet milliseconds, a session is %s', (now, state) => {
    expect(stateNow(active, at(now))).toBe(state)
    expect(stateNow(active, at(now, 'alive'))).toBe(state)
  })

  test('after eight hours a session has ended, unless a living process is using it', () => {
    const life = busyUntil(8 * HOUR - MINUTE)
    expect(stateNow(life, at(8 * HOUR))).toBe('ended')
    expect(dueMoves(life, at(8 * HOUR)).at(-1)).toMatchObject({ trigger: 'max-duration', at: 8 * HOUR })
    expect(stateNow(life, at(8 * HOUR, 'alive'))).toBe('active')
  })

  test('a resume restarts the period of eight hours', () => {
    const life = { ...busyUntil(20 * HOUR), runSince: 19 * HOUR }
    expect(stateNow(life, at(20 * HOUR + MINUTE))).toBe('active')
  })

  test('a session counts as crashed as soon as its process is gone', () => {
    expect(dueMoves(active, at(MINUTE, 'gone'))).toEqual([
      { move: 'crash', at: MINUTE, trigger: 'process-gone', quietSince: 0 },
    ])
  })

  test('a session is abandoned after five quiet minutes, but only if no process is known', () => {
    const five = 5 * MINUTE
    expect(isAbandoned(active, at(five))).toBe(true)
    expect(isAbandoned(active, at(five - 1))).toBe(false)
    expect(isAbandoned(active, at(five, 'alive'))).toBe(false)
    expect(isAbandoned({ ...active, state: 'ended' }, at(five))).toBe(false)
  })

  test('the state of a session that is not open does not change over time', () => {
    for (const state of ['none', ...STATES].filter((one) => one !== 'active' && one !== 'idle')) {
      const life = { ...active, state } as Life
      expect(dueMoves(life, at(99 * HOUR, 'gone'))).toEqual([])
      expect(stateNow(life, at(99 * HOUR))).toBe(state)
    }
  })

  test('if the clock was set back, the state does not change and no duration is negative', () => {
    const life = busyUntil(HOUR)
    expect(dueMoves(life, at(0))).toEqual([])
    expect(quietFor(life, 0)).toBe(0)
    expect(durationOf({ ...life, startedAt: 2 * HOUR })).toBe(0)
    expect(durationOf({ ...life, endedAt: 3 * HOUR })).toBe(3 * HOUR)
  })

  test('state changes over time are in order, and none is before the last activity or in the future', () => {
    let moves = 0
    const moments = fc.nat(20 * HOUR)
    const evidence = fc.constantFrom<ProcessEvidence[]>('alive', 'gone', 'unknown')
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
        const times = dueMoves(life, at(now, known)).map((one) => one.at)
        moves += times.length
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        for (const time of times) {
          expect(time).toBeGreaterThanOrEqual(life.lastActivityAt)
          expect(time).toBeLessThanOrEqual(now)
        }
      },
    )
    fc.assert(property, { numRuns: 1000 })
    expect(moves).toBeGreaterThan(0)
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
  ])('after %i quiet milliseconds, the moves to record are %j', (now, expected) => {
    expect(dueMoves(active, at(now))).toEqual(expected)
  })

  test('an idle session ends instead of going idle again', () => {
    expect(dueMoves({ ...active, state: 'idle' }, at(HOUR))).toEqual([
      { move: 'end', at: HOUR, trigger: 'idle-timeout' },
    ])
  })

  test('a session that is in use by a running process never ends because of its age', () => {
    for (let hours = 8; hours < 200; hours += 7) {
      const life = busyUntil(hours * HOUR)
      expect(stateNow(life, at(hours * HOUR + 29 * MINUTE, 'alive'))).toBe('active')
      expect(stateNow(life, at(hours * HOUR + 29 * MINUTE))).toBe('ended')
    }
  })

  test('an unused session ends at its maximum duration, or at its last activity if that is later', () => {
    const life = busyUntil(9 * HOUR)
    const [last] = dueMoves(life, at(9 * HOUR + 30 * MINUTE, 'alive')).slice(-1)
    expect(last).toEqual({ move: 'end', at: 9 * HOUR, trigger: 'max-duration' })
  })

  test('if the process is gone, the only move to record is a crash', () => {
    for (const now of [0, MINUTE, HOUR, 30 * HOUR]) {
      expect(dueMoves(active, at(now, 'gone')).map(({ move }) => move)).toEqual(['crash'])
      expect(dueMoves({ ...active, state: 'crashed' }, at(now, 'gone'))).toEqual([])
    }
  })

  test('if the clock was set back, a crash is recorded with the time of the last activity', () => {
    expect(dueMoves(busyUntil(HOUR), at(0, 'gone'))).toEqual([
      { move: 'crash', at: HOUR, trigger: 'process-gone', quietSince: HOUR },
    ])
    expect(isAbandoned(busyUntil(HOUR), at(0))).toBe(false)
  })

  test('with any settings, a session only moves toward its end as time passes', () => {
    const rank = { active: 0, idle: 1, ended: 2 } as Record<string, number>
    const property = fc.property(
      settings,
      fc.nat(10 * HOUR),
      fc.nat(30 * HOUR),
      fc.nat(30 * HOUR),
      (limits, busy, one, other) => {
        const life = busyUntil(busy)
        const [earlier, later] = [Math.min(one, other), Math.max(one, other)].map((wait) =>
          stateNow(life, { now: busy + wait, evidence: 'unknown', limits: limits }),
        )
        expect(rank[later ?? '']).toBeGreaterThanOrEqual(rank[earlier ?? ''] ?? 9)
      },
    )
    fc.assert(property, { numRuns: 1000 })
  })
})
