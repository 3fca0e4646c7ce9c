import { expect, test } from 'vitest'
import { statedFactsIn } from './facts.ts'

const facts = (text: string, speaker: 'user' | 'assistant' = 'assistant'): readonly string[] =>
  statedFactsIn(speaker, text).map(({ text: one }) => one)

test.each([
  ['a path', 'The session database is stored in `~/.local/state/app/session.db`.'],
  ['a version', 'The project requires Node 20.16 or later.'],
  ['a port', 'The staging server listens on port 8443.'],
  ['a limit', 'The upload limit is 25 MB.'],
  ['a name', 'The production database is called `orders_eu`.'],
  ['an environment variable', 'The API key is set by `STRIPE_KEY`.'],
  ['a tool', 'The release workflow uses `actions/setup-go@v5`.'],
])('T4: a sentence that states %s is a fact', (_, sentence) => {
  const plain = sentence.replaceAll('`', '')
  expect(facts(`Done. ${sentence} Shall I go on?`)).toEqual([plain])
  expect(facts(`Hello. ${sentence}`, 'user')).toEqual([plain])
})

test.each([
  'It listens on port 80.',
  'Is the database stored in `data/app.db`?',
  'The server should listen on port 9000.',
  'I moved the config to `config/app.yaml`.',
  'All 214 tests in `src/cart.test.ts` pass.',
  'If the timeout is 30 seconds, the job dies.',
  'The build is failing in `src/cart.ts`.',
  'Use port 8080 for the server.',
  'The issue is in `src/cart.ts`.',
])('T4: %s is not a fact', (sentence) => {
  expect(facts(sentence)).toEqual([])
})

test("T4: a user's request is not a fact", () => {
  expect(facts('Put the settings where the config is stored in `etc/app.toml`.', 'user')).toEqual([])
})
