import { describe, expect, test } from 'vitest'
import { clusterCorrections } from './cluster.ts'
import { arePlainOpposites, conflictOf } from './conflict.ts'
import { comparableRule, isSameRule } from './similarity.ts'
import { haveOtherSubjects } from './subject.ts'
import { ruleWords } from './words.ts'

const NAMES =
  `alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec
romeo sierra tango uniform victor whiskey xray yankee zulu amber basil cedar dahlia elder fern ginger hazel iris jasmine
kale laurel maple nettle olive poppy quince rowan sage thyme umbra violet willow yarrow`.split(/\s+/)

/** Each pattern produces fifty rules. */
const PATTERNS: Readonly<Record<string, (name: string, at: number) => string>> = {
  names: (name) => `Always run the ${name} check before the release.`,
  numbers: (_, at) => `Always run check ${at + 1} before the release.`,
  'names at the end': (name) => `Use pnpm in package ${name}.`,
  'two names': (name, at) => `Use the ${name} client in package ${NAMES[(at + 7) % 50]}.`,
  prohibitions: (name) => `Never edit the files in the ${name} folder by hand.`,
  paths: (name) => `Do not import from src/${name}/internal.`,
}

const heard = (rule: string) => ({
  correction: {
    message: rule,
    at: 0,
    span: [0, rule.length] as const,
    said: rule,
    kind: 'direct' as const,
    rule,
    about: ruleWords(rule),
    confidence: 0.8,
    isLasting: true,
  },
  session: rule,
  project: 'ours',
})

describe.each(Object.entries(PATTERNS))('rules that differ only in %s', (_, pattern) => {
  const rules = NAMES.slice(0, 50).map(pattern)

  test('fifty rules with one pattern are different rules without conflicts', () => {
    const clashes = rules.flatMap((one, at) =>
      rules
        .slice(at + 1)
        .filter(
          (other) =>
            isSameRule(comparableRule(one), comparableRule(other)) ||
            conflictOf({ rule: one, at: 1 }, { rule: other, at: 2 }) !== undefined,
        )
        .map((other) => `${one} ${other}`),
    )
    expect(clashes).toEqual([])
  })

  test('fifty rules with one pattern form fifty clusters', () => {
    expect(clusterCorrections(rules.map(heard))).toHaveLength(50)
  })
})

test.each([
  ['Use tabs in package one.', 'Use tabs in package two.'],
  ['Use tabs in package one.', 'Use spaces in package two.'],
  ['Never use tabs in package one.', 'Always use tabs in package two.'],
  ['Write the first section in English.', 'Write the second section in German.'],
  ['Deploy c to staging.', 'Deploy d to staging.'],
])('the rules "%s" and "%s" have different subjects', (one, other) => {
  expect(isSameRule(comparableRule(one), comparableRule(other))).toBe(false)
  expect(conflictOf({ rule: one }, { rule: other })).toBeUndefined()
})

test.each([
  ['Never commit directly to main.', 'Do not commit to the main branch directly.'],
  ['Always run the tests before committing.', 'Run the test suite before you commit.'],
  ['Use imperative commit messages.', 'Write commit messages in the imperative.'],
  ['Put tests beside the source.', 'Keep tests beside the source.'],
])('the rules "%s" and "%s" have the same subject', (one, other) => {
  expect(haveOtherSubjects(one, other)).toBe(false)
})

describe('plain opposites', () => {
  test.each([
    ['Use semicolons.', 'Never use semicolons.', true],
    ['Never use npm, use pnpm.', 'Never use pnpm, use npm.', true],
    ['Always mock the database in tests.', 'Do not mock the database in tests.', true],
    ['Use tabs.', 'Use spaces.', false],
    ['Use npm.', 'From now on, use pnpm.', false],
    ['Use semicolons.', 'Never use semicolons in tests.', false],
    ['Run the tests.', 'Run the tests and the linter.', false],
  ])('"%s" and "%s" are plain opposites: %s', (one, other, expected) => {
    expect(arePlainOpposites(one, other)).toBe(expected)
    expect(arePlainOpposites(other, one)).toBe(expected)
  })
})
