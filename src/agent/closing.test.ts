import { expect, test } from 'vitest'
import { agents } from './agents.ts'

const STOP = { 'claude-code': 'Stop', codex: 'Stop', 'gemini-cli': 'AfterAgent', opencode: 'session.idle' }
const reply = (agent: keyof typeof STOP, blocks: boolean, text = 'run the tests') =>
  agents.get(agent)?.reply({ event: STOP[agent], closing: { text, blocks } })

test("a blocking message is sent as a reason to continue, in the client's format", () => {
  expect(reply('claude-code', true)).toBe('{"decision":"block","reason":"run the tests"}')
  expect(reply('codex', true)).toBe('{"decision":"block","reason":"run the tests"}')
  expect(reply('gemini-cli', true)).toBe('{"decision":"deny","reason":"run the tests"}')
})

test('a message that does not block is shown only to the user', () => {
  for (const agent of ['claude-code', 'codex'] as const)
    expect(reply(agent, false)).toBe('{"systemMessage":"run the tests"}')
  expect(reply('gemini-cli', false), 'Gemini CLI would print it among its answers').toBe('{}')
})

test('opencode ignores replies to a stop', () => {
  expect([reply('opencode', true), reply('opencode', false)]).toEqual(['{}', '{}'])
})

test('only a stop gets a closing message, and a message that is too long is dropped', () => {
  for (const agent of agents.values()) {
    const closing = { text: 'run the tests', blocks: true }
    expect(['', '{}']).toContain(agent.reply({ event: 'UserPromptSubmit', closing }))
    const long = { text: 'x'.repeat(50_000), blocks: true }
    expect(['', '{}']).toContain(agent.reply({ event: STOP[agent.name], closing: long }))
  }
})
