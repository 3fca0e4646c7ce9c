import { describe, expect, test } from 'vitest'
import { isLegal, isOpen, legalMoves, MOVES, moved, STATES, type Standing, TRANSITIONS } from './lifecycle.ts'

/** Written by hand from the requirements, not from the source. A dot is a move that is not allowed. */
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

  test.each(cells)('$from + $move -> $to', ({ from, move, to }) => {
    const standing = from as Standing
    const step = move as (typeof MOVES)[number]
    expect(TRANSITIONS[standing][step]).toBe(to === '.' ? 'illegal' : to)
    expect(isLegal(standing, step)).toBe(to !== '.')
    expect(moved(standing, step)).toBe(to === '.' ? from : to)
    expect(legalMoves(standing).includes(step)).toBe(to !== '.')
  })

  test('only active and idle sessions are open', () => {
    expect((['none', ...STATES] as const).filter(isOpen)).toEqual(['active', 'idle'])
  })

  test('every session that has begun can be resumed or is active, and can be brought to its end', () => {
    for (const state of STATES) {
      expect(state === 'active' || isLegal(state, 'resume')).toBe(true)
      expect(moved(state, 'complete')).toBe('ended')
    }
  })
})
