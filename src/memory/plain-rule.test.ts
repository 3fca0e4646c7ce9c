import { describe, expect, test } from 'vitest'
import { isAboutProduct, isPlainRule, isQuestion } from './plain-rule.ts'

const reply = { isReply: true, isAfterOffer: false }

describe('a plain rule', () => {
  test.each([
    "don't add comments to the code",
    'stop using any in typescript',
    'no, use async/await',
    'i told you to use tabs!',
    'no, we use pnpm here',
    'no default exports',
    'pnpm, not yarn',
    'tests go next to the source file',
    'wildcard imports are a no-go',
    'single quotes please',
    'whenever you touch the schema, update the diagram too.',
    'you must ask before deleting anything',
  ])('the sentence "%s" is a plain rule', (plain) => {
    expect(isPlainRule(plain, reply)).toBe(true)
  })
})

describe('other sentences', () => {
  test.each([
    'should we use async/await here?',
    "don't do the tests yet",
    'no, the left column',
    'no code changes.',
    'use the new endpoint in the checkout page',
    'undo that please',
    'we always had problems with this module',
    'rename foo to bar everywhere',
    "i don't want any padding.",
    'launch a draft pr please',
  ])('the sentence "%s" is not a plain rule', (plain) => {
    expect(isPlainRule(plain, reply)).toBe(false)
  })

  test('an answer to an offer is a one-time choice', () => {
    const offered = { isReply: true, isAfterOffer: true }
    expect(isPlainRule('pnpm, not npm', offered)).toBe(false)
    expect(isPlainRule("i'd prefer small functions", offered)).toBe(false)
    expect(isPlainRule('never use npm', offered)).toBe(true)
  })

  test('a first message that describes the product is not a rule', () => {
    const first = { isReply: false, isAfterOffer: false }
    expect(isPlainRule('do not show the banner on mobile', first)).toBe(false)
    expect(isPlainRule('do not add comments', first)).toBe(true)
  })
})

test.each(['do you use tabs', 'why never npm', "isn't it better", 'use tabs? '])(
  'the sentence "%s" is a question',
  (plain) => {
    expect(isQuestion(plain)).toBe(true)
  },
)

test.each([
  ['the invoice total should never be negative', true],
  ['results should always be sorted', true],
  ['commit messages should never be long', false],
  ['you should never push', false],
])('the sentence "%s" is about the product: %s', (plain, expected) => {
  expect(isAboutProduct(plain)).toBe(expected)
})
