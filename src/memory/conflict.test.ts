import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conflictOf } from './conflict.ts'
import { comparableRule, isSameRule } from './similarity.ts'

const RULES = [
  'Always mock the database in tests.',
  'Never mock the database in tests.',
  'Use tabs for indentation.',
  'Use spaces for indentation.',
  'Use pnpm instead of npm.',
  'Use npm instead of pnpm.',
  'Never commit directly to main.',
  'Do not commit to main directly.',
  'Keep functions short.',
  'From now on, use yarn.',
]

describe('a contradiction', () => {
  test.each([
    ['Always mock the database in tests.', 'Never mock the database in tests.', 'opposite'],
    ['Use pnpm instead of npm.', 'Use npm instead of pnpm.', 'opposite'],
    ['Never use npm, use pnpm.', 'Use npm, never pnpm.', 'opposite'],
    ['Never use npm, use pnpm.', 'Never use pnpm, use npm.', 'opposite'],
    ['Use pnpm, not npm.', 'Never use pnpm, use npm.', 'opposite'],
    ['Use semicolons.', 'Do not use semicolons.', 'opposite'],
    ['Use tabs for indentation.', 'Use spaces for indentation.', 'other choice'],
    ['Use jest for unit tests.', 'Use vitest for unit tests.', 'other choice'],
    ['Use single quotes.', 'Use double quotes.', 'other choice'],
    ['Use ripgrep for searching the code.', 'Use ast-grep for searching the code.', 'other choice'],
  ])('a contradiction is found between "%s" and "%s"', (one, other, why) => {
    expect(conflictOf({ rule: one }, { rule: other })).toMatchObject({ kind: 'contradiction', why })
  })

  test('contradictory rules never count as the same rule, even with similar words', () => {
    const [one, other] = ['Never use npm, use pnpm', 'Use npm, never pnpm'].map(comparableRule)
    expect(one && other && isSameRule(one, other)).toBe(false)
    const [mine, again] = ['Never use npm, use pnpm', 'Use pnpm, never npm'].map(comparableRule)
    expect(mine && again && isSameRule(mine, again)).toBe(true)
  })

  test('a contradiction names the rule to keep only if both rules have dates', () => {
    const [one, other] = ['Use tabs for indentation.', 'Use spaces for indentation.']
    expect(conflictOf({ rule: one }, { rule: other })?.keep).toBeUndefined()
    expect(conflictOf({ rule: one, at: 2 }, { rule: other, at: 1 })?.keep).toBe('first')
  })
})

describe('a supersession', () => {
  test('a supersession is a contradiction whose later rule announces a change', () => {
    const found = conflictOf({ rule: 'Use npm.', at: 1 }, { rule: 'From now on, use pnpm.', at: 2 })
    expect(found).toMatchObject({ kind: 'supersession', keep: 'second' })
  })
})

describe('duplicates', () => {
  test.each([
    ['Never commit directly to main.', 'Do not commit to main directly.'],
    ['Use table driven tests.', 'Write table driven tests.'],
    ['Run the tests before you commit.', 'Run the tests and the linter before you commit.'],
  ])('"%s" and "%s" are recognized as duplicates', (one, other) => {
    expect(conflictOf({ rule: one }, { rule: other })?.kind).toBe('duplication')
  })

  test('of two duplicates, the rule that includes the other is kept', () => {
    const [short, long] = [
      'Run the tests before you commit.',
      'Run the tests and the linter before you commit.',
    ]
    expect(conflictOf({ rule: short }, { rule: long })?.keep).toBe('second')
  })
})

describe('no contradiction', () => {
  test.each([
    ['Never log secrets.', 'Never commit secrets.'],
    ['Keep functions short.', 'Use tabs for indentation.'],
    ['Use pnpm instead of npm.', 'Never use npm.'],
    ['Use vitest for unit tests.', 'Use playwright for browser tests.'],
    ['Always run the tests.', 'Never commit directly to main.'],
  ])('no contradiction is found between "%s" and "%s"', (one, other) => {
    expect(conflictOf({ rule: one }, { rule: other })?.kind).not.toBe('contradiction')
  })
})

test('conflicts are symmetric', () => {
  fc.assert(
    fc.property(fc.constantFrom(...RULES), fc.constantFrom(...RULES), (one, other) => {
      const [there, back] = [
        conflictOf({ rule: one }, { rule: other }),
        conflictOf({ rule: other }, { rule: one }),
      ]
      expect([there?.kind, there?.why]).toEqual([back?.kind, back?.why])
    }),
  )
})

test('conflictOf never throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => void conflictOf({ rule: one }, { rule: other })),
  )
})
