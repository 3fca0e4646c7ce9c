import { expect, test } from 'vitest'
import { agentNameOf, detectClient } from './current-session.ts'

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
])('the client name %o is mapped to the agent %s', (client, agent) => {
  expect(agentNameOf(client)).toBe(agent)
})

test('CLAUDE_PROJECT_DIR sets the project directory if it is an absolute path', () => {
  expect(detectClient({ CLAUDE_PROJECT_DIR: '/work/app' }).directory).toBe('/work/app')
  expect(detectClient({ CLAUDE_PROJECT_DIR: '../app' }).directory).toBe(process.cwd())
  expect(detectClient({}).directory).toBe(process.cwd())
})

test('the parent process is used as the owner and as the first ancestor', () => {
  const { process: owner, ancestors } = detectClient({})
  expect(ancestors[0]).toBe(process.ppid)
  expect(owner?.pid).toBe(process.ppid)
})
