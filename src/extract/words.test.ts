import { expect, test } from 'vitest'
import { wordsIn } from './words.ts'

test('code, numbers and addresses have one stand-in each', () => {
  expect(wordsIn('Run `npm test` 3 times, see https://example.org/a and src/main.ts')).toEqual([
    'run',
    '<code>',
    '<number>',
    'times',
    ',',
    'see',
    '<address>',
    'and',
    '<code>',
  ])
})

test('an apostrophe and a hyphen belong to their word, whatever the apostrophe looks like', () => {
  expect(wordsIn("Don't forget the follow-up, it’s open")).toEqual([
    "don't",
    'forget',
    'the',
    'follow-up',
    ',',
    "it's",
    'open',
  ])
})

test('marks of Markdown part words and are none', () => {
  expect(wordsIn('**Locks**: none [at all](x)')).toEqual(['locks', ':', 'none', 'at', 'all', '(', 'x', ')'])
})
