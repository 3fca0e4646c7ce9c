import { describe, expect, test } from 'vitest'
import { known } from '../../tests/support/events.ts'
import { catalogue, type KnownEvent } from '../event/catalogue.ts'
import { type Life, life, unborn } from './life.ts'

const folded = (...events: readonly KnownEvent[]): Life => events.reduce(life.apply, life.initial)
const start = (at: number) => known('session.started', {}, at)
const prompt = (at: number) => known('prompt.submitted', { text: 'x' }, at)
const resumed = (at: number) => known('session.resumed', { trigger: 'command' }, at)
const ended = (at: number) => known('session.ended', { trigger: 'exit' }, at)
const crashed = (at: number) => known('session.crashed', { trigger: 'process-gone', quietSince: 1 }, at)

describe('the life that a log tells', () => {
  test('begins with its start', () => {
    expect(folded(start(5))).toEqual({
      ...unborn,
      state: 'active',
      startedAt: 5,
      lastActivityAt: 5,
      runSince: 5,
    })
  })

  test('begins with the first activity when no start was heard', () => {
    expect(folded(prompt(7), prompt(9))).toMatchObject({ state: 'active', startedAt: 7, lastActivityAt: 9 })
  })

  test('goes idle, is suspended, ends, and comes back', () => {
    const idle = known('session.idled', { quietSince: 1 }, 2)
    const suspended = known('session.suspended', {}, 2)
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

  test('is complete from its completion on, until it is resumed', () => {
    const completed = known('session.completed', {}, 4)
    expect(folded(start(1), completed)).toMatchObject({ endedAt: 4, endTrigger: 'completed', completedAt: 4 })
    expect(folded(start(1), ended(3), completed)).toMatchObject({
      endedAt: 3,
      endTrigger: 'exit',
      completedAt: 4,
    })
    expect('completedAt' in folded(start(1), completed, resumed(5))).toBe(false)
  })

  test('crashes, and is recovered to its end', () => {
    const state = folded(start(1), crashed(8))
    expect(state).toMatchObject({ state: 'crashed', crashedAt: 8, crashTrigger: 'process-gone', crashes: 1 })
    const recovered = known('session.recovered', {}, 9)
    expect(folded(start(1), crashed(8), recovered)).toMatchObject({
      state: 'ended',
      endTrigger: 'recovered',
      endedAt: 9,
    })
  })

  test('keeps what was recovered until it is resumed, and leaves the archive', () => {
    const recovered = known('session.recovered', { note: '3 prompts' }, 9)
    const discarded = known('session.archived', { reason: 'discarded' }, 8)
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

  test('that did not crash is not recovered, whatever somebody records', () => {
    const recovered = known('session.recovered', { note: '3 prompts' }, 9)
    expect(folded(start(1), ended(2), recovered)).toEqual(folded(start(1), ended(2)))
  })

  test('is archived, and taken out of the archive by a resume', () => {
    const archived = known('session.archived', { reason: 'expired' }, 6)
    expect(folded(start(1), ended(2), archived)).toMatchObject({ state: 'ended', archivedAt: 6 })
    expect('archivedAt' in folded(start(1), ended(2), archived, resumed(7))).toBe(false)
  })

  test('a fact that comes late does not reopen what has ended', () => {
    expect(folded(start(1), ended(3), prompt(2)).state).toBe('ended')
    expect(folded(start(1), crashed(3), prompt(4)).state).toBe('crashed')
  })

  test('a clock that steps back does not make the last activity older', () => {
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
  ] as const

  test('tags, notices, briefs, damage, comparisons, erasures and what is found afterwards are no activity', () => {
    for (const type of ASIDES) expect(folded(start(1), known(type, {}, 99)).lastActivityAt, type).toBe(1)
  })

  test('every other event outside the life of the session is activity', () => {
    const own = new Set<string>(ASIDES)
    const moves = /^session\.(?!branched|merged)/
    for (const { type } of catalogue) {
      if (own.has(type) || moves.test(type)) continue
      expect(folded(start(1), known(type, {}, 99)).lastActivityAt, type).toBe(99)
    }
  })
})
