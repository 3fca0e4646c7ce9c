import { expect, test } from 'vitest'
import {
  type EventSketch,
  edited,
  next,
  STARTED,
  tested,
  viewAfter,
} from '../../tests/support/session-view.ts'
import { lacksEvidence, listsNextSteps, stopReminders } from './stop-reminders.ts'

const CLEAN: readonly string[] = []
const kinds = (uncommitted: readonly string[], ...happened: readonly EventSketch[]) =>
  stopReminders(viewAfter(STARTED, ...happened), uncommitted).map(({ kind }) => kind)

test('a session that changed nothing gets no reminders', () => {
  expect(kinds(['/w/other.ts'])).toEqual([])
})

test('a session with passing tests and a noted next step gets no reminders', () => {
  expect(kinds(CLEAN, edited('/w/a.ts'), tested('passed'), next('docs'))).toEqual([])
})

test("a reminder lists this session's uncommitted files, but not those of other sessions", () => {
  const view = viewAfter(STARTED, edited('/w/a.ts'), tested('passed'), next('docs'))
  expect(stopReminders(view, ['/w/a.ts', '/w/foreign.ts'])).toEqual([
    { kind: 'uncommitted', text: 'Not committed: a.ts.' },
  ])
})

test('a reminder reports edits without a passing test as unproven', () => {
  const many = ['a', 'b', 'c', 'd'].map((name) => edited(`/w/${name}.ts`))
  expect(stopReminders(viewAfter(STARTED, ...many, next('docs')), CLEAN)).toEqual([
    { kind: 'unproven', text: 'Changed since tests last passed: b.ts, c.ts, d.ts and 1 more.' },
  ])
})

test('a reminder asks for next steps if none were noted, unless a handoff was written in this run', () => {
  expect(kinds(CLEAN, edited('/w/a.md'))).toEqual(['no-next'])
  expect(kinds(CLEAN, edited('/w/a.md'), ['handoff.written', { schema: 1, summary: {} }])).toEqual([])
})

test('a reminder lists open tasks', () => {
  expect(kinds(CLEAN, ['task.opened', { text: 'dates' }])).toEqual(['open-work'])
})

test('evidence is missing if code was changed without a passing test or a note', () => {
  expect(lacksEvidence(viewAfter())).toBe(false)
  expect(lacksEvidence(viewAfter(edited('/w/a.md')))).toBe(false)
  expect(lacksEvidence(viewAfter(edited('/w/a.ts')))).toBe(true)
  expect(lacksEvidence(viewAfter(edited('/w/a.ts'), tested('passed')))).toBe(false)
  expect(lacksEvidence(viewAfter(edited('/w/a.ts'), ['evidence.found', { text: 'seen' }]))).toBe(false)
})

test.each([
  'Done.\n\n**Next steps:**\n- write the tests',
  'Remaining:\n1. Run the migration',
  'The change is not committed yet; I will commit when you confirm.',
  'Next, you could add the tests.',
  'The docs are still missing.',
])('an answer that lists next steps is recognized: %j', (answer) => {
  expect(listsNextSteps(answer)).toBe(true)
})

test.each([
  'I added the todo list component and it works.',
  'All done. Nothing is left to do.',
  'There are no remaining tasks and no follow-ups.',
  'The next step of the wizard now shows the price.',
  'Done.',
])('an answer that only contains similar words does not count as listing next steps: %j', (answer) => {
  expect(listsNextSteps(answer)).toBe(false)
})
