import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { correctionWith } from '../../tests/support/corrections.ts'
import { cpuTimeMs } from '../../tests/support/cpu-time.ts'
import { clusterCorrections, type HeardCorrection } from './cluster.ts'

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
const all = WORDINGS.map((words, at) => correctionWith(words, `m${at}`))
const membersOf = (list: readonly HeardCorrection[]): readonly (readonly string[])[] =>
  clusterCorrections(list)
    .map((one) => one.heard.map(({ correction }) => correction.message).sort())
    .sort()

describe('a reworded rule', () => {
  test('wordings of the same rule form one cluster with a representative wording', () => {
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
    expect(clusterCorrections([correctionWith(one, 'a'), correctionWith(other, 'b')])).toHaveLength(2)
  })

  test('without corrections there are no clusters', () => {
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

test('clustering 1,000 rules does not hang', () => {
  const many = Array.from({ length: 1000 }, (_, at) =>
    correctionWith(`${WORDINGS[at % WORDINGS.length]} ${at}`, `m${at}`),
  )
  const begun = cpuTimeMs()
  expect(clusterCorrections(many).length).toBeGreaterThan(0)
  expect(cpuTimeMs() - begun).toBeLessThan(10_000)
})
