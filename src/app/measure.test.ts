import { expect, test } from 'vitest'
import { agents } from '../agent/agents.ts'
import { factOf } from '../agent/saying.ts'
import { measuredSaying } from './measure.ts'

const claude = agents.get('claude-code')
const opencode = agents.get('opencode')
if (!claude || !opencode) throw new Error('no such agents')
const TAIL = `${JSON.stringify({ type: 'assistant', message: { model: 'm', usage: { input_tokens: 12_000 } } })}\n`

test('what the transcript tells becomes a fact', () => {
  const said = measuredSaying(claude, TAIL, undefined)
  if (!said) throw new Error('nothing was measured')
  expect(factOf({ agent: 'claude-code', session: 's', heardAt: 7 }, said)).toMatchObject({
    type: 'context.measured',
    at: 7,
    data: { used: 12_000, window: 200_000, source: 'transcript' },
  })
})

test('what is known already is not told again', () => {
  expect(measuredSaying(claude, TAIL, { used: 12_000, window: 200_000, at: 1 })).toBeUndefined()
  expect(measuredSaying(claude, TAIL, { used: 11_000, window: 200_000, at: 1 })).toBeDefined()
})

test('without a transcript, or with an agent that tells it nowhere, there is nothing to say', () => {
  expect(measuredSaying(claude, undefined, undefined)).toBeUndefined()
  expect(measuredSaying(opencode, TAIL, undefined)).toBeUndefined()
})
