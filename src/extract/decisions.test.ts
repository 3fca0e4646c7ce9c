import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decisionsIn, isDecision } from './decisions.ts'
import type { Speaker } from './statement.ts'

const found = (speaker: Speaker, text: string) =>
  decisionsIn(speaker, text).map((one) => (one.why ? `${one.text} | ${one.why}` : one.text))

test("a user's choice with a reason is a decision", () => {
  expect(found('user', "Let's use SQLite because it needs no server. Add a table for users.")).toEqual([
    'use SQLite | because it needs no server',
  ])
  expect(found('user', "don't use the ORM here, since it loads every row")).toEqual([
    "don't use the ORM here | since it loads every row",
  ])
  expect(found('user', "let's go with one file instead of three")).toEqual([
    'go with one file instead of three',
  ])
  expect(found('user', 'Decision: imports run in one transaction per file')).toEqual([
    'imports run in one transaction per file',
  ])
})

test('items under a heading for decisions are decisions', () => {
  const answer =
    'Here is the summary.\n\n**Key decisions made:**\n- One transaction per file\n  - with a savepoint\n- No retries\n\n**Files:**\n- a.ts has changed'
  expect(found('assistant', answer)).toEqual(['One transaction per file'])
  expect(found('assistant', '## Design decisions\n\n1. Keep the old cache, because tests need it')).toEqual([
    'Keep the old cache | because tests need it',
  ])
})

test('a decision that the agent states explicitly is a decision', () => {
  expect(found('assistant', 'We decided to keep one table per tenant.')).toEqual([
    'keep one table per tenant',
  ])
})

test('requests, questions, reports and opinions are not decisions', () => {
  for (const text of [
    'use the helper in utils.ts',
    'Should we use Redis because it is faster?',
    'Keep this because it works',
    'Error handling: retries and timeouts added to the report for transparency',
    'No changes needed',
    'I will use the existing helper.',
    'The user can decide to skip it.',
  ]) {
    expect(found('user', text), text).toEqual([])
    expect(found('assistant', text), text).toEqual([])
  }
})

test('any text is parsed without an error, and no decision is returned twice', () => {
  const piece = fc.constantFrom(
    'Decision: use a b c',
    '## Decisions',
    '- keep a b c',
    "let's use a, because b",
    '\n',
    '```',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 20 }), (pieces) => {
      const texts = decisionsIn('user', pieces.join('\n')).map(({ text }) => text)
      expect(new Set(texts).size).toBe(texts.length)
    }),
  )
})

test.each([
  ['Where should users find their key?', 'Settings page'],
  ['Which parser do we use?', 'the one with the smaller bundle, and no regular expressions'],
  ['Should sharing need an acceptance?', 'No'],
  ['Which formats?', 'CSV, JSON'],
])('the answer to "%s" is a decision: %s', (question, answer) => {
  expect(isDecision({ question, answer })).toBe(true)
})

test.each([
  ['What would you like to do with this todo?', 'Work on it now'],
  ['How would you like to proceed?', 'Skip the design'],
  ['Which areas do you want to discuss?', 'Login, Sharing'],
  ['Should sharing need an acceptance?', 'what are the advantages of an acceptance?'],
  ['Which color?', 'You decide'],
  ['Ready to create the context?', 'Create context'],
  ['Which color?', 'Unanswered'],
  ['Which color?', ''],
  ['Which color?', 'hmmm, that depends on the theme'],
  ['Which color?', 'what is the theme? blue if it is dark'],
  ['Would you like me to create a mockup?', 'Yes'],
  ['Ready to force-push the branch to update it?', 'Yes, force push'],
  ['Where should I write the plan down?', 'A local file'],
  ['Which PR would you like me to review?', '#12'],
])('the answer to "%s" is not a decision: %s', (question, answer) => {
  expect(isDecision({ question, answer })).toBe(false)
})
