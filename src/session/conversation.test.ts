import { describe, expect, test } from 'vitest'
import { knownEvent } from '../../tests/support/events.ts'
import type { KnownEvent } from '../event/catalogue.ts'
import { type Conversation, conversation } from './conversation.ts'

const folded = (...events: readonly KnownEvent[]): Conversation =>
  events.reduce(conversation.apply, conversation.initial)
const prompt = (text: string, more = {}) => knownEvent('prompt.submitted', { text, ...more })

describe('the conversation', () => {
  test('turns, answers, interruptions and compactions are counted, and tokens are added up', () => {
    const state = folded(
      prompt('a'),
      knownEvent('response.completed', { inputTokens: 10, outputTokens: 3 }),
      prompt('b'),
      knownEvent('turn.interrupted', {}),
      knownEvent('response.completed', { outputTokens: 4 }),
      knownEvent('context.compacting', {}),
      knownEvent('context.compacted', {}),
    )
    const counts = {
      turns: 2,
      responses: 2,
      interruptions: 1,
      compactions: 1,
      inputTokens: 10,
      outputTokens: 7,
    }
    expect(state).toMatchObject(counts)
  })

  test('the last prompt is the last one from the user, not from a tool, the web or an import', () => {
    const state = folded(
      prompt('mine'),
      prompt('theirs', { origin: 'tool' }),
      prompt('web', { origin: 'web' }),
    )
    expect(state).toMatchObject({ lastPrompt: 'mine', turns: 3 })
    expect(folded(prompt('a'), prompt('b', { origin: 'user' })).lastPrompt).toBe('b')
    expect('lastPrompt' in folded(prompt('x', { origin: 'import' }))).toBe(false)
  })

  test('the last twenty names from prompts are listed without duplicates, newest last', () => {
    const names = Array.from({ length: 22 }, (_, index) => `n${index}`)
    const { entities } = folded(
      prompt('a', { entities: names }),
      prompt('b', { entities: ['n5', 'n5'] }),
      prompt('c'),
    )
    expect(entities).toHaveLength(20)
    expect(entities.slice(-2)).toEqual(['n21', 'n5'])
    expect(entities[0]).toBe('n2')
  })

  test('C2: names are found in the text of a prompt if the event does not list any', () => {
    const { entities } = folded(
      prompt('move src/cart.ts to Stripe, see #12'),
      prompt('<system-reminder>read other.ts</system-reminder>'),
      prompt('tool text about third.ts', { origin: 'tool' }),
    )
    expect(entities).toEqual(['src/cart.ts', 'Stripe', '#12'])
  })

  test('every correction is listed with its kind and confidence', () => {
    const state = folded(
      knownEvent('correction.heard', { text: 'tabs', kind: 'style', confidence: 0.9 }, 1),
      knownEvent('correction.heard', { text: 'tabs' }, 2),
    )
    expect(state.corrections).toEqual([
      { text: 'tabs', at: 1, kind: 'style', confidence: 0.9 },
      { text: 'tabs', at: 2 },
    ])
  })
})
