import { expect, test } from 'vitest'
import { eventId } from '../../tests/support/events.ts'
import { blocked, decided, edited, goal, next, prompt, viewAfter } from '../../tests/support/session-view.ts'
import { essentialsOf, reportCompaction } from './compaction-report.ts'

const before = viewAfter(
  goal('write the invoice parser'),
  decided('use a streaming parser', 'files are large'),
  decided('keep amounts as integers'),
  blocked('no sample files for Norway'),
  next('write tests for credit notes'),
  edited('/w/src/invoice.ts'),
  ['fact.pinned', { text: 'the customer number is not unique' }],
)

test('a reworded item counts as kept, and a missing item counts as lost', () => {
  const summary = `We are writing an invoice parser. It was decided to use streaming for the parser.
    invoice.ts is the main file. Next: tests for credit notes.`
  const { kept, lost, hasSummary } = reportCompaction({ at: 5, before, summary })
  expect(hasSummary).toBe(true)
  expect(lost.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'decision: keep amounts as integers',
    'blocker: no sample files for Norway',
    'fact: the customer number is not unique',
  ])
  expect(kept).toBe(4)
})

test('a lost item counts as restored if the next brief contains it', () => {
  const [decision] = before.work.decisions.slice(-1)
  const told = [decision?.id ?? '', eventId('another')]
  const { lost, restored } = reportCompaction({
    at: 5,
    before,
    summary: 'nothing to see',
    briefSources: told,
  })
  expect(lost).toHaveLength(7)
  expect(restored.map(({ text }) => text)).toEqual(['keep amounts as integers'])
})

test('without a summary, nothing counts as kept or lost', () => {
  expect(reportCompaction({ at: 5, before })).toEqual({
    at: 5,
    hasSummary: false,
    kept: 0,
    lost: [],
    restored: [],
  })
})

test('closed items are not essential, and the first prompt is used if there is no goal', () => {
  const view = viewAfter(prompt('repair the login'), next('one'))
  expect(essentialsOf(view).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'goal: repair the login',
    'next: one',
  ])
  const id = view.work.actions[0]?.id ?? ''
  const done = viewAfter(prompt('repair the login'), next('one'), ['action.done', { action: id }])
  expect(essentialsOf(done).map(({ kind }) => kind)).toEqual(['goal'])
})
