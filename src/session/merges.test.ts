import { expect, test } from 'vitest'
import { type EventSketch, STARTED, viewAfter } from '../../tests/support/session-view.ts'

const merged = (from: string): EventSketch => ['session.merged', { from, upTo: 3, took: ['evt_1'] }]

test('a merge is pending until a brief mentions it', () => {
  const before = viewAfter(STARTED, merged('ses_2'), merged('ses_3'))
  expect(before.merges.untold).toHaveLength(2)
  const [first = '', second = ''] = before.merges.untold
  const brief: EventSketch = ['brief.given', { format: 'merge', tokens: 1, told: [first] }]
  const after = viewAfter(STARTED, merged('ses_2'), merged('ses_3'), brief)
  expect(after.merges.untold).toEqual([second])
  expect(after.merges.done.map(({ from, upTo }) => [from, upTo])).toEqual([
    ['ses_2', 3],
    ['ses_3', 3],
  ])
})

test('a merge notice does not replace the brief', () => {
  const brief: EventSketch = ['brief.given', { format: 'brief', tokens: 1, told: ['evt_9'] }]
  const notice: EventSketch = ['brief.given', { format: 'merge', tokens: 1, told: ['evt_1'] }]
  const { memory } = viewAfter(STARTED, brief, merged('ses_2'), notice)
  expect(memory.told).toEqual(['evt_9'])
  expect(memory.briefedAt).toBe(2000)
})

test('a replaced decision is closed, but stays in the list', () => {
  const decided: EventSketch = ['decision.made', { choice: 'use tabs' }]
  const [item] = viewAfter(STARTED, decided).work.decisions
  const replaced: EventSketch = ['session.merged', { from: 'ses_2', replaced: [item?.id ?? ''] }]
  expect(viewAfter(STARTED, decided, replaced).work.decisions).toMatchObject([
    { text: 'use tabs', closedAt: 3000 },
  ])
})

test.each([
  ['from a newer release', { document: 'inherited', schema: 99 }],
  ['that does not match its schema', { document: 'inherited', schema: 1, decisions: 'none' }],
])('a branch that inherits a document %s starts without decisions but keeps its parent', (_, inherited) => {
  const view = viewAfter(STARTED, ['session.branched', { parent: 'ses_1', atSeq: 4, inherited }])
  expect(view.work.decisions).toEqual([])
  expect(view.identity.parent).toBe('ses_1')
})
