import { describe, expect, test } from 'vitest'
import { entitiesIn } from '../text/words.ts'
import { goalOf } from './goal.ts'

describe('the goal of a session', () => {
  test('the goal is the request from the first prompt that contains one', () => {
    expect(
      goalOf(['/clear', 'continue', 'The export is slow. Please make it stream its rows.', 'thanks']),
    ).toBe('make it stream its rows')
  })

  test('the goal is the title of a pasted plan', () => {
    expect(
      goalOf([
        'Implement the following plan:\n\n# Plan: Move the cache to disk\n\n## Context\n\nIt is slow.',
      ]),
    ).toBe('Move the cache to disk')
  })

  test('the goal is the first sentence of a prompt without a request', () => {
    expect(goalOf(['The page stays white after login. Chrome only.'])).toBe(
      'The page stays white after login',
    )
  })

  test.each([
    "This isn't good.",
    'where were we?',
    "what's the current status",
    'TypeError: x is undefined (a.ts:3)',
    '2 please',
    'commit and push',
    'no, the other one',
  ])('the goal is not the prompt %j', (prompt) => {
    expect(goalOf([prompt, 'Add a page for imports.'])).toBe('Add a page for imports')
  })

  test('the goal is the task, not the decision about how to do it', () => {
    expect(goalOf(["Let's use SQLite because it needs no server. Then add a page for imports."])).toContain(
      'imports',
    )
  })

  test('there is no goal if no prompt asks for something', () => {
    expect(goalOf(['/compact', '[Request interrupted by user]', 'go on', '```\nlog\n```'])).toBeUndefined()
  })
})

test('entities are files, code spans, issues and camel-case names', () => {
  expect(entitiesIn('In src/app/main.ts the `run()` of TaskQueue fails, see #42 and AB-7.')).toEqual([
    'src/app/main.ts',
    'run()',
    'TaskQueue',
    '#42',
    'AB-7',
  ])
})
