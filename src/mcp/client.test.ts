import { expect, test } from 'vitest'
import { agentNameOf, callerOf } from './client.ts'

test.each([
  ['claude-code', 'claude-code'],
  ['codex-mcp-client', 'codex'],
  ['gemini-cli-mcp-client-v1', 'gemini-cli'],
  ['Visual Studio Code', 'visual-studio-code'],
  ['opencode', 'opencode'],
  ['7up', 'up'],
  ['', 'agent'],
  [undefined, 'agent'],
  ['\u0000\u202e', 'agent'],
  ['x'.repeat(99), 'x'.repeat(31)],
])('a client that calls itself %o is the agent %s', (client, agent) => {
  expect(agentNameOf(client)).toBe(agent)
})

test('the project is where the client says, if that can be a folder', () => {
  expect(callerOf({ CLAUDE_PROJECT_DIR: '/work/app' }).directory).toBe('/work/app')
  expect(callerOf({ CLAUDE_PROJECT_DIR: '../app' }).directory).toBe(process.cwd())
  expect(callerOf({}).directory).toBe(process.cwd())
})

test('the process that started us is the first above us', () => {
  const { process: owner, ancestors } = callerOf({})
  expect(ancestors[0]).toBe(process.ppid)
  expect(owner?.pid).toBe(process.ppid)
})
