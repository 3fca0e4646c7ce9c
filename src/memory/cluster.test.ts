import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTimeMs } from '../../tests/support/cpu-time.ts'
import { clusterCorrections, type HeardCorrection } from './cluster.ts'
import { ruleOf } from './rule-text.ts'
import { languageIn, ruleWords } from './words.ts'

const heard = (words: string, message: string, more: Partial<HeardCorrection> = {}): HeardCorrection => {
  const language = languageIn(words)
  return {
    correction: {
      message,
      at: 0,
      span: [0, words.length],
      said: words,
      kind: 'direct',
      rule: ruleOf(words),
      about: ruleWords(words),
      ...(language && { language }),
      confidence: 0.8,
      isLasting: true,
    },
    session: message,
    project: 'ours',
    ...more,
  }
}

const WORDINGS = [
  'never commit directly to main',
  "don't commit to the main branch directly",
  'use pnpm instead of npm',
  'we use pnpm here, not npm',
  'do not log secrets',
  'always run the tests before committing',
  'run the test suite before you commit',
  'use tabs for indentation',
  'use spaces for indentation',
]
const all = WORDINGS.map((words, at) => heard(words, `m${at}`))
const membersOf = (list: readonly HeardCorrection[]): readonly (readonly string[])[] =>
  clusterCorrections(list)
    .map((one) => one.heard.map(({ correction }) => correction.message).sort())
    .sort()

describe('a reworded rule', () => {
  test('is in one cluster, named by one of its wordings', () => {
    const found = clusterCorrections(all.slice(0, 2))
    expect(found).toHaveLength(1)
    expect(found[0]?.rule).toBe('Never commit directly to main.')
  })

  test.each([
    ['the opposite', 'always mock the database in tests', 'never mock the database in tests'],
    ['another choice', 'use tabs for indentation', 'use spaces for indentation'],
    ['another thing', 'never log secrets', 'never commit secrets'],
    ['another language', 'always use strict mode in TypeScript', 'always use strict mode in Python'],
  ])('%s is a different rule: %o, %o', (_, one, other) => {
    expect(clusterCorrections([heard(one, 'a'), heard(other, 'b')])).toHaveLength(2)
  })

  test('no corrections give no clusters', () => {
    expect(clusterCorrections([])).toEqual([])
  })
})

test('clusters do not depend on the order of corrections', () => {
  const expected = clusterCorrections(all)
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
      expect(clusterCorrections(shuffled)).toEqual(expected)
    }),
    { numRuns: 50 },
  )
})

test('every correction is in exactly one cluster', () => {
  fc.assert(
    fc.property(fc.subarray(all), (some) => {
      const messages = membersOf(some).flat()
      expect([...messages].sort()).toEqual(some.map(({ correction }) => correction.message).sort())
    }),
  )
})

test('1,000 rules are clustered within 2 seconds', () => {
  const many = Array.from({ length: 1000 }, (_, at) =>
    heard(`${WORDINGS[at % WORDINGS.length]} ${at}`, `m${at}`),
  )
  const begun = cpuTimeMs()
  expect(clusterCorrections(many).length).toBeGreaterThan(0)
  expect(cpuTimeMs() - begun).toBeLessThan(2000)
})
