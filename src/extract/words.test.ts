import { expect, test } from 'vitest'
import { wordsIn } from './words.ts'

test('code, numbers and URLs have one placeholder each', () => {
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

test('apostrophes of any form and hyphens belong to their word', () => {
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

test('Markdown characters separate words', () => {
  expect(wordsIn('**Locks**: none [at all](x)')).toEqual(['locks', ':', 'none', 'at', 'all', '(', 'x', ')'])
})
