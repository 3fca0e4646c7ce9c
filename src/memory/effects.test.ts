import { describe, expect, test } from 'vitest'
import { differenceOf, seenIn, showingOf } from './effects.ts'

const after = (rule: string, ...commands: readonly string[]) =>
  seenIn(showingOf(rule), { commands, paths: [] })
const NOTHING = { isUsed: false, isBroken: false }
const USED = { isUsed: true, isBroken: false }
const BROKEN = { isUsed: false, isBroken: true }

describe('observing whether rules are followed', () => {
  test.each([
    ['Use pnpm, never npm.', 'pnpm install', USED],
    ['Use pnpm, never npm.', 'npm install', BROKEN],
    ['Use pnpm instead of npm.', 'npm ci', BROKEN],
    ['Use pnpm, not npm.', 'npm ci', BROKEN],
    ['Never use npm in this repo, always use pnpm.', 'cd app && npm ci', BROKEN],
    ['Never use npm in this repo, always use pnpm.', 'pnpm test', USED],
    ['Never push to main.', 'git push origin main', BROKEN],
    ['Never push to main.', 'git push origin topic', NOTHING],
    ['Never commit secrets.', 'git commit -m "take the secrets out"', NOTHING],
    ['Do not commit without running the tests.', 'git commit -a', NOTHING],
    ['Do not push before the tests pass.', 'npm run tests && git push', NOTHING],
    ['Run the tests with vitest.', 'npx vitest run', USED],
  ])(
    'after the rule "%s", the command "%s" counts as following it, breaking it, or neither',
    (rule, command, seen) => {
      expect(after(rule, command)).toEqual(seen)
    },
  )

  test('rules are observed both in commands and in changed files', () => {
    const paths = ['/repo/src/vendor/zlib.c']
    expect(seenIn(showingOf('Never touch vendor.'), { commands: [], paths })).toEqual(BROKEN)
    expect(seenIn(showingOf('Do not edit generated files.'), { commands: [], paths })).toEqual(NOTHING)
    expect(seenIn(showingOf('Put helpers into src/vendor/zlib.c'), { commands: [], paths }).isUsed).toBe(true)
  })
})

test('the confidence interval matches the published example', () => {
  // Newcombe 1998, example (a): 56 of 70 against 48 of 80.
  const found = differenceOf({ of: 70, happened: 56 }, { of: 80, happened: 48 })
  expect(found?.difference).toBeCloseTo(0.2, 4)
  expect(found?.from).toBeCloseTo(0.0524, 3)
  expect(found?.to).toBeCloseTo(0.3339, 3)
})

test('with few sessions the confidence interval is wide, and without sessions there is none', () => {
  const few = differenceOf({ of: 3, happened: 0 }, { of: 3, happened: 3 })
  expect(few?.from).toBeGreaterThanOrEqual(-1)
  expect((few?.to ?? 0) - (few?.from ?? 0)).toBeGreaterThan(0.5)
  expect(differenceOf({ of: 0, happened: 0 }, { of: 3, happened: 3 })).toBeUndefined()
})
