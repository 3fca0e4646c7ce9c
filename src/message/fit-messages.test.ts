import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyMessages, providerRefusal, storedMessages } from '../../tests/support/conversations.ts'
import { countTokens } from '../host/tokenizer.ts'
import { fitMessages } from './fit-messages.ts'
import type { Message } from './message.ts'
import { messageTokens } from './message-tokens.ts'

const cost = (messages: readonly Message[]): number =>
  messages.reduce((total, message) => total + messageTokens(message, countTokens), 0)
const words = (count: number): string => 'word '.repeat(count)
const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })
const step = (id: string, printed: string): Message[] => [
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: 'run', input: { id } }] },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: id, toolName: 'run', output: { type: 'text', value: printed } },
    ],
  },
]
const fitted = (messages: readonly Message[], budget: number) =>
  fitMessages(storedMessages(messages), budget, countTokens)

describe('fitMessages', () => {
  test('the messages stay within the budget and providers accept them', () => {
    fc.assert(
      fc.property(anyMessages, fc.integer({ min: 0, max: 3000 }), (messages, budget) => {
        const { messages: chosen, tokens } = fitted(messages, budget)
        expect(tokens).toBe(cost(chosen))
        expect(tokens).toBeLessThanOrEqual(budget)
        expect(providerRefusal(chosen)).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })

  test('all messages are returned in order if they fit', () => {
    const messages = [user('one'), assistant('two'), user('three'), ...step('a', 'out'), assistant('four')]
    expect(fitted(messages, 1000)).toMatchObject({ messages, leftOut: 0, cut: 0 })
  })

  test('the first returned message is a user message at every budget', () => {
    const messages = Array.from({ length: 20 }, (_, n) => [
      user(`ask ${n} ${words(20)}`),
      assistant(words(30)),
    ]).flat()
    for (let budget = 60; budget < 800; budget += 37)
      expect(fitted(messages, budget).messages[0]?.role).toBe('user')
  })

  test('if a turn exceeds the budget, its prompt and its last steps are kept', () => {
    const steps = Array.from({ length: 30 }, (_, n) => step(`c${n}`, words(50))).flat()
    const { messages, leftOut } = fitted([user('the task'), ...steps], 500)
    expect(messages[0]).toEqual(user('the task'))
    expect(messages.at(-1)).toEqual(steps.at(-1))
    expect(leftOut).toBe(61 - messages.length)
  })

  test('tool output is shortened instead of dropped', () => {
    const { messages, cut } = fitted([user('go'), ...step('a', words(5000))], 300)
    expect(messages).toHaveLength(3)
    expect(cut).toBe(1)
    expect(JSON.stringify(messages)).toContain('[shortened: ')
  })

  test('a prompt that exceeds the budget is shortened', () => {
    const { messages, tokens } = fitted([user(`begin ${words(5000)} end`)], 200)
    expect(String(messages[0]?.content)).toMatch(/^begin [\s\S]*end$/)
    expect(tokens).toBeGreaterThan(150)
  })

  test('a call without a result gets a result that says it was interrupted', () => {
    const [call] = step('a', '')
    const { messages } = fitted([user('go'), ...(call ? [call] : []), user('again')], 500)
    expect(JSON.stringify(messages)).toContain('interrupted: no result was recorded')
    expect(providerRefusal(messages)).toBeUndefined()
  })
})
