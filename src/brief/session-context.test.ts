import { expect, test } from 'vitest'
import { edited, goal, prompt, ran, STARTED, viewAfter } from '../../tests/support/session-view.ts'
import { countTokens } from '../host/tokenizer.ts'
import { MAX_SESSION_CONTEXT, sessionContextText } from './session-context.ts'

const ask = { id: 'abcd1234', now: 130_000, budget: MAX_SESSION_CONTEXT, results: 5 }

test('S2: the session context names session, duration, events, task, recent files, results and entities', () => {
  const view = viewAfter(
    STARTED,
    goal('ship the cart'),
    prompt('Move the cart to Stripe, see #12.'),
    edited('/w/src/cart.ts'),
    ran('npm test'),
  )
  expect(sessionContextText(view, ask)).toBe(
    `[SESSION CONTEXT]
Session: abcd1234 | Duration: 4 seconds | Events: 5
Current task: ship the cart
Recent files:
  - src/cart.ts
Recent results:
  - [2 minutes ago] edited /w/src/cart.ts
  - [2 minutes ago] ran npm test
Mentioned: Stripe, #12
Tools: Bash
[END SESSION]`,
  )
})

test('S2: the session context of a long session stays within 500 tokens and keeps the task and files', () => {
  const long = 'a long description of what the user wants, '.repeat(20)
  const view = viewAfter(
    STARTED,
    goal(long),
    prompt(Array.from({ length: 20 }, (_, i) => `the \`${'LongName'.repeat(8)}${i}\` symbol`).join(', ')),
    ...Array.from({ length: 12 }, (_, i) => edited(`/w/packages/${'deep/'.repeat(20)}file-${i}.ts`)),
    ...Array.from({ length: 12 }, (_, i) => ran(`npx vitest run ${'src/some/folder/'.repeat(10)} ${i}`)),
  )
  const text = sessionContextText(view, ask)
  expect(countTokens(text)).toBeLessThanOrEqual(500)
  expect(text).toContain('Current task: a long')
  expect(text).toContain('file-11.ts')
  expect(sessionContextText(view, { ...ask, budget: 3 })).toBe('')
})
