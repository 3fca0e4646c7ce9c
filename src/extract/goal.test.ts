import { describe, expect, test } from 'vitest'
import { entitiesIn, keywordsOf } from '../text/words.ts'
import { goalOf } from './goal.ts'

describe('the goal of a session', () => {
  test('is what the first real prompt asks for', () => {
    expect(
      goalOf(['/clear', 'continue', 'The export is slow. Please make it stream its rows.', 'thanks']),
    ).toBe('make it stream its rows')
  })

  test('is the title of a plan that was handed over', () => {
    expect(
      goalOf([
        'Implement the following plan:\n\n# Plan: Move the cache to disk\n\n## Context\n\nIt is slow.',
      ]),
    ).toBe('Move the cache to disk')
  })

  test('is its first sentence where nothing is asked for in words', () => {
    expect(goalOf(['The page stays white after login. Chrome only.'])).toBe(
      'The page stays white after login',
    )
  })

  test('is unknown while nobody asked for anything', () => {
    expect(goalOf(['/compact', '[Request interrupted by user]', 'go on', '```\nlog\n```'])).toBeUndefined()
  })
})

test('keywords are the telling words of a text, each once', () => {
  expect(keywordsOf('Please make the export of the invoice stream; the invoice export is slow')).toEqual([
    'export',
    'invoice',
    'stream',
    'slow',
  ])
})

test('entities are files, names in code marks, issues and camel case', () => {
  expect(entitiesIn('In src/app/main.ts the `run()` of TaskQueue fails, see #42 and AB-7.')).toEqual([
    'src/app/main.ts',
    'run()',
    'TaskQueue',
    '#42',
    'AB-7',
  ])
})
