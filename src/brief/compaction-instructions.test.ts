import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyLog } from '../../tests/property/arbitrary-events.ts'
import { blocked, decided, edited, goal, next, viewAfter } from '../../tests/support/session-view.ts'
import { foldSession, noSession } from '../session/session.ts'
import { compactionInstructions } from './compaction-instructions.ts'

test('the instructions list what the summary must keep, starting with the goal', () => {
  const view = viewAfter(
    goal('write the parser'),
    decided('stream it'),
    blocked('no samples'),
    next('tests'),
    edited('/w/a.ts'),
  )
  expect(compactionInstructions(view)).toBe(
    [
      'Keep these in the summary unchanged (quoted recorded data):',
      '- Goal: write the parser',
      '- Decided: stream it',
      '- Blocked by: no samples',
      '- Next: tests',
      '- File: /w/a.ts',
    ].join('\n'),
  )
})

test('the instructions are empty if there is nothing to keep', () => {
  expect(compactionInstructions(viewAfter())).toBe('')
})

test('the instructions contain next steps even if there are many decisions', () => {
  const many = Array.from({ length: 40 }, (_, i) => decided(`decision number ${i} ${'x'.repeat(200)}`))
  const text = compactionInstructions(viewAfter(goal('ship'), ...many, next('the very next step')))
  expect(text).toContain('- Next: the very next step')
  expect(text).toContain('decision number 39')
})

test('the instructions are plain text of at most 1000 characters for any recorded text', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      const text = compactionInstructions(events.reduce(foldSession, noSession))
      expect(text.length).toBeLessThanOrEqual(1000)
      expect(text).not.toMatch(/[<>]|(?!\n)[\p{Cc}\p{Cf}]/u)
    }),
  )
})
