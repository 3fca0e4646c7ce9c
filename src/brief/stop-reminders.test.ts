import { expect, test } from 'vitest'
import {
  type EventSketch,
  edited,
  measured,
  next,
  STARTED,
  tested,
  viewAfter,
} from '../../tests/support/session-view.ts'
import { lacksEvidence, stopReminders } from './stop-reminders.ts'

const CLEAN: readonly string[] = []
const kinds = (uncommitted: readonly string[], ...happened: readonly EventSketch[]) =>
  stopReminders(viewAfter(STARTED, ...happened), uncommitted).map(({ kind }) => kind)

test('a session that changed nothing is reminded of nothing', () => {
  expect(kinds(['/w/other.ts'])).toEqual([])
})

test('a session that is in order is reminded of nothing', () => {
  expect(kinds(CLEAN, edited('/w/a.ts'), tested('passed'), next('docs'))).toEqual([])
})

test('files of this session that are not committed are named, those of others are not', () => {
  const view = viewAfter(STARTED, edited('/w/a.ts'), tested('passed'), next('docs'))
  expect(stopReminders(view, ['/w/a.ts', '/w/foreign.ts'])).toEqual([
    { kind: 'uncommitted', text: 'Not committed: a.ts.' },
  ])
})

test('edits without a passing test are told as unproven', () => {
  const many = ['a', 'b', 'c', 'd'].map((name) => edited(`/w/${name}.ts`))
  expect(stopReminders(viewAfter(STARTED, ...many, next('docs')), CLEAN)).toEqual([
    { kind: 'unproven', text: 'Changed since tests last passed: b.ts, c.ts, d.ts and 1 more.' },
  ])
})

test('next steps that nobody noted are asked for, unless it was handed off in this run', () => {
  expect(kinds(CLEAN, edited('/w/a.md'))).toEqual(['no-next'])
  expect(kinds(CLEAN, edited('/w/a.md'), ['handoff.written', { schema: 1, summary: {} }])).toEqual([])
})

test('open tasks are named, and a full context comes first', () => {
  expect(kinds(CLEAN, ['task.opened', { text: 'dates' }], measured(150_000))).toEqual([
    'exhausted',
    'open-work',
  ])
})

test('evidence is missing where code was changed and nothing proves it', () => {
  expect(lacksEvidence(viewAfter())).toBe(false)
  expect(lacksEvidence(viewAfter(edited('/w/a.md')))).toBe(false)
  expect(lacksEvidence(viewAfter(edited('/w/a.ts')))).toBe(true)
  expect(lacksEvidence(viewAfter(edited('/w/a.ts'), tested('passed')))).toBe(false)
  expect(lacksEvidence(viewAfter(edited('/w/a.ts'), ['evidence.found', { text: 'seen' }]))).toBe(false)
})
