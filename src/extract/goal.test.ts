import { describe, expect, test } from 'vitest'
import { entitiesIn, keywordsOf } from '../text/words.ts'
import { goalOf } from './goal.ts'

describe('the goal of a session', () => {
  test('is the request of the first real prompt', () => {
    expect(
      goalOf(['/clear', 'continue', 'The export is slow. Please make it stream its rows.', 'thanks']),
    ).toBe('make it stream its rows')
  })

  test('is the title of a pasted plan', () => {
    expect(
      goalOf([
        'Implement the following plan:\n\n# Plan: Move the cache to disk\n\n## Context\n\nIt is slow.',
      ]),
    ).toBe('Move the cache to disk')
  })

  test('is the first sentence of a prompt without a request', () => {
    expect(goalOf(['The page stays white after login. Chrome only.'])).toBe(
      'The page stays white after login',
    )
  })

  test('is undefined without a request', () => {
    expect(goalOf(['/compact', '[Request interrupted by user]', 'go on', '```\nlog\n```'])).toBeUndefined()
  })
})

test('keywords are the topic words of a text, without duplicates', () => {
  expect(keywordsOf('Please make the export of the invoice stream; the invoice export is slow')).toEqual([
    'export',
    'invoice',
    'stream',
    'slow',
  ])
})

test('entities are files, code spans, issues and camel case names', () => {
  expect(entitiesIn('In src/app/main.ts the `run()` of TaskQueue fails, see #42 and AB-7.')).toEqual([
    'src/app/main.ts',
    'run()',
    'TaskQueue',
    '#42',
    'AB-7',
  ])
})
