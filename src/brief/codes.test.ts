import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UNSAFE } from '../../tests/support/control-characters.ts'
import { eventOfType, session, sessionStarted, storedEvents } from '../../tests/support/events.ts'
import { blocked, decided, edited, goal, next, prompt, viewAfter } from '../../tests/support/session-view.ts'
import type { NewEvent } from '../event/define.ts'
import { foldSession, noSession, type Session } from '../session/session.ts'
import { codesOf, signalCodes, signalLine, withinBudget } from './codes.ts'

const folded = (...events: NewEvent[]): Session =>
  storedEvents(session('s'), [sessionStarted('start', 'app', 0), ...events]).reduce(foldSession, noSession)
const changed = (path: string) => eventOfType('file.changed', { path, change: 'edited' })

describe('codes', () => {
  test('codes are in reading order: project, files, functions, tests, decisions, blockers, next', () => {
    const all = folded(
      eventOfType('action.planned', { text: 'rerun it' }),
      eventOfType('blocker.met', { text: 'a key', kind: 'need' }),
      eventOfType('blocker.met', { text: 'it is unclear' }),
      eventOfType('decision.made', { choice: 'use SQLite', why: 'no server' }),
      eventOfType('test.ran', { name: 'unit', outcome: 'passed' }),
      eventOfType('symbol.touched', { name: 'Module.method' }),
      changed('/work/app/src/file.ts'),
    )
    expect(codesOf(all)).toEqual([
      'proj:app',
      'impl:file.ts',
      'impl:Module.method',
      'test:unit',
      'dec:use-SQLite-no-server',
      'block:need:a-key',
      'block:open:it-is-unclear',
      'next:rerun-it',
    ])
  })

  test('codes are unique and leave out finished actions and cleared blockers', () => {
    const planned = eventOfType('action.planned', { text: 'do it' })
    const met = eventOfType('blocker.met', { text: 'stuck' })
    const all = folded(
      changed('a/x.ts'),
      changed('b/x.ts'),
      changed('a\\x.ts'),
      planned,
      met,
      eventOfType('action.done', { action: planned.id }),
      eventOfType('blocker.cleared', { blocker: met.id }),
    )
    expect(codesOf(all)).toEqual(['proj:app', 'impl:x.ts'])
  })

  test('each code is one unique line without spaces or control characters, for any recorded text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }),
      fc.constantFrom('a\u001b[31mb', 'x\r\ny', '\u202egnp', 'a\u2028b', '\ud800', ' ', '\u0000'),
    )
    let seen = 0
    const property = fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (texts) => {
      const facts = texts.flatMap((one) => [
        changed(one),
        eventOfType('symbol.touched', { name: one }),
        eventOfType('decision.made', { choice: one, why: one }),
        eventOfType('blocker.met', { text: one, kind: one }),
        eventOfType('action.planned', { text: one }),
      ])
      const codes = codesOf(folded(...facts))
      seen += codes.length
      expect(new Set(codes).size).toBe(codes.length)
      for (const code of codes) {
        expect(code).toMatch(/^(proj|impl|test|dec|block|next):/)
        expect(code).not.toMatch(/\s/u)
        expect(code).not.toMatch(UNSAFE)
      }
    })
    fc.assert(property, { numRuns: 500 })
    expect(seen).toBeGreaterThan(500)
  })
})

describe('codes within a budget', () => {
  const words = (text: string): number => text.split('\n').filter(Boolean).length
  const codes = ['proj:a', 'impl:b', 'dec:c', 'next:d']

  test.each([
    [4, 4, 0],
    [9, 4, 0],
    [3, 3, 1],
    [1, 1, 3],
    [0, 0, 4],
  ])('with a budget of %i tokens, %i codes are kept and %i are reported as omitted', (budget, kept, left) => {
    const found = withinBudget(codes, budget, words)
    expect(found.left).toBe(left)
    expect(found.codes).toHaveLength(kept)
  })

  test('to fit a budget, files are removed first, then decisions, then open items, and the reading order is kept', () => {
    expect(withinBudget(codes, 3, words).codes).toEqual(['proj:a', 'dec:c', 'next:d'])
    expect(withinBudget(codes, 2, words).codes).toEqual(['proj:a', 'next:d'])
    const all = ['proj:a', 'impl:b', 'test:t', 'dec:c', 'fact:f', 'block:open:x', 'next:d', 'said:done']
    expect(withinBudget(all, 4, words).codes).toEqual(['proj:a', 'fact:f', 'block:open:x', 'next:d'])
  })
})

test('codes contain failing tests, evidence, tasks, pinned facts and the last answer', () => {
  const all = folded(
    eventOfType('fact.pinned', { text: 'port 8080' }),
    eventOfType('task.opened', { text: 'write docs' }),
    eventOfType('evidence.found', { text: 'it runs' }),
    eventOfType('test.ran', { name: 'unit', outcome: 'failed', failing: ['cart is empty'] }),
    eventOfType('prompt.submitted', { text: 'Fix the cart.' }),
    eventOfType('response.completed', { text: 'The cart works.' }, 2000),
  )
  expect(codesOf(all)).toEqual([
    'proj:app',
    'fail:cart-is-empty',
    'evid:it-runs',
    'fact:port-8080',
    'task:write-docs',
    'said:The-cart-works.',
  ])
})

test('signals contain only goal, blockers and next steps', () => {
  const view = viewAfter(
    goal('ship it'),
    decided('x'),
    blocked('no key'),
    next('one'),
    next('two'),
    edited('/w/a.ts'),
  )
  expect(signalCodes(view)?.split('\n')).toEqual([
    'goal:ship-it',
    'block:open:no-key',
    'next:one',
    'next:two',
  ])
})

test('signals are short and contain only a few codes of each kind', () => {
  const many = Array.from({ length: 9 }, (_, i) => next(`${i} ${'x'.repeat(500)}`))
  const lines = signalCodes(viewAfter(...many))?.split('\n') ?? []
  expect(lines).toHaveLength(4)
  expect(lines.at(-1)).toBe('left:6-more:leftoff-session-status')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(130)
})

test('the one-line form contains the last blocker and the next step, otherwise the goal, otherwise nothing', () => {
  expect(signalLine(viewAfter(blocked('no key'), next('one'), next('two')))).toBe(
    'blocked: no key · next: one · 1 more: leftoff session status',
  )
  expect(signalLine(viewAfter(goal('ship it'), next('one\nmore')))).toBe('next: one')
  expect(signalLine(viewAfter(prompt('build it')))).toBe('goal: build it')
  expect([signalLine(viewAfter()), signalCodes(viewAfter())]).toEqual([undefined, undefined])
})
