import { expect, test } from 'vitest'
import { blocked, decided, edited, goal, next, prompt, viewAfter } from '../../tests/support/session-view.ts'
import { lineOf, signalsOf } from './signals.ts'

test('signals are goal, blockers and next, and nothing else', () => {
  const view = viewAfter(
    goal('ship it'),
    decided('x'),
    blocked('no key'),
    next('one'),
    next('two'),
    edited('/w/a.ts'),
  )
  expect(signalsOf(view)?.split('\n')).toEqual(['goal:ship-it', 'block:open:no-key', 'next:one', 'next:two'])
})

test('few of each, and each short', () => {
  const many = Array.from({ length: 9 }, (_, i) => next(`${i} ${'x'.repeat(500)}`))
  const lines = signalsOf(viewAfter(...many))?.split('\n') ?? []
  expect(lines).toHaveLength(3)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(130)
})

test('the line is what comes next, else what it is for, else nothing', () => {
  expect(lineOf(viewAfter(goal('ship it'), next('one\nmore')))).toBe('next: one')
  expect(lineOf(viewAfter(prompt('build it')))).toBe('goal: build it')
  expect([lineOf(viewAfter()), signalsOf(viewAfter())]).toEqual([undefined, undefined])
})
