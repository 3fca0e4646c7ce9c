import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyLog } from '../../tests/property/arbitrary-events.ts'
import {
  blocked,
  decided,
  edited,
  goal,
  next,
  prompt,
  STARTED,
  tested,
  viewAfter,
} from '../../tests/support/session-view.ts'
import type { JsonObject } from '../event/canonical-json.ts'
import { foldSession, noSession } from '../session/session.ts'
import { handoffText, openedHandoff, summaryFor } from './handoff.ts'

const view = viewAfter(
  STARTED,
  goal('write the parser'),
  decided('stream it', 'large files'),
  blocked('no samples'),
  next('tests'),
  ['task.opened', { text: 'dates' }],
  edited('/w/src/a.ts'),
  tested('passed'),
  ['evidence.found', { text: 'parsed 40 files' }],
)

const documentOf = (summary: object): JsonObject => ({
  document: 'handoff',
  schema: 1,
  session: 'ses_1',
  at: 5,
  agent: 'codex',
  project: 'shop',
  to: 'gemini-cli',
  summary: JSON.parse(JSON.stringify(summary)),
})

test('a handoff contains the goal, the state and the open work for the next session', () => {
  expect(summaryFor(view)).toEqual({
    goal: 'write the parser',
    done: [],
    decided: ['stream it (large files)'],
    blocked: ['no samples'],
    next: ['tests', 'dates'],
    files: ['src/a.ts'],
    evidence: ['parsed 40 files', 'npm test passed'],
    branch: 'main',
    head: 'abcdef0123456789',
  })
})

test('a handoff is printed as Markdown that can be pasted', () => {
  const opened = openedHandoff(documentOf(summaryFor(view)))
  if (opened.kind === 'refused') throw new Error(opened.reason)
  const text = handoffText(opened.value)
  expect(text.split('\n').slice(0, 8)).toEqual([
    '# Handoff: shop',
    '',
    'From session ses_1 by codex to gemini-cli, on main at abcdef0123.',
    '',
    '## Goal',
    '',
    'write the parser',
    '',
  ])
  expect(text).toContain('## Next\n\n- tests\n- dates')
  expect(text).not.toContain('## Done')
})

test('tests that passed only before the last edit are marked as such', () => {
  const { evidence } = summaryFor(viewAfter(edited('/w/a.ts'), tested('passed'), edited('/w/b.ts')))
  expect(evidence).toEqual(['npm test passed before the last 1 files were changed'])
})

test('a handoff contains pinned facts, failing tests and the last exchange, and counts omitted items', () => {
  const summary = summaryFor(
    viewAfter(
      ['fact.pinned', { text: 'port 8080' }],
      ['test.ran', { name: 'npm test', outcome: 'failed', failing: ['cart', 'order'] }],
      prompt('Fix the cart.'),
      ['response.completed', { text: 'The cart works.' }],
      ...Array.from({ length: 33 }, (_, n) => next(`step ${n}`)),
    ),
  )
  expect(summary).toMatchObject({
    facts: ['port 8080'],
    failing: ['npm test: cart, order'],
    asked: 'Fix the cart.',
    answer: 'The cart works.',
  })
  expect(summary.next[0]).toBe('3 earlier ones left out (leftoff session show)')
  expect(summary.next).toHaveLength(31)
})

test('every session produces a handoff that fits its schema', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      const summary = summaryFor(events.reduce(foldSession, noSession))
      expect(openedHandoff(documentOf(summary))).toMatchObject({ kind: 'document' })
    }),
  )
})
