import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PHASES } from '../event/context.ts'
import {
  isExhausted,
  lifePhaseOf,
  MARKERS,
  PHASE_RULES,
  phaseMarker,
  phaseOf,
  ruleOf,
} from './context-phase.ts'

test.each([
  [undefined, 'VERBOSE'],
  [{ used: 0 }, 'VERBOSE'],
  [{ used: 99_999 }, 'VERBOSE'],
  [{ used: 100_000 }, 'CONDENSED'],
  [{ used: 149_999 }, 'CONDENSED'],
  [{ used: 150_000 }, 'SIGNALS'],
  [{ used: 179_999 }, 'SIGNALS'],
  [{ used: 180_000 }, 'CRITICAL'],
  [{ used: 900_000 }, 'CRITICAL'],
  [{ used: 180_000, window: 1_000_000 }, 'VERBOSE'],
] as const)('the context usage %o belongs to phase %s', (usage, phase) => {
  expect(phaseOf(usage)).toBe(phase)
})

test('the fuller the window, the later the phase and the shorter the text', () => {
  const rank = (used: number) => PHASES.indexOf(phaseOf({ used }))
  fc.assert(
    fc.property(fc.nat(300_000), fc.nat(300_000), (a, b) => {
      expect(rank(Math.max(a, b))).toBeGreaterThanOrEqual(rank(Math.min(a, b)))
    }),
  )
  const shares = PHASES.map((phase) => ruleOf(phase).share)
  expect(shares).toEqual(shares.toSorted((a, b) => b - a))
  expect(PHASE_RULES.map(({ phase }) => phase)).toEqual(PHASES)
})

test('a context is exhausted at 150,000 tokens, or at three quarters of a smaller window', () => {
  expect([95_000, 96_000].map((used) => isExhausted({ used, window: 128_000 }))).toEqual([false, true])
  expect([undefined, { used: 149_999 }, { used: 150_000, window: 1_000_000 }].map(isExhausted)).toEqual([
    false,
    false,
    true,
  ])
})

test('every phase of a session has a marker', () => {
  expect(Object.keys(MARKERS).map((phase) => phaseMarker(phase as keyof typeof MARKERS))).toEqual([
    '[PHASE: SESSION_START]',
    '[PHASE: SESSION_RUNNING]',
    '[PHASE: PRE_COMPACT]',
    '[PHASE: POST_COMPACT]',
    '[PHASE: SESSION_STOP]',
  ])
  const moments = [
    { kind: 'start', source: 'startup' },
    { kind: 'start', source: 'compact' },
    { kind: 'prompt' },
    { kind: 'compacting' },
    { kind: 'stop' },
    undefined,
  ] as const
  expect(moments.map(lifePhaseOf)).toEqual([
    'SESSION_START',
    'POST_COMPACT',
    'SESSION_RUNNING',
    'PRE_COMPACT',
    'SESSION_STOP',
    'SESSION_RUNNING',
  ])
})
