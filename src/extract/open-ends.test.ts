import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openEndsIn } from './open-ends.ts'

const found = (answer: string) => openEndsIn(answer).map(({ kind, text }) => `${kind}: ${text}`)

test('lists under a heading for next steps are next steps, in order', () => {
  expect(found('Fixed the parser.\n\n## Next steps\n\n1. Wire the flag\n2. Update the docs.')).toEqual([
    'next: Wire the flag',
    'next: Update the docs',
  ])
  expect(found('Done.\n\n**Remaining:**\n- delete the old table\n  - after the backup')).toEqual([
    'next: delete the old table',
  ])
})

test('known issues and blockers are distinguished from next steps', () => {
  expect(found('Known issues:\n- The import of CSV files is slow\n\nBlocked on:\n- the staging key')).toEqual(
    ['blocker: The import of CSV files is slow', 'blocker: the staging key'],
  )
})

test('unchecked boxes are next steps, but checked ones are not', () => {
  expect(found('Status:\n- [x] write the parser\n- [ ] write the printer')).toEqual([
    'next: write the printer',
  ])
})

test.each([
  ['What remains is the migration of old rows.', 'next: the migration of old rows'],
  ['Next up: collapse the three tokenizers.', 'next: collapse the three tokenizers'],
  ['You will still need to rotate the key.', 'next: rotate the key'],
  [
    'After merging #186, push a new staging tag to deploy again.',
    'next: After merging #186, push a new staging tag to deploy again',
  ],
])('a closing sentence can state open work: %s', (sentence, expected) => {
  expect(found(`All tests pass.\n\n${sentence}`)).toEqual([expected])
})

test('a question at the end counts as open, but a polite phrase does not', () => {
  expect(found('Two options.\n\nShould a failed row stop the import?')).toEqual([
    'question: Should a failed row stop the import?',
  ])
  for (const polite of ['Anything else?', 'What would you like to do next?', 'Does this make sense?', 'Ok?'])
    expect(found(`Done.\n\n${polite}`)).toEqual([])
})

test('a question in the middle of an answer does not count as open', () => {
  expect(found('Why does it fail? Because the cache is stale. I fixed it.')).toEqual([])
})

test('ordinary prose, empty lists and reports of finished work contain no open items', () => {
  for (const answer of [
    'Committed. The remaining unstaged changes are unrelated.',
    'Next, I ran the tests. All pass.',
    'There is no issue with that.',
    'Remaining:\n- none',
    'After the restart, the page loads again.',
    '## Changes\n- added a flag\n- removed the cache',
    '',
  ])
    expect(found(answer), answer).toEqual([])
})

test('any answer is parsed without an error, and the results are short quotations from it', () => {
  const piece = fc.constantFrom(
    '## Next steps',
    '- [ ] a b',
    'Remaining:',
    '- do this',
    '\n',
    'What remains is x y.',
    'why not?',
    '```',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (pieces) => {
      const answer = pieces.join('\n')
      for (const { text, at } of openEndsIn(answer)) {
        expect(text.length).toBeLessThanOrEqual(240)
        expect(at).toBeLessThan(answer.length)
      }
    }),
  )
})
