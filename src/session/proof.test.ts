import { expect, test } from 'vitest'
import { knownEvent } from '../../tests/support/events.ts'
import type { KnownEvent } from '../event/catalogue.ts'
import { proof } from './test-runs.ts'

const after = (...events: readonly KnownEvent[]) => events.reduce(proof.apply, proof.initial)
const edit = (path: string, at: number, more: object = {}) =>
  knownEvent('file.changed', { path, change: 'edited', ...more }, at)
const ran = (outcome: 'passed' | 'failed', at: number, more: object = {}) =>
  knownEvent('test.ran', { name: 'npm test', outcome, ...more }, at)
const paths = (...events: readonly KnownEvent[]) => after(...events).unproven.map(({ path }) => path)

test('changed code is unproven until tests pass', () => {
  expect(paths(edit('a.ts', 1), edit('b.ts', 2), edit('a.ts', 3))).toEqual(['b.ts', 'a.ts'])
  expect(paths(edit('a.ts', 1), ran('failed', 2))).toEqual(['a.ts'])
  expect(after(edit('a.ts', 1), ran('passed', 2))).toEqual({
    unproven: [],
    passedAt: 2,
    passedName: 'npm test',
  })
  expect(paths(edit('a.ts', 1), ran('passed', 2), edit('b.ts', 3))).toEqual(['b.ts'])
})

test('prose needs no test', () => {
  expect(paths(edit('README.md', 1), edit('LICENSE', 2))).toEqual([])
})

test('the order of the log counts, not the clock', () => {
  expect(paths(ran('passed', 9), edit('a.ts', 5))).toEqual(['a.ts'])
})

test('events filled in from a transcript are ordered by their time', () => {
  const via = { via: 'transcript' }
  expect(paths(ran('passed', 5), edit('a.ts', 3, via), edit('b.ts', 7, via))).toEqual(['b.ts'])
  expect(paths(edit('a.ts', 3), edit('b.ts', 7), ran('passed', 5, via))).toEqual(['b.ts'])
  expect(after(ran('passed', 9), ran('passed', 5, via)).passedAt).toBe(9)
})
