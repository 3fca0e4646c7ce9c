import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedLines, isSignificant, locateLines } from './changed-lines.ts'

describe('changedLines', () => {
  test.each([
    ['a\nb\nc', 'a\nx\nc', [1]],
    ['a\nc', 'a\nb\nc', [1]],
    ['a', 'a\nb\nc', [1, 2]],
    ['a\nb\nc\nd\ne', 'a\nB\nc\nD\ne', [1, 3]],
    ['a\nb\nc', 'a\nc', [1]],
    ['a\nb', 'a', [0]],
    ['a\nb', 'b\na', [0]],
    ['a', 'a', []],
  ])('the changed lines from %j to %j are %j', (before, after, lines) => {
    expect(changedLines(before, after)).toEqual(lines)
  })

  test('changed lines are lines of the new text, and there are none only if nothing changed', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
      .map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = changedLines(before, after)
        const most = after.split('\n').length
        expect(lines.every((line) => line >= 0 && line < most)).toBe(true)
        expect(lines.length === 0).toBe(before === after)
      }),
    )
  })
})

describe('locateLines', () => {
  const whole = 'one\ntwo\nthree\nfour\nfive'
  test('the lines of a snippet are found as one block', () => {
    expect(locateLines(whole, 'two\nthree', [1])).toEqual([2])
    expect(locateLines(whole, 'two\nthree', [0, 1])).toEqual([1, 2])
  })

  test('the lines of a patch are found as several runs', () => {
    expect(locateLines(whole, 'two\nfive', [0, 1])).toEqual([1, 4])
    expect(locateLines('a\nx\nb\nx', 'b\nx', [0, 1])).toEqual([2, 3])
  })

  test('no lines are found if most of the snippet is missing from the text', () => {
    expect(locateLines(whole, 'six\nseven\ntwo', [0, 1, 2])).toBeUndefined()
    expect(locateLines(whole, '  ', [0])).toBeUndefined()
  })
})

test('brackets, comments and decorators are not significant', () => {
  for (const line of [
    '',
    '  }',
    '});',
    '  // x',
    ' * x',
    '# x',
    '  end',
    '@Override',
    '"""doc',
    '#[test]',
    '/** x */',
    '</div>',
  ])
    expect(isSignificant(line)).toBe(false)
  for (const line of ['x', '  return 1', '#include <a>', 'ending = 1', '} else {'])
    expect(isSignificant(line)).toBe(true)
})
