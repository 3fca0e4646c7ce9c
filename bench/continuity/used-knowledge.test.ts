import { expect, test } from 'vitest'
import { coverageOf, type UsedKnowledge } from './used-knowledge.ts'

const used = (some: Partial<UsedKnowledge>): UsedKnowledge => ({
  symbols: new Set(),
  commands: new Set(),
  task: new Set(),
  decisions: [],
  ...some,
})

test('kinds that a session did not use are not counted', () => {
  expect(coverageOf('anything', used({}))).toEqual({})
})

test('task terms are matched by stem in the full text', () => {
  expect(coverageOf('Retries the upload', used({ task: new Set(['retry', 'upload', 'token']) }))).toEqual({
    task: 2 / 3,
  })
})

test('a decision counts if one line contains half of its terms', () => {
  const decisions = [new Set(['index', 'branch', 'commit', 'worker'])]
  expect(coverageOf('the index of a branch knows the commit', used({ decisions }))).toEqual({ decisions: 1 })
  expect(coverageOf('the index\na branch\ncommit', used({ decisions }))).toEqual({ decisions: 0 })
})
