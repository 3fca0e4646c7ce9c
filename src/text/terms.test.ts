import { expect, test } from 'vitest'
import { termsIn } from './terms.ts'

const terms = (text: string): string[] => [...termsIn(text).keys()]

test.each([
  ['getTaskState', ['task', 'stat', 'gettaskstate']],
  ['get_task_state', ['task', 'stat', 'gettaskstate']],
  ['HTTPServer', ['http', 'server', 'httpserver']],
  ['task-list', ['task', 'list']],
  ['src/fold/craft.test.ts', ['src', 'fold', 'craft', 'test', 'ts']],
])('the name %s is split into its parts, and the full name is also a term', (text, expected) => {
  expect(terms(text)).toEqual(expected)
})

test.each([
  ['edits edited editing', 1],
  ['queries query', 1],
  ['running runs', 1],
  ['class classes', 1],
  ['pass path', 2],
])('the number of different terms in %s is %i', (text, count) => {
  expect(terms(text)).toHaveLength(count)
})

test('typographic punctuation separates words just as ASCII punctuation does', () => {
  expect(terms('parse\u2026render\u2014\u201ccache\u201d \u2192 log')).toEqual([
    'pars',
    'render',
    'cach',
    'log',
  ])
})

test('letters of all scripts belong to words', () => {
  expect(terms('Stra\u00dfe caf\u00e9\u2026 \u65e5\u672c')).toEqual(['straße', 'café', '日本'])
})

test('stop words are dropped, but issue numbers are kept', () => {
  expect(terms('please do it for the #151 and so on')).toEqual(['151'])
})

test('the weight of a term is the sum of its occurrences', () => {
  expect(termsIn('log', 2, termsIn('the log of logs'))).toEqual(new Map([['log', 4]]))
})

test('words that are too long are ignored', () => {
  expect(terms('x'.repeat(100))).toEqual([])
})
