import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventOfType, session, sessionStarted, storedEvents } from '../../tests/support/events.ts'
import type { NewEvent } from '../event/define.ts'
import { countTokens as tokens } from '../host/tokenizer.ts'
import { foldSession, noSession, type Session } from '../session/session.ts'
import { resumeText, statusLine } from './status-text.ts'

const item = (text: string, closedAt?: number) => ({
  id: text,
  text,
  at: 1,
  ...(closedAt !== undefined && { closedAt }),
})
const withWork = (work: Partial<Session['work']>): Session => ({
  ...noSession,
  work: { ...noSession.work, ...work },
})

test('the status line of a session without notes is empty', () => {
  expect(statusLine(noSession)).toBe('')
})

test('the status line counts open work and quotes the last blocker in one short line', () => {
  const actions = [item('a'), item('b', 2)]
  const tasks = [item('c')]
  const blockers = [
    item('older'),
    item('the key\nof\u001b[2J the\u202e service is missing, and nobody knows it'),
  ]
  expect(statusLine(withWork({ actions, tasks }))).toBe('2 open')
  expect(statusLine(withWork({ actions, blockers }))).toBe(
    '1 open · 2 blocked: the key of the service is missing, and …',
  )
})

const MINUTE = 60_000
const folded = (...events: NewEvent[]): Session =>
  storedEvents(session('s'), [sessionStarted('start', 'app', 0), ...events]).reduce(foldSession, noSession)
const ask = { id: 'abcd1234', now: 90 * MINUTE, budget: 500 }

const PROSE =
  'Please make the migration of the old session files safe against a crash in the middle, and write down in the changelog what changes for users of the earlier release; then run the tests'
const changed = (path: string, at: number) => eventOfType('file.changed', { path, change: 'edited' }, at)
const deep = (i: number) => `packages/server/src/components/session-store/some-longer-name-${i}.ts`

const longSession = folded(
  eventOfType('task.opened', { text: PROSE }, MINUTE),
  eventOfType('action.planned', { text: PROSE }, MINUTE),
  ...[1, 2, 3].map((i) => changed(deep(i), 10 * MINUTE)),
  ...[1, 2, 3, 4].map((i) => eventOfType('prompt.submitted', { text: `${i} ${PROSE}` }, (20 + i) * MINUTE)),
  eventOfType('decision.made', { choice: PROSE, why: PROSE }, 30 * MINUTE),
)

describe('the resume text', () => {
  test('the resume text states the quiet time, the task, the next step, the files and the last five events', () => {
    const text = resumeText(
      folded(
        eventOfType('goal.set', { text: 'ship it' }, 0),
        eventOfType('action.planned', { text: 'write the tests' }, MINUTE),
        changed('src/a.ts', 2 * MINUTE),
        changed('src/b.ts', 30 * MINUTE),
      ),
      ask,
    )
    expect(text).toBe(
      [
        'Welcome back. Session abcd1234 was quiet for 1h 0m.',
        '',
        'You were working on: ship it',
        'Next: write the tests',
        'Recent files: src/a.ts, src/b.ts',
        'Last activity:',
        '  - [1h 30m ago] started by claude-code in app',
        '  - [1h 30m ago] goal: ship it',
        '  - [1h 29m ago] next: write the tests',
        '  - [1h 28m ago] edited src/a.ts',
        '  - [1h 0m ago] edited src/b.ts',
      ].join('\n'),
    )
  })

  test('the resume text keeps all five events, the task and the files within 500 tokens when every field is long', () => {
    const text = resumeText(longSession, ask)
    expect(text.match(/^ {2}- \[/gm)).toHaveLength(5)
    expect(text).toMatch(/^You were working on: Please make the migration/m)
    expect(text).toMatch(/^Next: Please/m)
    expect(text.match(/some-longer-name-\d\.ts/g)?.length).toBeGreaterThanOrEqual(3)
    expect(tokens(text)).toBeLessThan(500)
  })

  test('the resume text never ends with an empty heading', () => {
    for (let budget = 1; budget <= 500; budget += 7) {
      const text = resumeText(longSession, { ...ask, budget })
      expect(text.endsWith('Last activity:'), `${budget}`).toBe(false)
      if (tokens('Welcome back. Session abcd1234 was quiet for 59 minutes.') < budget)
        expect(tokens(text)).toBeLessThanOrEqual(Math.max(budget, 25))
    }
  })

  test('the resume text of an empty session is only the heading', () => {
    expect(resumeText(noSession, { ...ask, now: 5000 })).toMatch(
      /^Welcome back\. Session abcd1234 was quiet for/,
    )
  })

  test('the resume text never shows a negative time, even if the clock was set back', () => {
    const text = resumeText(longSession, { ...ask, now: -5 * MINUTE })
    expect(text).toContain('was quiet for 0 seconds')
    expect(text).not.toMatch(/\[-|for -/)
  })

  test('the resume text stays under 500 tokens for hostile text', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom('😀', '👩‍👩‍👧‍👦', '漢', 'ꙮ', '\u0301', 'Z', '\ud800'),
        minLength: 1,
        maxLength: 200,
      }),
    )
    const facts = fc.record({
      task: hostile,
      next: hostile,
      path: hostile,
      prompts: fc.array(hostile, { maxLength: 6 }),
    })
    const property = fc.property(facts, ({ task, next, path, prompts }) => {
      const text = resumeText(
        folded(
          eventOfType('task.opened', { text: task }, 1),
          eventOfType('action.planned', { text: next }, 2),
          ...[0, 1, 2].map((i) => changed(`${i}${path}`, 3)),
          ...prompts.map((prompt, i) => eventOfType('prompt.submitted', { text: `${i}${prompt}` }, 4)),
        ),
        ask,
      )
      expect(tokens(text)).toBeLessThan(500)
      expect(text).toContain('Welcome back.')
    })
    fc.assert(property, { numRuns: 500 })
  })
})
