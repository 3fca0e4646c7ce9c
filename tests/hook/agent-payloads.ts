import { expect } from 'vitest'
import { AGENT_NAMES, type AgentAdapter, type AgentName } from '../../src/agent/adapter.ts'
import { claudeCode } from '../../src/agent/claude-code/index.ts'
import { codex } from '../../src/agent/codex/index.ts'
import { geminiCli } from '../../src/agent/gemini-cli/index.ts'
import { opencode } from '../../src/agent/opencode/index.ts'

export const AGENTS = AGENT_NAMES
export const ADAPTERS: Readonly<Record<AgentName, AgentAdapter>> = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  opencode,
}

export interface SessionAddress {
  readonly session: string
  readonly folder: string
}

interface AgentPayloads {
  start(where: SessionAddress, source?: string): object
  prompt(where: SessionAddress, text: string): object
  tool(where: SessionAddress, output: string): object
  end(where: SessionAddress): object
}

const hookPayload = ({ session, folder }: SessionAddress, event: string, fields: object): object => ({
  session_id: session,
  transcript_path: `${folder}/none.jsonl`,
  cwd: folder,
  hook_event_name: event,
  ...fields,
})

const timedPayload = (where: SessionAddress, event: string, fields: object): object =>
  hookPayload(where, event, { timestamp: new Date().toISOString(), ...fields })

const pluginPayload = ({ session, folder }: SessionAddress, hook: string, fields: object): object => ({
  hook,
  sessionID: session,
  directory: folder,
  version: '1.18.33',
  at: Date.now(),
  ...fields,
})

/** Minimal payloads as each client sends them. */
export const PAYLOADS: Readonly<Record<AgentName, AgentPayloads>> = {
  'claude-code': {
    start: (where, source = 'startup') => hookPayload(where, 'SessionStart', { source }),
    prompt: (where, prompt) =>
      hookPayload(where, 'UserPromptSubmit', { prompt, prompt_id: prompt.slice(0, 40) }),
    tool: (where, stdout) =>
      hookPayload(where, 'PostToolUse', { ...toolUse(stdout), tool_response: { stdout } }),
    end: (where) => hookPayload(where, 'SessionEnd', { reason: 'other' }),
  },
  codex: {
    start: (where, source = 'startup') => hookPayload(where, 'SessionStart', { source, model: 'm' }),
    prompt: (where, prompt) =>
      hookPayload(where, 'UserPromptSubmit', { prompt, turn_id: prompt.slice(0, 40) }),
    tool: (where, output) => hookPayload(where, 'PostToolUse', { ...toolUse(output), tool_response: output }),
    end: (where) => hookPayload(where, 'SessionEnd', { reason: 'other' }),
  },
  'gemini-cli': {
    start: (where, source = 'startup') => timedPayload(where, 'SessionStart', { source }),
    prompt: (where, prompt) => timedPayload(where, 'BeforeAgent', { prompt }),
    tool: (where, llmContent) =>
      timedPayload(where, 'AfterTool', {
        tool_name: 'run_shell_command',
        tool_input: { command: 'make' },
        tool_response: { llmContent },
      }),
    end: (where) => timedPayload(where, 'SessionEnd', { reason: 'exit' }),
  },
  opencode: {
    start: (where, source = 'startup') => pluginPayload(where, 'session.start', { source }),
    prompt: (where, text) => pluginPayload(where, 'chat.message', { text, messageID: text.slice(0, 40) }),
    tool: (where, output) =>
      pluginPayload(where, 'tool.execute.after', {
        callID: output.slice(0, 20),
        tool: 'bash',
        args: { command: 'make' },
        output,
      }),
    end: (where) => pluginPayload(where, 'dispose', {}),
  },
}

/** The first payload of a session whose reply contains a brief. */
export const firstPayload = (agent: AgentName, where: SessionAddress): object =>
  ADAPTERS[agent].isBriefedAtPrompt ? PAYLOADS[agent].prompt(where, 'hello') : PAYLOADS[agent].start(where)

const toolUse = (text: string): object => ({
  tool_name: 'Bash',
  tool_use_id: text.slice(0, 20),
  tool_input: { command: 'make' },
})

/** The text in a reply. Fails if standard output contains anything that the client would not accept. */
export function replyText(agent: AgentName, out: string): string | undefined {
  if (agent === 'opencode') return onlyFields(JSON.parse(out), [['text'], ['text', 'notice']]).text
  const reply = out === '' && agent !== 'gemini-cli' ? {} : JSON.parse(out)
  const { hookSpecificOutput: inner } = onlyFields(reply, [
    ['hookSpecificOutput'],
    ['systemMessage', 'hookSpecificOutput'],
  ])
  return inner && onlyFields(inner, [['hookEventName', 'additionalContext']]).additionalContext
}

function onlyFields(value: unknown, shapes: readonly (readonly string[])[]): Record<string, never> {
  expect([[], ...shapes]).toContainEqual(Object.keys(value as object))
  return value as Record<string, never>
}
